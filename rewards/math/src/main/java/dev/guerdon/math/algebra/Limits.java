package dev.guerdon.math.algebra;

import dev.guerdon.math.algebra.Complexes.Complex;
import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.spi.MathLimits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/**
 * Limits, integrals and infinite sums by convergence: two approximations that agree bound the error of the better one.
 *
 * <p>They are computed with many digits only; in double precision they are left undecided.
 */
final class Limits {

    /** How closely two approximations must agree, relative to their size. */
    private static final double AGREEMENT = 1e-14;

    private static final int MAX_TERMS = 500;

    private static final double MAX_WEIGHT = 2000;

    private Limits() {}

    /**
     * Returns whether every integral and infinite sum is too simple to hide anything between the points at which it is approximated.
     *
     * <p>A bend narrower than the distance of the points needs a large number somewhere: a factor, a bound, a power. The weight of an
     * expression is what its numbers and powers can build together.
     */
    static boolean isTame(Node node) {
        if (node instanceof Big b && (b.operator().equals("int") || b.to() == Const.INFINITY)) {
            ExpressionFeatures features = ExpressionFeatures.of(b.body());
            return !features.turning()
                    && !features.stepping()
                    && !features.branching()
                    && weight(b.body()) * bound(b.from()) * bound(b.to()) <= MAX_WEIGHT;
        }
        return node.children().stream().allMatch(Limits::isTame);
    }

    private static double bound(@Nullable Node bound) {
        Node of = bound instanceof Neg n ? n.of() : bound;
        return of == null || of == Const.INFINITY ? 1 : weight(of);
    }

    private static double weight(Node node) {
        return switch (node) {
            case Num n ->
                Math.max(1, n.value().numerator().abs().doubleValue())
                        * n.value().denominator().doubleValue();
            case Const c -> c == Const.PI || c == Const.E ? 3 : 1;
            case Pow p
            when p.exponent() instanceof Num n && n.value().isInteger() ->
                Math.pow(weight(p.base()), weight(n)) * weight(n);
            case Node.Add a -> a.terms().stream().mapToDouble(Limits::weight).sum();
            default -> node.children().stream().mapToDouble(Limits::weight).reduce(1, (x, y) -> x * y);
        };
    }

    static <R> Complex<R> limit(Big big, Node point, NumericEvaluation<R> numeric) {
        manyDigits(numeric);
        boolean infinite = point == Const.INFINITY || (point instanceof Neg n && n.of() == Const.INFINITY);
        if (infinite) {
            int sign = point == Const.INFINITY ? 1 : -1;
            try {
                return settle(near(big, power(18, sign), numeric), near(big, power(17, sign), numeric), numeric);
            } catch (UndecidedException e) {
                // Exponentials leave the range of the numbers far out; nearer they have converged as well.
                return settle(
                        near(big, Rational.of(sign * 400L).multiply(RandomPointComparison.UNFORESEEN), numeric),
                        near(big, Rational.of(sign * 300L).multiply(RandomPointComparison.UNFORESEEN), numeric),
                        numeric);
            }
        }
        Complex<R> centre = numeric.value(point);
        Complex<R> result = null;
        for (int sign = -1; sign <= 1; sign += 2) {
            if (big.to() instanceof Node.Num side && side.value().signum() != sign) {
                continue;
            }
            Complex<R> oneSide = settle(
                    around(big, centre, power(-18, sign), numeric),
                    around(big, centre, power(-17, sign), numeric),
                    numeric);
            result = result == null ? oneSide : settle(result, oneSide, numeric);
        }
        if (result == null) {
            throw UndecidedException.INSTANCE;
        }
        return result;
    }

    private static Rational power(int exponent, int sign) {
        return Rational.of(10).pow(exponent).multiply(Rational.of(sign)).multiply(RandomPointComparison.UNFORESEEN);
    }

    private static <R> Complex<R> near(Big big, Rational at, NumericEvaluation<R> numeric) {
        return at(big, numeric.complexes.of(at), numeric);
    }

    private static <R> Complex<R> around(Big big, Complex<R> centre, Rational step, NumericEvaluation<R> numeric) {
        return at(big, numeric.complexes.add(centre, numeric.complexes.of(step)), numeric);
    }

    private static <R> Complex<R> at(Big big, Complex<R> point, NumericEvaluation<R> numeric) {
        String name = big.variable().name();
        numeric.assign(name, point);
        try {
            return numeric.value(big.body());
        } finally {
            numeric.unassign(name);
        }
    }

