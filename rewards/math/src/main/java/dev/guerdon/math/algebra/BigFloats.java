package dev.guerdon.math.algebra;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** Error-bounded arithmetic with floating-point numbers of many binary digits. */
final class BigFloats implements Reals<BigFloats.Ball> {

    private static final BigInteger ONE = BigInteger.ONE;
    private static final int GUARD = 24;

    /** Errors are doubles: none is counted as smaller than what a double can still tell from zero. */
    private static final double FLOOR = 1e-300;

    private final int digits;
    private final int precision;
    private final double unit;
    private final ComparisonBudget budget;
    private final Ball zero = new Ball(BigInteger.ZERO, 0, 0);
    private final Ball pi;
    private final double limit;
    private final int cost;

    /** Arithmetic with about that many decimal digits, each operation charged to the budget. */
    BigFloats(int digits, ComparisonBudget budget) {
        this(digits, budget, Double.POSITIVE_INFINITY);
    }

    private BigFloats(int digits, ComparisonBudget budget, double limit) {
        this.digits = digits;
        this.limit = limit;
        this.cost = Math.max(1, digits * digits / 8000);
        this.precision = (int) (digits * 3.3219281) + GUARD;
        this.unit = Math.scalb(1.0, 2 - precision);
        this.budget = budget;
        this.pi = new Ball(Constants.pi(precision + 16), -precision - 16, 4 * unit);
    }

    /** Returns the same, but a number that is certainly not zero and smaller than 1/limit or larger than limit is left undecided. */
    BigFloats within(double limit) {
        return new BigFloats(digits, budget, limit);
    }

    private void step(int count) {
        budget.step((long) count * cost);
    }

    /** All numbers within {@code error} of {@code mantissa} times two to the {@code exponent}. */
    record Ball(BigInteger mantissa, int exponent, double error) {

        double toDouble() {
            int shift = Math.max(0, mantissa.bitLength() - 64);
            return Math.scalb(mantissa.shiftRight(shift).doubleValue(), exponent + shift);
        }

        BigDecimal toDecimal(MathContext context) {
            BigDecimal whole = new BigDecimal(mantissa);
            return exponent >= 0
                    ? whole.multiply(new BigDecimal(ONE.shiftLeft(exponent)), context)
                    : whole.divide(new BigDecimal(ONE.shiftLeft(-exponent)), context);
        }
    }

    private Ball ball(BigInteger mantissa, int exponent, double error) {
        if (mantissa.signum() == 0 && error == 0) {
            return zero;
        }
        int excess = mantissa.bitLength() - precision;
        BigInteger kept = excess > 0 ? mantissa.shiftRight(excess) : mantissa;
        int place = excess > 0 ? exponent + excess : exponent;
        Ball ball = new Ball(kept, place, 0);
        double size = Math.abs(ball.toDouble());
        double total = error * 1.000001 + (excess > 0 ? size * unit + FLOOR : 0);
        if (Double.isInfinite(size)
                || Double.isNaN(total)
                || Double.isInfinite(total)
                || (size == 0 && kept.signum() != 0)) {
            throw UndecidedException.INSTANCE;
        }
        if (limit < Double.POSITIVE_INFINITY && size > total && (size > limit || size * limit < 1)) {
            throw UndecidedException.INSTANCE;
        }
        return new Ball(kept, place, total);
    }

    private static double size(Ball a) {
        return Math.abs(a.toDouble());
    }

    @Override
    public Ball of(Rational value) {
        step(2 + value.bits() / 500);
        if (value.isInteger()) {
            return ball(value.numerator(), 0, 0);
        }
        int shift = precision
                + 4
                - value.numerator().bitLength()
                + value.denominator().bitLength();
        BigInteger over = shift >= 0
                ? value.numerator().shiftLeft(shift)
                : value.numerator().shiftRight(-shift);
        Ball rough = ball(over.divide(value.denominator()), -shift, 0);
        return new Ball(rough.mantissa, rough.exponent, rough.error + size(rough) * unit);
    }

    @Override
    public Ball add(Ball a, Ball b) {
        step(2);
        double error = a.error + b.error;
        if (a.mantissa.signum() == 0) {
            return ball(b.mantissa, b.exponent, error);
        }
        if (b.mantissa.signum() == 0) {
            return ball(a.mantissa, a.exponent, error);
        }
        Ball high = a.exponent >= b.exponent ? a : b;
        Ball low = a.exponent >= b.exponent ? b : a;
        int gap = high.exponent - low.exponent;
        if (gap > 3 * precision) {
            return ball(high.mantissa, high.exponent, error + size(low));
        }
        return ball(high.mantissa.shiftLeft(gap).add(low.mantissa), low.exponent, error);
    }

    @Override
    public Ball negate(Ball a) {
        return new Ball(a.mantissa.negate(), a.exponent, a.error);
    }

    @Override
    public Ball multiply(Ball a, Ball b) {
        step(4);
        return ball(
                a.mantissa.multiply(b.mantissa),
                Math.addExact(a.exponent, b.exponent),
                size(a) * b.error + size(b) * a.error + a.error * b.error);
    }

