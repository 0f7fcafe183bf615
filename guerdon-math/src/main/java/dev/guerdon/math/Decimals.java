package dev.guerdon.math;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/** Error-bounded arithmetic with many decimal digits. */
final class Decimals implements Reals<Decimals.Ball> {

    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    private final int digits;
    private final MathContext context;
    private final double unit;
    private final Budget budget;
    private final Ball pi;

    /** Arithmetic with that many digits, each operation charged to the budget. */
    Decimals(int digits, Budget budget) {
        this.digits = digits;
        this.context = new MathContext(digits + 10, RoundingMode.HALF_EVEN);
        this.unit = Math.pow(10, -digits - 8);
        this.budget = budget;
        this.pi = new Ball(computedPi(), 4 * unit);
    }

    int digits() {
        return digits;
    }

    /** All numbers within {@code error} of {@code middle}. */
    record Ball(BigDecimal middle, double error) {}

    private Ball ball(BigDecimal middle, double error) {
        BigDecimal rounded = middle.round(context);
        if (rounded.signum() == 0 && error == 0) {
            return new Ball(BigDecimal.ZERO, 0);
        }
        double size = Math.abs(rounded.doubleValue());
        double total = error * 1.000001 + size * unit;
        if (Double.isInfinite(size) || Double.isNaN(total) || Double.isInfinite(total)) {
            throw UndecidedException.INSTANCE;
        }
        return new Ball(rounded, total);
    }

    private static double size(BigDecimal value) {
        double size = Math.abs(value.doubleValue());
        if (Double.isInfinite(size)) {
            throw UndecidedException.INSTANCE;
        }
        return size;
    }

    @Override
    public Ball of(Rational value) {
        budget.step(1 + value.bits() / 2000);
        BigDecimal middle = value.toDecimal(context);
        boolean exact = value.isInteger() && value.bits() < 200;
        return exact ? new Ball(middle, 0) : ball(middle, 0);
    }

    @Override
    public Ball add(Ball a, Ball b) {
        budget.step(1);
        return ball(a.middle.add(b.middle, context), a.error + b.error);
    }

    @Override
    public Ball negate(Ball a) {
        return new Ball(a.middle.negate(), a.error);
    }

    @Override
    public Ball multiply(Ball a, Ball b) {
        budget.step(2);
        return ball(
                a.middle.multiply(b.middle, context),
                size(a.middle) * b.error + size(b.middle) * a.error + a.error * b.error);
    }

    @Override
    public Ball divide(Ball a, Ball b) {
        budget.step(5);
        double low = size(b.middle) - b.error;
        if (low <= 0) {
            throw UndefinedException.INSTANCE;
        }
        BigDecimal middle = a.middle.divide(b.middle, context);
        return ball(middle, (a.error + size(middle) * b.error) / low);
    }

    @Override
    public Ball sqrt(Ball a) {
        budget.step(20);
        if (a.middle.signum() <= 0) {
            return new Ball(BigDecimal.ZERO, Math.sqrt(a.error));
        }
        double low = size(a.middle) - a.error;
        BigDecimal middle = a.middle.sqrt(context);
        return ball(middle, low > 0 ? a.error / (2 * Math.sqrt(low)) : Math.sqrt(size(a.middle) + a.error));
    }

    @Override
    public Ball exp(Ball a) {
        if (size(a.middle) > 600) {
            throw UndecidedException.INSTANCE;
        }
        BigDecimal middle = exponential(a.middle);
        double growth = Math.expm1(a.error);
        return ball(middle, size(middle) * (growth + 64 * unit * (1 + size(a.middle))));
    }

    /** Taylor series after halving the argument, then squaring back. */
    private BigDecimal exponential(BigDecimal x) {
        int halvings = Math.max(0, Math.getExponent(size(x)) + 9);
        MathContext wide = new MathContext(context.getPrecision() + 6 + halvings / 3, RoundingMode.HALF_EVEN);
        BigDecimal small = x.divide(TWO.pow(halvings), wide);
        BigDecimal sum = BigDecimal.ONE;
        BigDecimal term = BigDecimal.ONE;
        for (int k = 1; term.signum() != 0 && exponent(term) > -wide.getPrecision() - 2; k++) {
            budget.step(4);
            term = term.multiply(small, wide).divide(BigDecimal.valueOf(k), wide);
            sum = sum.add(term, wide);
        }
        for (int i = 0; i < halvings; i++) {
            budget.step(2);
            sum = sum.multiply(sum, wide);
        }
        return sum;
    }

    private static int exponent(BigDecimal value) {
        return value.precision() - value.scale();
    }

    @Override
    public Ball ln(Ball a) {
        double low = size(a.middle) - a.error;
        if (a.middle.signum() <= 0 || low <= 0) {
            throw UndefinedException.INSTANCE;
        }
        BigDecimal middle = logarithm(a.middle);
        return ball(middle, a.error / low + 64 * unit * (1 + size(middle)));
    }

    /** Newton's iteration from the double value. */
    private BigDecimal logarithm(BigDecimal x) {
        double start = Math.log(x.doubleValue());
        BigDecimal y = new BigDecimal(Double.isInfinite(start) || Double.isNaN(start) ? 0 : start);
        for (int correct = 14; correct < 3 * context.getPrecision(); correct *= 3) {
            BigDecimal e = exponential(y);
            // Halley's step: three times as many digits each.
            BigDecimal step = x.subtract(e, context).multiply(TWO, context).divide(x.add(e, context), context);
            y = y.add(step, context);
        }
        return y;
    }

