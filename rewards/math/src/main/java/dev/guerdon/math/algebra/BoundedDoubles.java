package dev.guerdon.math.algebra;

/** Error-bounded arithmetic in double precision: fast, enough to tell most different numbers apart. */
final class BoundedDoubles implements Reals<BoundedDoubles.Ball> {

    static final BoundedDoubles INSTANCE = new BoundedDoubles();

    private BoundedDoubles() {}

    /** All numbers within {@code error} of {@code middle}. */
    record Ball(double middle, double error) {}

    private static Ball ball(double middle, double error) {
        if (Double.isNaN(middle) || Double.isInfinite(middle) || Double.isNaN(error) || Double.isInfinite(error)) {
            throw UndecidedException.INSTANCE;
        }
        return new Ball(middle, middle == 0 && error == 0 ? 0 : error * 1.000001 + 2 * Math.ulp(middle));
    }

    @Override
    public Ball of(Rational value) {
        if (value.isZero()) {
            return new Ball(0, 0);
        }
        double middle = value.toDouble();
        if (value.isInteger() && value.bits() < 53) {
            return new Ball(middle, 0);
        }
        if (middle == 0) {
            throw UndecidedException.INSTANCE;
        }
        return ball(middle, 3 * Math.ulp(middle));
    }

    @Override
    public Ball add(Ball a, Ball b) {
        return ball(a.middle + b.middle, a.error + b.error);
    }

    @Override
    public Ball negate(Ball a) {
        return new Ball(-a.middle, a.error);
    }

    @Override
    public Ball multiply(Ball a, Ball b) {
        double middle = a.middle * b.middle;
        if (middle == 0 && a.middle != 0 && b.middle != 0) {
            throw UndecidedException.INSTANCE;
        }
        return ball(middle, Math.abs(a.middle) * b.error + Math.abs(b.middle) * a.error + a.error * b.error);
    }

    @Override
    public Ball divide(Ball a, Ball b) {
        double low = Math.abs(b.middle) - b.error;
        if (low <= 0) {
            throw UndefinedException.INSTANCE;
        }
        double middle = a.middle / b.middle;
        return ball(middle, (a.error + Math.abs(middle) * b.error) / low);
    }

    @Override
    public Ball sqrt(Ball a) {
        double middle = Math.sqrt(Math.max(0, a.middle));
        double low = a.middle - a.error;
        return ball(middle, low > 0 ? a.error / (2 * Math.sqrt(low)) : Math.sqrt(a.middle + a.error));
    }

    @Override
    public Ball exp(Ball a) {
        double middle = Math.exp(a.middle);
        if (middle == 0) {
            throw UndecidedException.INSTANCE;
        }
        return ball(middle, middle * Math.expm1(a.error));
    }

    @Override
    public Ball ln(Ball a) {
        double low = a.middle - a.error;
        if (low <= 0) {
            throw UndefinedException.INSTANCE;
        }
        return ball(Math.log(a.middle), a.error / low + 1e-16);
    }

    @Override
    public Ball sin(Ball a) {
        return a.middle == 0 && a.error == 0 ? a : ball(Math.sin(a.middle), Math.min(2, a.error + 2e-16));
    }

    @Override
    public Ball cos(Ball a) {
        return ball(Math.cos(a.middle), Math.min(2, a.error + 2e-16));
    }

    @Override
    public Ball atan(Ball a) {
        return a.middle == 0 && a.error == 0 ? a : ball(Math.atan(a.middle), a.error + 2e-16);
    }

    @Override
    public Ball pi() {
        return new Ball(Math.PI, 2e-16);
    }

    @Override
    public double middle(Ball a) {
        return a.middle;
    }

    @Override
    public double error(Ball a) {
        return a.error;
    }

    @Override
    public boolean isZero(Ball a) {
        return a.middle == 0;
    }

    @Override
    public int sign(Ball a) {
        return Math.abs(a.middle) > a.error ? (int) Math.signum(a.middle) : 0;
    }

    @Override
    public Ball floor(Ball a) {
        double low = Math.floor(a.middle - a.error);
        if (low != Math.floor(a.middle + a.error) || Math.abs(a.middle) > 1e15) {
            throw UndecidedException.INSTANCE;
        }
        return new Ball(low, 0);
    }
}