    @Override
    public Ball divide(Ball a, Ball b) {
        step(8);
        double low = size(b) - b.error;
        if (low <= 0) {
            throw UndefinedException.INSTANCE;
        }
        int shift = Math.max(0, precision + 2 - a.mantissa.bitLength() + b.mantissa.bitLength());
        BigInteger mantissa = a.mantissa.shiftLeft(shift).divide(b.mantissa);
        Ball rough = new Ball(mantissa, a.exponent - b.exponent - shift, 0);
        double size = size(rough);
        return ball(mantissa, rough.exponent, (a.error + size * b.error) / low + size * unit);
    }

    @Override
    public Ball sqrt(Ball a) {
        step(30);
        if (a.mantissa.signum() <= 0) {
            return new Ball(BigInteger.ZERO, 0, Math.sqrt(a.error));
        }
        int shift = Math.max(0, 2 * precision + 2 - a.mantissa.bitLength());
        if (((a.exponent - shift) & 1) != 0) {
            shift++;
        }
        BigInteger root = a.mantissa.shiftLeft(shift).sqrt();
        int exponent = (a.exponent - shift) / 2;
        double low = size(a) - a.error;
        double size = Math.sqrt(size(a));
        return ball(
                root,
                exponent,
                (low > 0 ? a.error / (2 * Math.sqrt(low)) : Math.sqrt(size(a) + a.error)) + size * unit);
    }

    /** Returns the number as an integer multiple of two to the minus {@code places}. */
    private static BigInteger fixed(Ball a, int places) {
        return a.mantissa.shiftLeft(a.exponent + places);
    }

    @Override
    public Ball exp(Ball a) {
        double x = a.toDouble();
        if (x + a.error < -600 && limit == Double.POSITIVE_INFINITY) {
            return new Ball(BigInteger.ZERO, 0, 1e-259);
        }
        if (Math.abs(x) > 600) {
            throw UndecidedException.INSTANCE;
        }
        int places = precision + 40;
        // e^x = 2^k e^r with |r| < 1/2
        long k = Math.round(x / Math.log(2));
        BigInteger r = fixed(a, places).subtract(Constants.ln2(places).multiply(BigInteger.valueOf(k)));
        BigInteger value = exponential(r, places);
        Ball rough = new Ball(value, Math.toIntExact(k) - places, 0);
        double size = size(rough);
        return ball(value, rough.exponent, size * (Math.expm1(a.error) + 16 * unit));
    }

    /** e^r for a small fixed-point r: Taylor series after halving, then squaring back. */
    private BigInteger exponential(BigInteger r, int places) {
        int halvings = 8;
        int wide = places + 2 * halvings;
        BigInteger small = r.shiftLeft(halvings);
        BigInteger one = ONE.shiftLeft(wide);
        BigInteger sum = one;
        BigInteger term = one;
        for (int i = 1; term.bitLength() > 2; i++) {
            step(7);
            term = term.multiply(small).shiftRight(wide).divide(BigInteger.valueOf(i));
            if (term.signum() == 0 || term.equals(ONE.negate())) {
                break;
            }
            sum = sum.add(term);
        }
        for (int i = 0; i < halvings; i++) {
            step(2);
            sum = sum.multiply(sum).shiftRight(wide);
        }
        return sum.shiftRight(wide - places);
    }

    @Override
    public Ball ln(Ball a) {
        double low = size(a) - a.error;
        if (a.mantissa.signum() <= 0 || low <= 0) {
            throw UndefinedException.INSTANCE;
        }
        int places = precision + 40;
        // a = m 2^k with 1/2 <= m < 1
        int k = a.mantissa.bitLength() + a.exponent;
        BigInteger m = a.mantissa.shiftLeft(places - a.mantissa.bitLength());
        BigInteger value = logarithm(m, places).add(Constants.ln2(places).multiply(BigInteger.valueOf(k)));
        return ball(value, -places, a.error / low + 16 * unit * (1 + Math.abs(k)));
    }

    /** Newton's iteration of the third order from the double value. */
    private BigInteger logarithm(BigInteger m, int places) {
        double start = Math.log(new Ball(m, -places, 0).toDouble());
        BigInteger y = BigInteger.valueOf((long) Math.scalb(start, 52)).shiftLeft(places - 52);
        for (int correct = 45; correct < 2 * places; correct *= 3) {
            BigInteger e = exponential(y, places);
            BigInteger step = m.subtract(e).shiftLeft(places + 1).divide(m.add(e));
            y = y.add(step);
            step(8);
        }
        return y;
    }

    @Override
    public Ball sin(Ball a) {
        if (a.mantissa.signum() == 0 && a.error == 0) {
            return a;
        }
        return angle(a, 0);
    }

    @Override
    public Ball cos(Ball a) {
        return angle(a, 1);
    }