    private static <R> void manyDigits(NumericEvaluation<R> numeric) {
        if (numeric.complexes.reals instanceof BoundedDoubles) {
            throw UndecidedException.INSTANCE;
        }
    }

    /** Returns the better approximation with the distance to the other as its error. */
    private static <R> Complex<R> settle(Complex<R> better, Complex<R> other, NumericEvaluation<R> numeric) {
        Reals<R> reals = numeric.complexes.reals;
        double re = spread(better.re(), other.re(), reals);
        double im = spread(better.im(), other.im(), reals);
        double size = Math.abs(reals.middle(better.re())) + Math.abs(reals.middle(better.im()));
        if (re + im > AGREEMENT * Math.max(1, size)) {
            throw UndecidedException.INSTANCE;
        }
        return new Complex<>(
                widened(better.re(), re), numeric.complexes.isReal(better) ? better.im() : widened(better.im(), im));
    }

    private static <R> double spread(R a, R b, Reals<R> reals) {
        R difference = reals.add(a, reals.negate(b));
        return 2 * (Math.abs(reals.middle(difference)) + reals.error(difference));
    }

    @SuppressWarnings("unchecked")
    private static <R> R widened(R value, double error) {
        if (value instanceof BigFloats.Ball ball) {
            return (R) new BigFloats.Ball(ball.mantissa(), ball.exponent(), ball.error() + error);
        }
        return value;
    }

    /** Double-exponential quadrature. */
    static <R> Complex<R> integral(Big big, Node from, Node to, NumericEvaluation<R> numeric) {
        manyDigits(numeric);
        Complexes<R> complexes = numeric.complexes;
        boolean tail = to == Const.INFINITY;
        if (from instanceof Neg || from == Const.INFINITY) {
            boolean whole = from instanceof Neg n && n.of() == Const.INFINITY;
            if (whole && tail) {
                Complex<R> right = integral(big, Node.Num.of(0), to, numeric);
                Big mirrored = new Big(
                        "int",
                        big.variable(),
                        Node.Num.of(0),
                        Const.INFINITY,
                        big.body().replace(big.variable(), new Neg(big.variable())));
                return complexes.add(right, integral(mirrored, Node.Num.of(0), Const.INFINITY, numeric));
            }
            if (whole || from == Const.INFINITY) {
                throw UndecidedException.INSTANCE;
            }
        }
        Complex<R> low = numeric.value(from);
        Complex<R> width = tail ? complexes.one : complexes.subtract(numeric.value(to), low);
        Complex<R> coarse = complexes.zero;
        Complex<R> fine = complexes.zero;
        Quadrature nodes = Quadrature.NODES;
        for (int k = 0; k < nodes.size(); k++) {
            // The node as a share of the interval: near the far end counted from there, so that no digits are lost.
            Complex<R> share = complexes.of(Rational.of(nodes.share(k)));
            Complex<R> rest = complexes.of(Rational.of(nodes.share(nodes.size() - 1 - k)));
            Complex<R> point =
                    complexes.add(low, complexes.multiply(width, tail ? complexes.divide(share, rest) : share));
            Complex<R> value;
            try {
                value = at(big, point, numeric);
            } catch (UndefinedException e) {
                continue;
            } catch (UndecidedException e) {
                if (tail && k > nodes.size() * 3 / 4) {
                    continue;
                }
                throw e;
            }
            Complex<R> weight = complexes.of(Rational.of(nodes.weight(k)));
            if (tail) {
                weight = complexes.divide(weight, complexes.multiply(rest, rest));
            }
            Complex<R> part = complexes.multiply(value, weight);
            fine = complexes.add(fine, part);
            if (k % 2 == 0) {
                coarse = complexes.add(coarse, part);
            }
        }
        coarse = complexes.multiply(coarse, complexes.of(Rational.TWO));
        return settle(complexes.multiply(fine, width), complexes.multiply(coarse, width), numeric);
    }

    /** Returns an infinite sum: directly where the terms fall geometrically, otherwise by Richardson's extrapolation. */
    static <R> Complex<R> series(Big big, BigInteger first, NumericEvaluation<R> numeric) {
        manyDigits(numeric);
        if (!big.operator().equals("sum")) {
            throw UndecidedException.INSTANCE;
        }
        Complexes<R> complexes = numeric.complexes;
        Rational start = Rational.of(first);
        double[] sizes = new double[40];
        Complex<R> sum = complexes.zero;
        for (int i = 0; i < 40; i++) {
            Complex<R> term = numeric.at(big, start.add(Rational.of(i)));
            sizes[i] = Math.abs(complexes.reals.middle(complexes.modulus(term)));
            sum = complexes.add(sum, term);
        }
        double ratio = sizes[39] == 0 ? 0 : Math.pow(sizes[39] / sizes[29], 0.1);
        if (ratio < 0.92) {
            return geometric(big, start, sum, ratio, numeric);
        }
        return richardson(big, start, numeric);
    }

