// Only under the sanitizers: what was loaded stays loaded. The leak check runs at the very end, and a driver
// that was unloaded by then is an "unknown module" that no suppression can name.
extern "C" int dlclose(void*) {
    return 0;
}
