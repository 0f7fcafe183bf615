package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;

/**
 * A fraction of two polynomials. A denominator of one term is folded into the numerator, so that it is 1 or has several terms.
 *
 * @param over the numerator
 * @param under the denominator, never zero
 */
@Internal
public record Quot(Poly over, Poly under) {

    static final Quot ZERO = new Quot(Poly.ZERO, Poly.ONE);
    static final Quot ONE = new Quot(Poly.ONE, Poly.ONE);

    static Quot of(Rational constant) {
        return new Quot(Poly.of(constant), Poly.ONE);
    }

    static Quot of(Poly poly) {
        return new Quot(poly, Poly.ONE);
    }

    static Quot of(Mono mono) {
        return new Quot(Poly.of(mono), Poly.ONE);
    }

    boolean isPoly() {
        return under.isConstant();
    }

    public boolean isZero() {
        return over.isZero();
    }

    public boolean isConstant() {
        return over.isConstant() && under.isConstant();
    }

    public Rational constant() {
        return over.constant().divide(under.constant());
    }
}