    @Override
    public Ball sin(Ball a) {
        if (a.middle.signum() == 0 && a.error == 0) {
            return a;
        }
        return ball(sincos(a.middle)[0], Math.min(2, a.error + 64 * unit * (1 + size(a.middle))));
    }

    @Override
    public Ball cos(Ball a) {
        return ball(sincos(a.middle)[1], Math.min(2, a.error + 64 * unit * (1 + size(a.middle))));
    }

    /** Taylor series after reducing to one turn and halving, then doubling the angle back. */
    private BigDecimal[] sincos(BigDecimal x) {
        if (size(x) > 1e9) {
            throw UndecidedException.INSTANCE;
        }
        MathContext wide = new MathContext(context.getPrecision() + 12, RoundingMode.HALF_EVEN);
        BigDecimal turn = pi.middle.multiply(TWO);
        BigDecimal turns = x.divide(turn, context).setScale(0, RoundingMode.HALF_EVEN);
        BigDecimal angle = x.subtract(turns.multiply(turn), wide);
        int halvings = 6;
        BigDecimal small = angle.divide(TWO.pow(halvings), wide);
        BigDecimal square = small.multiply(small, wide).negate();
        BigDecimal sin = small;
        BigDecimal term = small;
        for (int k = 2; term.signum() != 0 && exponent(term) > -wide.getPrecision() - 2; k += 2) {
            budget.step(4);
            term = term.multiply(square, wide).divide(BigDecimal.valueOf((long) k * (k + 1)), wide);
            sin = sin.add(term, wide);
        }
        BigDecimal cos = BigDecimal.ONE.subtract(sin.multiply(sin, wide), wide).sqrt(wide);
        for (int i = 0; i < halvings; i++) {
            budget.step(4);
            BigDecimal doubled = TWO.multiply(sin, wide).multiply(cos, wide);
            cos = BigDecimal.ONE.subtract(TWO.multiply(sin, wide).multiply(sin, wide), wide);
            sin = doubled;
        }
        return new BigDecimal[] {sin, cos};
    }

    @Override
    public Ball atan(Ball a) {
        if (a.middle.signum() == 0 && a.error == 0) {
            return a;
        }
        return ball(arctangent(a.middle), a.error + 64 * unit);
    }

    private BigDecimal arctangent(BigDecimal x) {
        MathContext wide = new MathContext(context.getPrecision() + 8, RoundingMode.HALF_EVEN);
        BigDecimal small = x;
        int halvings = 0;
        while (size(small) > 0.05) {
            // atan x = 2 atan(x / (1 + sqrt(1 + x²)))
            BigDecimal root =
                    BigDecimal.ONE.add(small.multiply(small, wide), wide).sqrt(wide);
            small = small.divide(BigDecimal.ONE.add(root), wide);
            halvings++;
            budget.step(30);
        }
        BigDecimal square = small.multiply(small, wide).negate();
        BigDecimal power = small;
        BigDecimal sum = small;
        for (int k = 3; power.signum() != 0 && exponent(power) > -wide.getPrecision() - 2; k += 2) {
            budget.step(4);
            power = power.multiply(square, wide);
            sum = sum.add(power.divide(BigDecimal.valueOf(k), wide), wide);
        }
        return sum.multiply(TWO.pow(halvings), wide);
    }

    private BigDecimal computedPi() {
        // Machin: π = 16 atan(1/5) - 4 atan(1/239), in integers.
        int places = digits + 30;
        BigInteger one = BigInteger.TEN.pow(places);
        BigInteger value = inverseTangent(5, one)
                .multiply(BigInteger.valueOf(16))
                .subtract(inverseTangent(239, one).multiply(BigInteger.valueOf(4)));
        return new BigDecimal(value, places);
    }

    private static BigInteger inverseTangent(int x, BigInteger one) {
        BigInteger power = one.divide(BigInteger.valueOf(x));
        BigInteger square = BigInteger.valueOf((long) x * x);
        BigInteger sum = power;
        for (int k = 3; power.signum() != 0; k += 2) {
            power = power.divide(square).negate();
            sum = sum.add(power.divide(BigInteger.valueOf(k)));
        }
        return sum;
    }

    @Override
    public Ball pi() {
        return pi;
    }

    @Override
    public double middle(Ball a) {
        return a.middle.doubleValue();
    }

    @Override
    public double error(Ball a) {
        return a.error;
    }

    @Override
    public boolean isZero(Ball a) {
        return a.middle.signum() == 0;
    }

    @Override
    public int sign(Ball a) {
        return size(a.middle) > a.error ? a.middle.signum() : 0;
    }

    @Override
    public Ball floor(Ball a) {
        BigDecimal error = new BigDecimal(a.error);
        BigDecimal low = a.middle.subtract(error).setScale(0, RoundingMode.FLOOR);
        BigDecimal high = a.middle.add(error).setScale(0, RoundingMode.FLOOR);
        if (low.compareTo(high) != 0) {
            throw UndecidedException.INSTANCE;
        }
        return new Ball(low, 0);
    }
}
