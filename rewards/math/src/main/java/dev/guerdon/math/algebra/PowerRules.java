package dev.guerdon.math.algebra;

import dev.guerdon.math.algebra.QuotientField.Atom;
import dev.guerdon.math.algebra.QuotientField.Atom.Kind;
import java.math.BigInteger;
import java.util.Map;

/** Roots, exponentials and logarithms of normal forms. */
final class PowerRules {

    private final QuotientField field;

    PowerRules(QuotientField field) {
        this.field = field;
    }

    /** base to a rational power, the real root if there is one. */
    Quot power(Quot base, Rational exponent) {
        if (exponent.isInteger()) {
            if (!exponent.isInt()) {
                throw UndecidedException.INSTANCE;
            }
            return field.power(base, exponent.intValue());
        }
        if (base.over().isZero()) {
            if (exponent.signum() < 0) {
                throw UndefinedException.INSTANCE;
            }
            return Quot.ZERO;
        }
        if (exponent.bits() > 30) {
            throw UndecidedException.INSTANCE;
        }
        int over = exponent.numerator().intValueExact();
        int under = exponent.denominator().intValueExact();
        Quot result = root(base.over(), over, under);
        return base.isPoly() ? result : field.multiply(result, root(base.under(), -over, under));
    }

    private Quot root(Poly base, int over, int under) {
        if (base.isConstant()) {
            return radical(base.constant(), over, under);
        }
        if (base.size() == 1) {
            Map.Entry<Mono, Rational> only = base.single();
            if (distributes(only.getKey(), only.getValue(), under)) {
                Quot number = radical(only.getValue(), over, under);
                try {
                    Poly power = field.reduced(Rational.ONE, only.getKey().pow(over, under));
                    return field.multiply(number, Quot.of(power));
                } catch (ArithmeticException e) {
                    throw UndecidedException.INSTANCE;
                }
            }
        }
        Rational content = content(base);
        Poly primitive = base.scale(content.inverse());
        int whole = Math.floorDiv(over, under);
        Quot root = Quot.of(Mono.of(field.id(Kind.ROOT, primitive), over - whole * under, under));
        Quot result = field.multiply(radical(content, over, under), root);
        return whole == 0 ? result : field.multiply(result, field.power(Quot.of(primitive), whole));
    }

