// Keeps loaded libraries loaded; linked only under the sanitizers. The leak check runs at the very end, and a
// driver that was unloaded before is an "unknown module" that no suppression can name. The function is
// visible so that it replaces the system's.
extern "C" __attribute__((visibility("default"))) int dlclose(void*) {
    return 0;
}
