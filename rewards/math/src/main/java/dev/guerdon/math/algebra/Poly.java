package dev.guerdon.math.algebra;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A sum of rational multiples of {@link Mono}s. Never changed once it is built. */
final class Poly {

    static final Poly ZERO = new Poly(Map.of());
    static final Poly ONE = of(Rational.ONE);

    private final Map<Mono, Rational> terms;

    Poly(Map<Mono, Rational> terms) {
        this.terms = terms;
    }

    static Poly of(Rational constant) {
        return constant.isZero() ? ZERO : new Poly(Map.of(Mono.ONE, constant));
    }

    static Poly of(Rational coefficient, Mono mono) {
        return coefficient.isZero() ? ZERO : new Poly(Map.of(mono, coefficient));
    }

    static Poly of(Mono mono) {
        return new Poly(Map.of(mono, Rational.ONE));
    }

    Map<Mono, Rational> terms() {
        return terms;
    }

    int size() {
        return terms.size();
    }

    boolean isZero() {
        return terms.isEmpty();
    }

    boolean isConstant() {
        return terms.isEmpty() || (terms.size() == 1 && terms.containsKey(Mono.ONE));
    }

    /** Returns the value of a constant polynomial. */
    Rational constant() {
        return terms.getOrDefault(Mono.ONE, Rational.ZERO);
    }

    Poly plus(Poly other) {
        if (isZero()) {
            return other;
        }
        if (other.isZero()) {
            return this;
        }
        if (isConstant() && other.isConstant()) {
            return of(constant().add(other.constant()));
        }
        Map<Mono, Rational> sum = new HashMap<>(terms);
        other.terms.forEach((mono, coefficient) -> accumulate(sum, mono, coefficient));
        return new Poly(sum);
    }

    static void accumulate(Map<Mono, Rational> sum, Mono mono, Rational coefficient) {
        Rational old = sum.get(mono);
        if (old == null) {
            sum.put(mono, coefficient);
            return;
        }
        Rational total = old.add(coefficient);
        if (total.isZero()) {
            sum.remove(mono);
        } else {
            sum.put(mono, total);
        }
    }

    Poly scale(Rational factor) {
        if (factor.isZero()) {
            return ZERO;
        }
        if (factor.isOne()) {
            return this;
        }
        Map<Mono, Rational> scaled = new HashMap<>();
        terms.forEach((mono, coefficient) -> scaled.put(mono, coefficient.multiply(factor)));
        return new Poly(scaled);
    }

    Poly negate() {
        return scale(Rational.MINUS_ONE);
    }

    /** Returns the only term of a polynomial of one term. */
    Map.Entry<Mono, Rational> single() {
        return terms.entrySet().iterator().next();
    }

    /** Returns the terms in an order that depends on nothing but their content. */
    List<Map.Entry<Mono, Rational>> sorted() {
        return terms.entrySet().stream()
                .sorted((a, b) -> a.getKey().toString().compareTo(b.getKey().toString()))
                .toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Poly poly && terms.equals(poly.terms);
    }

    @Override
    public int hashCode() {
        return terms.hashCode();
    }
}
