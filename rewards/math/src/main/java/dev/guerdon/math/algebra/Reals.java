package dev.guerdon.math.algebra;

/**
 * Real arithmetic in which each number carries a bound of its error.
 *
 * @param <R> a real number with its error bound
 */
interface Reals<R> {

    R of(Rational value);

    R add(R a, R b);

    R negate(R a);

    R multiply(R a, R b);

    /** Returns the quotient; undefined where the divisor may be zero. */
    R divide(R a, R b);

    /** Returns the root of a number that is not negative. */
    R sqrt(R a);

    R exp(R a);

    /** Returns the logarithm of a positive number. */
    R ln(R a);

    R sin(R a);

    R cos(R a);

    R atan(R a);

    R pi();

    double middle(R a);

    double error(R a);

    /** Returns whether the middle is exactly zero. */
    boolean isZero(R a);

    /** -1 or 1 where the sign is certain, 0 if it is not or the number is exactly zero. */
    int sign(R a);

    /** Returns the integer part; undefined where the error bound contains an integer that the number may not be. */
    R floor(R a);
}