    private Ball angle(Ball a, int part) {
        double x = size(a);
        if (x > 1e15) {
            throw UndecidedException.INSTANCE;
        }
        int places = precision + 64;
        BigInteger turn = Constants.pi(places).shiftLeft(1);
        BigInteger angle = fixed(a, places).mod(turn);
        int halvings = 6;
        int wide = places + 2 * halvings;
        BigInteger small = angle.shiftLeft(halvings);
        BigInteger square = small.multiply(small).shiftRight(wide).negate();
        BigInteger sin = small;
        BigInteger term = small;
        for (int i = 2; term.bitLength() > 2; i += 2) {
            step(7);
            term = term.multiply(square).shiftRight(wide).divide(BigInteger.valueOf((long) i * (i + 1)));
            sin = sin.add(term);
        }
        BigInteger one = ONE.shiftLeft(wide);
        BigInteger cos = one.shiftLeft(wide).subtract(sin.multiply(sin)).sqrt();
        step(20);
        for (int i = 0; i < halvings; i++) {
            step(7);
            BigInteger doubled = sin.multiply(cos).shiftRight(wide - 1);
            cos = one.subtract(sin.multiply(sin).shiftRight(wide - 1));
            sin = doubled;
        }
        return ball(part == 0 ? sin : cos, -wide, Math.min(2, a.error + 16 * unit * (1 + x)));
    }

    @Override
    public Ball atan(Ball a) {
        if (a.mantissa.signum() == 0 && a.error == 0) {
            return a;
        }
        double x = a.toDouble();
        if (Math.abs(x) > 1) {
            // atan x = ±π/2 - atan 1/x
            Ball inverse = atan(divide(of(Rational.ONE), a));
            Ball half = new Ball(pi.mantissa, pi.exponent - 1, pi.error);
            return add(x > 0 ? half : negate(half), negate(inverse));
        }
        int places = precision + 40;
        BigInteger one = ONE.shiftLeft(places);
        BigInteger small = fixed(a, places);
        int halvings = 5;
        for (int i = 0; i < halvings; i++) {
            // atan x = 2 atan(x / (1 + sqrt(1 + x²)))
            BigInteger root = one.shiftLeft(places).add(small.multiply(small)).sqrt();
            small = small.shiftLeft(places).divide(one.add(root));
            step(30);
        }
        BigInteger square = small.multiply(small).shiftRight(places).negate();
        BigInteger power = small;
        BigInteger sum = small;
        for (int i = 3; power.bitLength() > 2; i += 2) {
            step(7);
            power = power.multiply(square).shiftRight(places);
            sum = sum.add(power.divide(BigInteger.valueOf(i)));
        }
        return ball(sum.shiftLeft(halvings), -places, a.error + 64 * unit);
    }

    @Override
    public Ball pi() {
        return pi;
    }

    @Override
    public double middle(Ball a) {
        return a.toDouble();
    }

    @Override
    public double error(Ball a) {
        return a.error;
    }

    @Override
    public boolean isZero(Ball a) {
        return a.mantissa.signum() == 0;
    }

    @Override
    public int sign(Ball a) {
        return size(a) > a.error ? a.mantissa.signum() : 0;
    }

    @Override
    public Ball floor(Ball a) {
        BigInteger whole = a.exponent >= 0 ? a.mantissa.shiftLeft(a.exponent) : a.mantissa.shiftRight(-a.exponent);
        Ball floor = ball(whole, 0, 0);
        double above = add(a, negate(floor)).toDouble();
        boolean exact = a.error == 0;
        if (!exact && (above - a.error < 0 || above + a.error >= 1)) {
            throw UndecidedException.INSTANCE;
        }
        return floor;
    }

    /** π and ln 2 in fixed point, computed once for each precision in use. */
    private static final class Constants {

        private static volatile BigInteger pi = BigInteger.ZERO;
        private static volatile BigInteger ln2 = BigInteger.ZERO;
        private static final int PLACES = 1200;

        private Constants() {}

        static BigInteger pi(int places) {
            BigInteger value = pi;
            if (value.signum() == 0) {
                // Machin: π = 16 atan(1/5) - 4 atan(1/239)
                value = inverse(5, -1)
                        .multiply(BigInteger.valueOf(16))
                        .subtract(inverse(239, -1).multiply(BigInteger.valueOf(4)));
                pi = value;
            }
            return cut(value, places);
        }

        static BigInteger ln2(int places) {
            BigInteger value = ln2;
            if (value.signum() == 0) {
                // ln 2 = 2 artanh(1/3)
                value = inverse(3, 1).shiftLeft(1);
                ln2 = value;
            }
            return cut(value, places);
        }

        private static BigInteger cut(BigInteger value, int places) {
            if (places > PLACES) {
                throw UndecidedException.INSTANCE;
            }
            return value.shiftRight(PLACES + 32 - places);
        }

        /** Returns the inverse tangent of 1/x, hyperbolic where the sign is positive. */
        private static BigInteger inverse(int x, int sign) {
            BigInteger power = BigInteger.ONE.shiftLeft(PLACES + 32).divide(BigInteger.valueOf(x));
            BigInteger square = BigInteger.valueOf((long) sign * x * x);
            BigInteger sum = power;
            for (int k = 3; power.signum() != 0; k += 2) {
                power = power.divide(square);
                sum = sum.add(power.divide(BigInteger.valueOf(k)));
            }
            return sum;
        }
    }
}
