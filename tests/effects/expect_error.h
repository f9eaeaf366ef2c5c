// Checks the message of a refused input.
#pragma once

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "base/error.h"

namespace winnow::effects {

/// Returns the message of the Error(bad_input) that `action` throws. Fails the test and returns an empty
/// string if it throws none.
template <typename Action>
std::string whole_message_of(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        std::string message = error.what();
        EXPECT_EQ(error.status(), ExitStatus::bad_input) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << "not one line: " << message;
        EXPECT_LT(message.size(), 1500U) << message;
        return message;
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

/// Returns the message without the columns of its places, "file:3: " for "file:3:14: ".
template <typename Action>
std::string message_of(const Action& action) {
    static const std::regex column(":([0-9]+):[0-9]+: ");
    return std::regex_replace(whole_message_of(action), column, ":$1: ");
}

}  // namespace winnow::effects
