// Checks that a device with limits that are too low is refused with the name of the limit.
#include "gl/limits.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/errors.h"
#include "support/gl_answers.h"
#include "support/gl_fixture.h"

namespace winnow::gl {
namespace {

using test::GlAnswer;

const Limit* lowered = nullptr;  // reported as one less than needed
PFNGLGETINTEGER64VPROC true_integer = nullptr;
PFNGLGETINTEGER64I_VPROC true_indexed = nullptr;

void GLAD_API_PTR lower_integer(GLenum what, GLint64* value) {
    true_integer(what, value);
    if (lowered->index < 0 && what == lowered->what) *value = lowered->needed - 1;
}
void GLAD_API_PTR lower_indexed(GLenum what, GLuint index, GLint64* value) {
    true_indexed(what, index, value);
    if (lowered->index == static_cast<int>(index) && what == lowered->what) *value = lowered->needed - 1;
}

class LimitsTest : public test::GlTest {};

TEST_F(LimitsTest, AreEnoughHere) {
    for (const Use use : {Use::scans, Use::programs, Use::drawing}) EXPECT_NO_THROW(require_limits(use));
}

TEST_F(LimitsTest, ThatAreTooLowAreRefusedByName) {
    true_integer = glad_glGetInteger64v;
    true_indexed = glad_glGetInteger64i_v;
    const GlAnswer<PFNGLGETINTEGER64VPROC> integer(glad_glGetInteger64v, lower_integer);
    const GlAnswer<PFNGLGETINTEGER64I_VPROC> indexed(glad_glGetInteger64i_v, lower_indexed);
    for (const Limit& limit : requirements()) {
        lowered = &limit;
        const std::string index = limit.index < 0 ? "" : fmt::format("[{}]", limit.index);
        const std::string said = fmt::format("this OpenGL's {}{} is {}; Winnow needs {}, for {}", limit.name,
                                             index, limit.needed - 1, limit.needed, limit.reason);
        test::expect_error(ExitStatus::absent, said, [&] { require_limits(limit.use); });
        for (const Use other : {Use::scans, Use::programs, Use::drawing})
            if (other != limit.use) {
                EXPECT_NO_THROW(require_limits(other)) << limit.name;
            }
    }
}

}  // namespace
}  // namespace winnow::gl
