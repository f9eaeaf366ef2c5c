// Which tile a block takes, and what delays it: in the order in which blocks start, whatever that is. Of the tickets,
// run e uses number e % 2 and clears the other; they survive between runs. Needs TICKETS_BINDING.
layout(std430, binding = TICKETS_BINDING) coherent buffer ScanTickets { uint tickets[]; };
shared uint ticket;

uint take_tile(uint tiles) {
    if (gl_LocalInvocationIndex == 0u) {
        ticket = atomicAdd(tickets[epoch % SCAN_TICKETS], 1u);
        if (ticket == 0u) tickets[(epoch + 1u) % SCAN_TICKETS] = 0u;
    }
    block_barrier();
    return ticket;
}
void delay_tile(uint tile) {}
