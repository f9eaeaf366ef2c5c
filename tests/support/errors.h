// Checks the error that a call must throw, and its message.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace winnow::test {

/// Runs `call`; the test fails unless it throws winnow::Error of `status` on one line that contains `part`.
template <typename Call>
void expect_error(ExitStatus status, const std::string& part, Call&& call) {
    try {
        call();
        ADD_FAILURE() << "no error, expected one with: " << part;
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), status) << error.what();
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
}

}  // namespace winnow::test
