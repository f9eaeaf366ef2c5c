#include "effects/expression/deterministic_math.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace winnow::effects::deterministic {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
constexpr double half_pi = std::numbers::pi / 2;

/// Returns r - r^3/3! + r^5/5! - ..., or with `first` = 0, 1 - r^2/2! + r^4/4! - ...
double turning_series(double r, int first) {
    constexpr int last = 18;
    double sum = 1;
    for (int n = last + first; n > first; n -= 2) sum = 1 - sum * r * r / (n * (n - 1));
    return first == 0 ? sum : sum * r;
}

/// Returns the sine of an angle that lies `quarters` quarters of a turn farther.
double sine(double x, int quarters) {
    if (!std::isfinite(x)) return undefined;
    const double nearest = std::floor(x / half_pi + 0.5);
    const double r = x - nearest * half_pi;
    const int quadrant = (static_cast<int>(std::fmod(nearest, 4)) + quarters + 4) % 4;
    const double result = turning_series(r, quadrant % 2 == 0 ? 1 : 0);
    return quadrant < 2 ? result : -result;
}

}  // namespace

double exp(double x) {
    constexpr double most = 710, least = -746;  // beyond them the result is infinite or 0
    if (std::isnan(x)) return x;
    if (x > most) return infinite;
    if (x < least) return 0;
    const double doublings = std::floor(x / std::numbers::ln2 + 0.5);
    const double r = x - doublings * std::numbers::ln2;
    double sum = 1;
    for (int n = 14; n > 0; --n) sum = 1 + sum * r / n;
    return std::ldexp(sum, static_cast<int>(doublings));
}

double log(double x) {
    if (!(x > 0)) return x == 0 ? -infinite : undefined;
    if (x == infinite) return x;
    int doublings = 0;
    double mantissa = std::frexp(x, &doublings);  // 0.5 to 1
    if (mantissa < std::numbers::sqrt2 / 2) {
        mantissa *= 2;
        --doublings;
    }
    const double s = (mantissa - 1) / (mantissa + 1);
    double sum = 0;
    for (int n = 21; n > 0; n -= 2) sum = sum * s * s + 1.0 / n;
    return doublings * std::numbers::ln2 + 2 * s * sum;
}

double pow(double x, double y) {
    return x == 1 ? 1 : exp(y * log(x));
}

double sin(double x) {
    return sine(x, 0);
}

double cos(double x) {
    return sine(x, 1);
}

double tan(double x) {
    return sin(x) / cos(x);
}

double asin(double x) {
    return atan2(x, std::sqrt((1 - x) * (1 + x)));
}

double acos(double x) {
    return atan2(std::sqrt((1 - x) * (1 + x)), x);
}

/// Halves the angle twice, so that the series needs few terms.
double atan(double x) {
    if (std::isnan(x)) return x;
    const bool is_steep = std::abs(x) > 1;
    double t = is_steep ? 1 / x : x;
    for (int i = 0; i < 2; ++i) t = t / (1 + std::sqrt(1 + t * t));
    double sum = 0;
    for (int n = 25; n > 0; n -= 2) sum = 1.0 / n - sum * t * t;
    const double angle = 4 * t * sum;
    return is_steep ? std::copysign(half_pi, x) - angle : angle;
}

double atan2(double y, double x) {
    if (x == 0) return y == 0 ? 0 : std::copysign(half_pi, y);
    const double angle = atan(y / x);
    return x > 0 ? angle : angle + std::copysign(std::numbers::pi, y);
}

}  // namespace winnow::effects::deterministic