    /** Returns whether the root of this product is the product of the roots wherever both are real. */
    private boolean distributes(Mono mono, Rational coefficient, int under) {
        boolean negative = coefficient.signum() < 0;
        for (int i = 0; i < mono.atoms.length; i++) {
            Atom atom = field.atom(mono.atoms[i]);
            if (atom.positive()) {
                continue;
            }
            boolean odd = (mono.under[i] == 1 && Math.floorMod(mono.over[i], 2) == 1) || mono.under[i] > 1;
            if (atom.kind() != Kind.VARIABLE || !odd || (negative && under % 2 == 0)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the positive rational that all coefficients have in common. */
    private static Rational content(Poly poly) {
        BigInteger over = BigInteger.ZERO;
        BigInteger under = BigInteger.ONE;
        for (Rational c : poly.terms().values()) {
            over = over.gcd(c.numerator());
            under = under.multiply(c.denominator()).divide(under.gcd(c.denominator()));
        }
        return Rational.of(over, under);
    }

    /** Returns a rational number to the power over/under as a product of roots of primes. */
    Quot radical(Rational base, int over, int under) {
        if (base.signum() < 0) {
            Quot positive = radical(base.negate(), over, under);
            if (under % 2 == 1) {
                return over % 2 == 0 ? positive : field.negate(positive);
            }
            if (under == 2) {
                return field.multiply(positive, field.power(field.imaginary(), Math.floorMod(over, 4)));
            }
            throw UndecidedException.INSTANCE;
        }
        Quot result = Quot.ONE;
        for (int side = 0; side < 2; side++) {
            BigInteger number = side == 0 ? base.numerator() : base.denominator();
            int sign = side == 0 ? 1 : -1;
            for (Primes.Factor factor : Primes.factor(number, field.budget)) {
                Kind kind = factor.prime() ? Kind.PRIME : Kind.RADICAND;
                long top = (long) sign * factor.exponent() * over;
                if (Math.abs(top) > Integer.MAX_VALUE / 2) {
                    throw UndecidedException.INSTANCE;
                }
                Mono mono = Mono.of(field.id(kind, factor.base()), (int) top, under);
                result = field.multiply(result, Quot.of(field.reduced(Rational.ONE, mono)));
            }
        }
        return result;
    }

    /** Returns the exponential, term by term. */
    Quot exp(Quot exponent) {
        if (!exponent.isPoly()) {
            return function("exp", exponent);
        }
        Quot result = Quot.ONE;
        for (Map.Entry<Mono, Rational> term : exponent.over().terms().entrySet()) {
            result = field.multiply(result, exp(term.getKey(), term.getValue()));
        }
        return result;
    }

    private Quot exp(Mono mono, Rational coefficient) {
        if (coefficient.bits() > 30) {
            throw UndecidedException.INSTANCE;
        }
        int over = coefficient.numerator().intValueExact();
        int under = coefficient.denominator().intValueExact();
        if (mono.isOne()) {
            return Quot.of(Mono.of(field.id(Kind.E, ""), over, under));
        }
        if (mono.atoms.length == 1 && mono.over[0] == 1 && mono.under[0] == 1) {
            Atom atom = field.atom(mono.atoms[0]);
            if (atom.kind() == Kind.LOG_PRIME) {
                return radical(Rational.of((BigInteger) atom.key()), over, under);
            }
            if (atom.kind() == Kind.FUNCTION
                    && atom.key() instanceof Function f
                    && f.name().equals("ln")) {
                return power(f.argument(), coefficient);
            }
        }
        if (mono.atoms.length == 2
                && mono.equals(Mono.of(field.id(Kind.I, ""), 1, 1).times(Mono.of(field.id(Kind.PI, ""), 1, 1)))) {
            Quot cos = cosine(coefficient);
            Quot sin = sine(coefficient);
            return field.add(cos, field.multiply(field.imaginary(), sin));
        }
        return Quot.of(Mono.of(field.id(Kind.EXP, mono), over, under));
    }

    /** Returns the cosine of a rational multiple of π; a function value if it is no sum of square roots. */
    Quot cosine(Rational timesPi) {
        return sine(timesPi.add(Rational.HALF));
    }

    /** Returns the sine of a rational multiple of π. */
    Quot sine(Rational timesPi) {
        Rational r = timesPi.subtract(
                Rational.of(timesPi.divide(Rational.TWO).floor()).multiply(Rational.TWO));
        if (r.compareTo(Rational.ONE) >= 0) {
            return field.negate(sine(r.subtract(Rational.ONE)));
        }
        if (r.compareTo(Rational.HALF) > 0) {
            r = Rational.ONE.subtract(r);
        }
        if (r.denominator().bitLength() > 6) {
            return other(r);
        }
        int under = r.denominator().intValue();
        int over = r.numerator().intValue();
        return switch (under) {
            case 1 -> Quot.ZERO;
            case 2 -> Quot.ONE;
            case 6 -> over == 1 ? Quot.of(Rational.HALF) : other(r);
            case 4 -> half(radical(Rational.TWO, 1, 2));
            case 3 -> half(radical(Rational.of(3), 1, 2));
            case 12 -> {
                Quot six = radical(Rational.of(6), 1, 2);
                Quot two = radical(Rational.TWO, 1, 2);
                yield half(half(over == 1 ? field.subtract(six, two) : field.add(six, two)));
            }
            case 10 -> {
                Quot five = radical(Rational.of(5), 1, 2);
                yield half(half(over == 1 ? field.subtract(five, Quot.ONE) : field.add(five, Quot.ONE)));
            }
            default -> other(r);
        };
    }

    private Quot other(Rational timesPi) {
        return function("sin", field.multiply(field.pi(), Quot.of(timesPi)));
    }

    private Quot half(Quot value) {
        return field.multiply(value, Quot.of(Rational.HALF));
    }

    /** Returns the natural logarithm, expanded over products. */
    Quot ln(Quot argument) {
        if (argument.over().isZero()) {
            throw UndefinedException.INSTANCE;
        }
        Quot result = ln(argument.over());
        return argument.isPoly() ? result : field.subtract(result, ln(argument.under()));
    }

    private Quot ln(Poly argument) {
        if (argument.isConstant()) {
            return ln(argument.constant());
        }
        if (argument.size() > 1) {
            Rational content = content(argument);
            Quot rest = Quot.of(argument.scale(content.inverse()));
            return field.add(ln(content), function("ln", rest));
        }
        Map.Entry<Mono, Rational> only = argument.single();
        Quot sum = ln(only.getValue());
        Mono mono = only.getKey();
        for (int i = 0; i < mono.atoms.length; i++) {
            Atom atom = field.atom(mono.atoms[i]);
            Quot log = switch (atom.kind()) {
                case E -> Quot.ONE;
                case PRIME -> field.value(Kind.LOG_PRIME, atom.key());
                case EXP -> Quot.of((Mono) atom.key());
                case ROOT -> ln((Poly) atom.key());
                default -> function("ln", Quot.of(Mono.of(mono.atoms[i], 1, 1)));
            };
            sum = field.add(sum, field.multiply(log, Quot.of(Rational.of(mono.over[i], mono.under[i]))));
        }
        return sum;
    }

    private Quot ln(Rational argument) {
        Quot sum = Quot.ZERO;
        if (argument.signum() < 0) {
            sum = field.multiply(field.imaginary(), field.pi());
        }
        for (int side = 0; side < 2; side++) {
            BigInteger number = side == 0 ? argument.numerator().abs() : argument.denominator();
            for (Primes.Factor factor : Primes.factor(number, field.budget)) {
                Quot log = factor.prime()
                        ? field.value(Kind.LOG_PRIME, factor.base())
                        : function("ln", Quot.of(Rational.of(factor.base())));
                int times = side == 0 ? factor.exponent() : -factor.exponent();
                sum = field.add(sum, field.multiply(log, Quot.of(Rational.of(times))));
            }
        }
        return sum;
    }

    /** Returns a function value that has no normal form of its own. */
    Quot function(String name, Quot argument) {
        return field.value(Kind.FUNCTION, new Function(name, argument));
    }

    /** Facts that distinguish function values. */
    record Function(String name, Quot argument) {}
}
