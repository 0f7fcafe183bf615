package dev.guerdon.math.algebra;

/**
 * What the polynomials of one comparison are made of.
 *
 * @param kind what it is
 * @param key what distinguishes it from others of its kind
 */
record Atom(Kind kind, Object key) {

    enum Kind {
        /** The imaginary unit; exponents are reduced to 0 and 1. */
        I,
        /** A prime number; exponents are fractions between 0 and 1. */
        PRIME,
        /** A number without small prime factors that was not factored further; exponents as for a prime. */
        RADICAND,
        /** A variable. */
        VARIABLE,
        /** The number π. */
        PI,
        /** The number e. */
        E,
        /** The natural logarithm of a prime. */
        LOG_PRIME,
        /** A polynomial under a root; exponents between 0 and 1. */
        ROOT,
        /** The exponential of a monomial. */
        EXP,
        /** A function value. */
        FUNCTION,
        /** A number too long to write out. */
        HUGE
    }

    /** Whether polynomials in such atoms are equal only if they are identical. */
    boolean independent() {
        return switch (kind) {
            case I, PRIME, RADICAND, VARIABLE, PI, E, LOG_PRIME -> true;
            case ROOT, EXP, FUNCTION, HUGE -> false;
        };
    }

    /** Whether its value is a positive real number. */
    boolean positive() {
        return switch (kind) {
            case PRIME, RADICAND, PI, E, HUGE, LOG_PRIME -> true;
            case I, VARIABLE, ROOT, EXP, FUNCTION -> false;
        };
    }
}
