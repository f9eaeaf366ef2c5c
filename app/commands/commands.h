// The commands: each declares what it takes, and is one call. What it throws is a winnow::Error; what it
// returns, the process's exit status.
#pragma once

#include "commands/arguments.h"
#include "commands/options.h"

namespace winnow::commands {

void declare(Arguments& arguments, ViewOptions& options);
void declare(Arguments& arguments, RenderOptions& options);
void declare(Arguments& arguments, TestOptions& options);
void declare(Arguments& arguments, BenchOptions& options);
void declare(Arguments& arguments, ListOptions& options);
void declare(Arguments& arguments, EffectOptions& options);
void declare(Arguments& arguments, CompletionOptions& options);
void declare(Arguments& arguments, ManualOptions& options);

int run(const ViewOptions& options);
int run(const RenderOptions& options);
int run(const TestOptions& options);
int run(const BenchOptions& options);
int run(const ListOptions& options);
int run(const EffectOptions& options);
int run(const CompletionOptions& options);
int run(const ManualOptions& options);

}  // namespace winnow::commands
