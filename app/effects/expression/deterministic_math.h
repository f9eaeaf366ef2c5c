// Functions of the C++ library of the same names that have the same result to the bit on every machine: they
// use only operations that IEEE 754 defines. They are exact to about 1e-15 of the result, for arguments
// beyond 1e6 of the trigonometric functions to about 1e-15 of the argument.
#pragma once

namespace winnow::effects::deterministic {

double exp(double x);
double log(double x);            // of 0, minus infinity; of a negative x, not a number
double pow(double x, double y);  // precondition: x > 0
double sin(double x);
double cos(double x);
double tan(double x);
double asin(double x);  // precondition: -1 <= x <= 1; likewise acos()
double acos(double x);
double atan(double x);
double atan2(double y, double x);

}  // namespace winnow::effects::deterministic
