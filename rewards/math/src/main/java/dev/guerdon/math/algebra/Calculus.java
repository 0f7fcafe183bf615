package dev.guerdon.math.algebra;

import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.algebra.QuotientField.Atom.Kind;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Integrals and sums of polynomials in closed form. */
final class Calculus {

    private static final int MAX_DEGREE = 30;

    private Calculus() {}

    /** Returns a definite integral: exact for sums of powers, otherwise a value for numerics to decide. */
    static Quot integral(Big big, Node from, Node to, Algebra algebra, PowerRules powers) {
        QuotientField field = algebra.field;
        Quot body;
        try {
            body = algebra.normal(big.body());
        } catch (UndecidedException e) {
            return field.value(Kind.FUNCTION, big);
        }
        int variable = field.id(Kind.VARIABLE, big.variable().name());
        if (!body.isPoly() || !isPowerSum(body.over(), variable, field)) {
            return field.value(Kind.FUNCTION, big);
        }
        Quot high = algebra.normal(to);
        Quot low = algebra.normal(from);
        Quot result = Quot.ZERO;
        for (Map.Entry<Mono, Rational> term : body.over().terms().entrySet()) {
            Mono mono = term.getKey();
            int index = mono.indexOf(variable);
            Rational exponent = index < 0 ? Rational.ZERO : Rational.of(mono.over[index], mono.under[index]);
            Mono rest = index < 0 ? mono : mono.without(index);
            Quot difference;
            if (exponent.equals(Rational.MINUS_ONE)) {
                difference = field.subtract(powers.ln(high), powers.ln(low));
            } else {
                Rational next = exponent.add(Rational.ONE);
                if (next.signum() < 0 && (low.over().isZero() || high.over().isZero())) {
                    throw UndefinedException.INSTANCE;
                }
                difference = field.multiply(
                        field.subtract(powers.power(high, next), powers.power(low, next)), Quot.of(next.inverse()));
            }
            result = field.add(result, field.multiply(Quot.of(Poly.of(term.getValue(), rest)), difference));
        }
        return result;
    }

    /** Returns the integral of exp(-ax²) over the whole line or half of it, null for anything else. */
    static @Nullable Quot bell(Big big, Algebra algebra, PowerRules powers) {
        boolean whole = big.from() instanceof Node.Neg n && n.of() == Node.Const.INFINITY;
        boolean half = big.from() instanceof Node.Num n && n.value().isZero();
        if (big.to() != Node.Const.INFINITY || (!whole && !half)) {
            return null;
        }
        QuotientField field = algebra.field;
        Quot body;
        try {
            body = algebra.normal(big.body());
        } catch (UndecidedException | UndefinedException e) {
            return null;
        }
        Mono square = Mono.of(field.id(Kind.VARIABLE, big.variable().name()), 2, 1);
        Mono bell = Mono.of(field.id(Kind.EXP, square), 1, 1);
        if (!body.isPoly() || body.over().size() != 1) {
            return null;
        }
        Map.Entry<Mono, Rational> only = body.over().single();
        Mono found = only.getKey();
        if (found.atoms.length != 1 || found.atoms[0] != bell.atoms[0] || found.over[0] >= 0) {
            return null;
        }
        Quot width = field.divide(field.pi(), Quot.of(Rational.of(-found.over[0], found.under[0])));
        Rational factor = whole ? only.getValue() : only.getValue().multiply(Rational.HALF);
        return field.multiply(Quot.of(factor), powers.power(width, Rational.HALF));
    }

    private static boolean isPowerSum(Poly body, int variable, QuotientField field) {
        for (Mono mono : body.terms().keySet()) {
            for (int id : mono.atoms) {
                if (id != variable && !field.atom(id).independent()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns the sum of a polynomial over consecutive whole numbers, the bounds being any expressions. */
    static Quot polynomialSum(Quot body, Sym variable, Quot from, Quot to, Algebra algebra) {
        QuotientField field = algebra.field;
        int id = field.id(Kind.VARIABLE, variable.name());
        if (!body.isPoly() || !isPowerSum(body.over(), id, field)) {
            throw UndecidedException.INSTANCE;
        }
        Quot before = field.subtract(from, Quot.ONE);
        Quot result = Quot.ZERO;
        for (Map.Entry<Mono, Rational> term : body.over().terms().entrySet()) {
            Mono mono = term.getKey();
            int index = mono.indexOf(id);
            int degree = index < 0 ? 0 : mono.over[index];
            if ((index >= 0 && mono.under[index] != 1) || degree < 0 || degree > MAX_DEGREE) {
                throw UndecidedException.INSTANCE;
            }
            Mono rest = index < 0 ? mono : mono.without(index);
            Quot sum = field.subtract(powerSum(degree, to, field), powerSum(degree, before, field));
            result = field.add(result, field.multiply(Quot.of(Poly.of(term.getValue(), rest)), sum));
        }
        return result;
    }

    /** 1^m + 2^m + ... + n^m by Faulhaber's formula. */
    private static Quot powerSum(int m, Quot n, QuotientField field) {
        Rational[] bernoulli = new Rational[m + 1];
        Rational binomial;
        for (int i = 0; i <= m; i++) {
            Rational sum = Rational.ZERO;
            binomial = Rational.ONE;
            for (int k = 0; k < i; k++) {
                sum = sum.add(binomial.multiply(bernoulli[k]));
                binomial = binomial.multiply(Rational.of(i + 1L - k, k + 1L));
            }
            bernoulli[i] = i == 0 ? Rational.ONE : sum.negate().divide(Rational.of(i + 1L));
        }
        Quot result = Quot.ZERO;
        binomial = Rational.ONE;
        for (int k = 0; k <= m; k++) {
            Rational b = k == 1 ? bernoulli[1].negate() : bernoulli[k];
            Quot power = field.power(n, m + 1 - k);
            result = field.add(
                    result, field.multiply(power, Quot.of(binomial.multiply(b).divide(Rational.of(m + 1L)))));
            binomial = binomial.multiply(Rational.of(m + 1L - k, k + 1L));
        }
        return result;
    }
}