    private static <R> Complex<R> geometric(
            Big big, Rational start, Complex<R> sum40, double ratio, NumericEvaluation<R> numeric) {
        Complexes<R> complexes = numeric.complexes;
        Complex<R> sum = sum40;
        double size = 1;
        for (int i = 40; i < MAX_TERMS && size > 1e-45; i++) {
            Complex<R> term = numeric.at(big, start.add(Rational.of(i)));
            size = Math.abs(complexes.reals.middle(complexes.modulus(term)));
            sum = complexes.add(sum, term);
        }
        double tail = 10 * size / (1 - ratio);
        Complex<R> bound = complexes.real(widened(complexes.zero.re(), tail));
        return complexes.add(sum, bound);
    }

    private static <R> Complex<R> richardson(Big big, Rational start, NumericEvaluation<R> numeric) {
        Complexes<R> complexes = numeric.complexes;
        int levels = 8;
        Complex<R>[] row = newRow(levels);
        Complex<R> sum = complexes.zero;
        int done = 0;
        for (int level = 0; level < levels; level++) {
            int upTo = 8 << level;
            for (; done < upTo; done++) {
                sum = complexes.add(sum, numeric.at(big, start.add(Rational.of(done))));
            }
            row[level] = sum;
        }
        Complex<R> previous = row[levels - 1];
        for (int order = 1; order < levels; order++) {
            previous = row[levels - 1];
            Rational factor = Rational.TWO.pow(order);
            for (int level = levels - 1; level >= order; level--) {
                Complex<R> better =
                        complexes.subtract(complexes.multiply(complexes.of(factor), row[level]), row[level - 1]);
                row[level] = complexes.divide(better, complexes.of(factor.subtract(Rational.ONE)));
            }
        }
        return settle(row[levels - 1], previous, numeric);
    }

    @SuppressWarnings("unchecked")
    private static <R> Complex<R>[] newRow(int size) {
        return (Complex<R>[]) new Complex<?>[size];
    }

    /** Nodes and weights on the unit interval. */
    static final class Quadrature {

        private static final int HALF = 60;
        private static final int DIGITS = 45;
        private static final MathContext PRECISION = new MathContext(DIGITS + 15);

        static final Quadrature NODES = new Quadrature();

        private final BigDecimal[] shares = new BigDecimal[2 * HALF + 1];
        private final BigDecimal[] weights = new BigDecimal[2 * HALF + 1];

        private Quadrature() {
            BigFloats decimals = new BigFloats(
                    DIGITS + 15, new ComparisonBudget(new MathLimits(10, 10, 1000, 10, Integer.MAX_VALUE / 2)));
            Complexes<BigFloats.Ball> c = new Complexes<>(decimals);
            Complex<BigFloats.Ball> halfPi = c.divide(c.real(decimals.pi()), c.of(Rational.TWO));
            for (int k = -HALF; k <= HALF; k++) {
                Complex<BigFloats.Ball> t = c.of(Rational.of(k, 16));
                Complex<BigFloats.Ball> plus = c.exp(t);
                Complex<BigFloats.Ball> minus = c.exp(c.negate(t));
                Complex<BigFloats.Ball> sinh = c.divide(c.subtract(plus, minus), c.of(Rational.TWO));
                Complex<BigFloats.Ball> cosh = c.divide(c.add(plus, minus), c.of(Rational.TWO));
                Complex<BigFloats.Ball> u = c.multiply(c.multiply(halfPi, sinh), c.of(Rational.TWO));
                // share = 1/(1+e^-u), weight = h π/2 cosh t · 2 share (1-share)
                Complex<BigFloats.Ball> share = c.divide(c.one, c.add(c.one, c.exp(c.negate(u))));
                Complex<BigFloats.Ball> other = c.divide(c.one, c.add(c.one, c.exp(u)));
                Complex<BigFloats.Ball> weight = c.multiply(
                        c.multiply(c.multiply(halfPi, cosh), c.multiply(share, other)), c.of(Rational.of(2, 16)));
                shares[k + HALF] = share.re().toDecimal(PRECISION);
                weights[k + HALF] = weight.re().toDecimal(PRECISION);
            }
        }

        int size() {
            return shares.length;
        }

        BigDecimal share(int k) {
            return shares[k];
        }

        BigDecimal weight(int k) {
            return weights[k];
        }
    }
}
