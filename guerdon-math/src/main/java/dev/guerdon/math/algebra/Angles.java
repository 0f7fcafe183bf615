package dev.guerdon.math.algebra;

import dev.guerdon.math.number.Rational;

/** Sines and cosines of the angles whose values are sums of square roots. */
final class Angles {

    private Angles() {}

    static Quot cosine(Rational timesPi, Powers powers, Field field) {
        return sine(timesPi.add(Rational.HALF), powers, field);
    }

    /** The sine of a rational multiple of π. */
    static Quot sine(Rational timesPi, Powers powers, Field field) {
        Rational r = timesPi.subtract(
                Rational.of(timesPi.divide(Rational.TWO).floor()).multiply(Rational.TWO));
        if (r.compareTo(Rational.ONE) >= 0) {
            return field.negate(sine(r.subtract(Rational.ONE), powers, field));
        }
        if (r.compareTo(Rational.HALF) > 0) {
            r = Rational.ONE.subtract(r);
        }
        if (r.denominator().bitLength() > 6) {
            return other(r, powers, field);
        }
        int under = r.denominator().intValue();
        int over = r.numerator().intValue();
        return switch (under) {
            case 1 -> Quot.ZERO;
            case 2 -> Quot.ONE;
            case 6 -> over == 1 ? Quot.of(Rational.HALF) : other(r, powers, field);
            case 4 -> half(powers.radical(Rational.TWO, 1, 2), field);
            case 3 -> half(powers.radical(Rational.of(3), 1, 2), field);
            case 12 -> {
                Quot six = powers.radical(Rational.of(6), 1, 2);
                Quot two = powers.radical(Rational.TWO, 1, 2);
                yield half(half(over == 1 ? field.subtract(six, two) : field.add(six, two), field), field);
            }
            case 10 -> {
                Quot five = powers.radical(Rational.of(5), 1, 2);
                yield half(half(over == 1 ? field.subtract(five, Quot.ONE) : field.add(five, Quot.ONE), field), field);
            }
            default -> other(r, powers, field);
        };
    }

    private static Quot other(Rational timesPi, Powers powers, Field field) {
        return powers.function("sin", field.multiply(field.pi(), Quot.of(timesPi)));
    }

    private static Quot half(Quot value, Field field) {
        return field.multiply(value, Quot.of(Rational.HALF));
    }
}
