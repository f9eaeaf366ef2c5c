#include "cuda/scan/block/subgroup.cuh"
#include "cuda/scan/instances/other_types.cuh"

namespace winnow::cuda {
namespace {

template <typename M>
struct Fastest {
    using Block = Tuned<Subgroup, M>;
    static std::unique_ptr<DeviceScan> make() {
        return std::make_unique<SinglePassScan<Block>>(decoupled_lookback<Block, ByIndex>,
                                                       "decoupled_lookback");
    }
};

}  // namespace

std::unique_ptr<DeviceScan> make_fastest_of_other_type(ScanType type) {
    return make_other_type<Fastest>(type);
}

}  // namespace winnow::cuda
