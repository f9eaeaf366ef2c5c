#include "view/lab_tour.h"

#include <array>

namespace winnow::view {

std::span<const TourStop> tour() {
    static constexpr std::array stops{
        TourStop{
            "sequential", "One value after another",
            "A scan carries a running sum from left to right, so that each element ends with the sum of all "
            "values up to it. One processor needs 7 additions for 8 values, and each waits for the one "
            "before it."},
        TourStop{"kogge-stone", "All elements at once",
                 "Here every element adds its neighbour at distance 1, then 2, then 4. Three steps are "
                 "enough for 8 "
                 "values, at the price of 17 additions. Drag a value of the first row: every sum follows."},
        TourStop{"blelloch", "Up a tree and down again",
                 "Sums climb a tree, the root becomes 0, and each node hands down what lies before it. That "
                 "takes 6 "
                 "steps but only 14 additions, and leaves the sum of all values before each element: an "
                 "exclusive scan."},
        TourStop{"vote-scan-compact", "What a particle system needs it for",
                 "Each particle votes 1 if it lives on. The exclusive scan of the votes counts the survivors "
                 "before "
                 "each particle, which is its new place: all of them move at once, and no gap is left."},
        TourStop{
            "", "The same, in every step",
            "These particles have just been through it: each step they vote, a scan gives the survivors "
            "their "
            "places, and they move together. The section \"Scan backend\" says which scan does it. Choose "
            "another, or press C to compare it with the CPU. G opens the Lab again."},
    };
    return stops;
}

}  // namespace winnow::view
