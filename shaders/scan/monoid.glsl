// What is scanned, and with what: an element type T and an associative operator with its identity.
#include "common.glsl"
#include ELEMENT_FILE
#include OPERATOR_FILE
