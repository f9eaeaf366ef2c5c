#include "cuda/scan/block/blelloch.cuh"
#include "cuda/scan/instances/other_types.cuh"

namespace winnow::cuda {
namespace {

template <typename M>
struct Default {
    static std::unique_ptr<DeviceScan> make() {
        return std::make_unique<ScanThenPropagate<Tuned<Blelloch, M>>>();
    }
};

}  // namespace

std::unique_ptr<DeviceScan> make_default_of_other_type(ScanType type) {
    return make_other_type<Default>(type);
}

}  // namespace winnow::cuda
