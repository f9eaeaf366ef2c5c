// What a pass promises the next: its writes are visible to the named kinds of reading.
#pragma once

namespace winnow::gl {

void storage_barrier();   // to shader storage
void command_barrier();   // to shader storage and to indirect arguments
void readback_barrier();  // to the API's copies, fills, uploads and reads, and to mapped memory
void all_barriers();

}  // namespace winnow::gl
