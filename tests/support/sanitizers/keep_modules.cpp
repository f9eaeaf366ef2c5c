// Only under the sanitizers: what was loaded stays loaded. The leak check runs at the very end, and a driver
// that was unloaded by then is an "unknown module" that no suppression can name.
// Visible, so that it stands in front of the system's.
extern "C" __attribute__((visibility("default"))) int dlclose(void*) {
    return 0;
}
