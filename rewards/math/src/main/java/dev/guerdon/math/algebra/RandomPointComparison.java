package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Complexes.Complex;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Sym;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Compares two expressions by their values: one value where they are constants, values at random points where they have variables.
 *
 * <p>Values that differ by more than their error bounds prove that the expressions differ. Values that agree to {@value #FINE} digits
 * (a constant) or to {@value #DIGITS} digits at {@value #ENOUGH} points that nobody could foresee count as equal, unless a number on the
 * way was so small or so large that a difference could hide behind the last digit.
 */
@Internal
public final class RandomPointComparison {

    static final int DIGITS = 60;
    static final int FINE = 250;
    static final int ENOUGH = 5;

    /** Number of points that are tried with many digits. */
    private static final int PRECISE = 16;

    private static final int WHOLE = 22;

    /** How small the error of an agreement must be, relative to the values. */
    private static final double SHARP = 1e-40;

    private static final double FINE_SHARP = 1e-220;

    /** The same where a limit, an integral or an infinite sum is involved. */
    private static final double CONVERGED = 1e-13;

    /** Numbers outside of 1/limit to limit leave no room for a difference to show. */
    private static final double COARSE_LIMIT = 1e15;

    private static final double FINE_LIMIT = 1e100;

    /** A number between 1 and 2 that nobody can know beforehand. */
    static final Rational UNFORESEEN = new Sampler().scaled(1).abs().add(Rational.ONE);

    /** Number of points that are tried before the normal form. */
    private static final int BRIEF = 8;

    /** Number of points that are tried for one at which the expressions of a case are positive. */
    private static final int TRIES = 64;

    private final Node a;
    private final Node b;
    private final List<Node> positive;
    private final ExpressionFeatures features;
    private final ComparisonBudget budget;

    public RandomPointComparison(Node a, Node b, ComparisonBudget budget) {
        this(a, b, List.of(), budget);
    }

    /** A comparison at points only at which some other expressions are positive. */
    public RandomPointComparison(Node a, Node b, List<Node> positive, ComparisonBudget budget) {
        this.a = a;
        this.b = b;
        this.positive = positive;
        this.features = ExpressionFeatures.of(a, b);
        this.budget = budget;
    }

    /**
     * Returns whether values in double precision tell the two apart: certain where they do.
     *
     * @param briefly whether to try some points only, which tell most different ones apart; otherwise the others
     */
    public boolean differ(boolean briefly) {
        if (features.converging()) {
            return false;
        }
        NumericEvaluation<BoundedDoubles.Ball> quick = new NumericEvaluation<>(BoundedDoubles.INSTANCE, budget);
        if (features.variables().isEmpty()) {
            return briefly && at(a, b, quick, 0, true, false) == Verdict.DIFFERENT;
        }
        if (features.onIntegers() || wholeOnly()) {
            return false;
        }
        Sampler sampler = new Sampler();
        boolean strict = strict();
        int near = features.turns().isEmpty() ? 0 : Sampler.near(features.numbers());
        int end = briefly ? BRIEF : Sampler.ROUND + near;
        for (int point = briefly ? 0 : BRIEF; point < end; point++) {
            if (point >= BRIEF && !budget.affords(budget.limits().steps() * 7L / 10)) {
                break;
            }
            assign(quick, sampler, point < Sampler.ROUND ? alternating(point) : point);
            if (isInside(quick) && at(a, b, quick, 0, features.imaginary(), strict) == Verdict.DIFFERENT) {
                return true;
            }
        }
        return !briefly && turns(quick, sampler, strict);
    }

    /** Returns the place of a point among all so that both signs come in turn. */
    private static int alternating(int point) {
        return point % 2 == 0 ? point / 2 : (Sampler.ROUND + point) / 2;
    }

    /** Returns whether a point is for certain where this case applies. */
    private boolean isInside(NumericEvaluation<BoundedDoubles.Ball> quick) {
        try {
            for (Node node : positive) {
                Complex<BoundedDoubles.Ball> value = quick.value(node);
                if (!quick.complexes.isReal(value) || quick.complexes.reals.sign(value.re()) <= 0) {
                    return false;
                }
            }
            return true;
        } catch (UndecidedException | UndefinedException e) {
            return false;
        }
    }

    /** Returns whether the two differ on either side of where a root turns. */
    private boolean turns(NumericEvaluation<BoundedDoubles.Ball> quick, Sampler sampler, boolean strict) {
        for (Node turn : features.turns()) {
            for (String name : ExpressionFeatures.of(turn).variables()) {
                assign(quick, sampler, 0);
                double at = root(turn, name, quick);
                for (int side = 0; side < 4 && !Double.isNaN(at); side++) {
                    double step = (side < 2 ? 1 : 0.01) * Math.max(1, Math.abs(at));
                    Rational away = sampler.scaled(step).abs();
                    Rational middle = Rational.of(BigDecimal.valueOf(at));
                    quick.assign(name, side % 2 == 0 ? middle.add(away) : middle.subtract(away), Rational.ZERO);
                    if (isInside(quick) && at(a, b, quick, 0, features.imaginary(), strict) == Verdict.DIFFERENT) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Returns where a linear expression is zero, not a number where that cannot be told. */
    private static double root(Node turn, String name, NumericEvaluation<BoundedDoubles.Ball> quick) {
        try {
            quick.assign(name, Rational.ZERO, Rational.ZERO);
            double start = quick.value(turn).re().middle();
            quick.assign(name, Rational.ONE, Rational.ZERO);
            double root = start / (start - quick.value(turn).re().middle());
            return Math.abs(root) < 1e15 ? root : Double.NaN;
        } catch (UndecidedException | UndefinedException e) {
            return Double.NaN;
        }
    }

    /**
     * Returns the verdict of values with many digits. Both must be analytic but at the zeros of roots and logarithms ({@link ExpressionCase}).
     *
     * @param constants decides on two expressions without variables, for the points that are whole numbers
     */
    public Verdict compare(BiPredicate<Node, Node> constants) {
        if (features.converging() && !(Limits.isTame(a) && Limits.isTame(b))) {
            return Verdict.UNKNOWN;
        }
        if (features.variables().isEmpty()) {
            return constant();
        }
        if (features.branching()) {
            return Verdict.UNKNOWN;
        }
        if (features.discrete()) {
            Verdict whole = whole(constants);
            if (whole == Verdict.DIFFERENT || features.onIntegers() || wholeOnly()) {
                return whole;
            }
        }
        Verdict overall = several(features.imaginary());
        // Nowhere real: compare the complex values.
        return overall == Verdict.UNKNOWN && !features.imaginary() && positive.isEmpty() ? several(true) : overall;
    }

    private Verdict constant() {
        if (features.converging()) {
            return simple() && !hasTiny(a) && !hasTiny(b)
                    ? at(a, b, new NumericEvaluation<>(new BigFloats(DIGITS, budget), budget), CONVERGED, true, false)
                    : Verdict.UNKNOWN;
        }
        Verdict coarse = at(a, b, new NumericEvaluation<>(new BigFloats(DIGITS, budget), budget), SHARP, true, false);
        if (coarse == Verdict.DIFFERENT) {
            return coarse;
        }
        BigFloats fine = new BigFloats(FINE + 30, budget).within(FINE_LIMIT);
        return at(a, b, new NumericEvaluation<>(fine, budget), FINE_SHARP, true, false);
    }

    /** Returns whether no number is so fine that a difference could hide in the error of an approximation. */
    private boolean simple() {
        for (Rational number : features.numbers()) {
            if (number.bits() > 30) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a constant part is so small that it could hide in the error of an approximation. */
    private boolean hasTiny(Node node) {
        if (node instanceof Num || node instanceof Node.Big || node instanceof Sym) {
            return false;
        }
        if (ExpressionFeatures.of(node).variables().isEmpty()
                && !ExpressionFeatures.of(node).converging()) {
            try {
                NumericEvaluation<BoundedDoubles.Ball> quick = new NumericEvaluation<>(BoundedDoubles.INSTANCE, budget);
                Complex<BoundedDoubles.Ball> value = quick.value(node);
                double size =
                        Math.abs(value.re().middle()) + Math.abs(value.im().middle());
                if (size != 0 && size < 1e-9) {
                    return true;
                }
            } catch (UndecidedException | UndefinedException e) {
                return true;
            }
        }
        for (Node part : node.children()) {
            if (hasTiny(part)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether something only makes sense on whole numbers, and all variables have names of such. */
    private boolean wholeOnly() {
        return (features.discrete() || features.stepping()) && features.wholeNumbers();
    }

    private Verdict whole(BiPredicate<Node, Node> constants) {
        Sampler sampler = new Sampler();
        int agreed = 0;
        for (int point = 0; point < WHOLE; point++) {
            List<Rational> values = sampler.whole(point, features.variables().size(), features.onIntegers());
            Node x = a;
            Node y = b;
            int next = 0;
            for (String name : features.variables()) {
                Num value = Num.of(values.get(next++));
                x = x.replace(new Sym(name), value);
                y = y.replace(new Sym(name), value);
            }
            if (!hasValue(x) || !hasValue(y)) {
                continue;
            }
            if (!constants.test(x, y)) {
                return Verdict.DIFFERENT;
            }
            agreed++;
        }
        return agreed >= 12 ? Verdict.EQUAL : Verdict.UNKNOWN;
    }

    private boolean hasValue(Node node) {
        try {
            new NumericEvaluation<>(BoundedDoubles.INSTANCE, budget).value(node);
            return true;
        } catch (UndefinedException e) {
            return false;
        } catch (UndecidedException e) {
            return true;
        }
    }

    /** Returns whether one side is real everywhere: the other must be so, too. */
    private boolean strict() {
        return !features.restricted()
                || !ExpressionFeatures.of(a).restricted()
                || !ExpressionFeatures.of(b).restricted();
    }

    private Verdict several(boolean complex) {
        if (features.converging() && (!simple() || hasTiny(a) || hasTiny(b))) {
            return Verdict.UNKNOWN;
        }
        double sharp = features.converging() ? CONVERGED : SHARP;
        BigFloats coarse = new BigFloats(DIGITS, budget);
        NumericEvaluation<BigFloats.Ball> precise =
                new NumericEvaluation<>(features.converging() ? coarse : coarse.within(COARSE_LIMIT), budget);
        NumericEvaluation<BigFloats.Ball> finer =
                new NumericEvaluation<>(new BigFloats(FINE / 2, budget).within(1e45), budget);
        NumericEvaluation<BoundedDoubles.Ball> quick = new NumericEvaluation<>(BoundedDoubles.INSTANCE, budget);
        Sampler sampler = new Sampler();
        boolean strict = strict() && !complex;
        int wanted = features.converging() ? 3 : ENOUGH;
        int agreed = 0;
        int tried = 0;
        for (int point = 0;
                point < (positive.isEmpty() ? PRECISE : TRIES) && tried < PRECISE && agreed < wanted;
                point++) {
            assign(precise, sampler, alternating(point % Sampler.ROUND));
            if (!positive.isEmpty()) {
                quick.assignAll(precise);
                if (!isInside(quick)) {
                    continue;
                }
            }
            tried++;
            Verdict verdict = at(a, b, precise, sharp, complex, strict);
            if (verdict == Verdict.UNKNOWN && !features.converging() && tried <= 8) {
                finer.assignAll(precise);
                verdict = at(a, b, finer, 1e-90, complex, strict);
            }
            if (verdict == Verdict.DIFFERENT) {
                return verdict;
            }
            if (verdict == Verdict.EQUAL) {
                agreed++;
            }
        }
        return agreed >= 3 ? Verdict.EQUAL : Verdict.UNKNOWN;
    }

    private <R> void assign(NumericEvaluation<R> numeric, Sampler sampler, int point) {
        int count = features.variables().size();
        List<Rational> values = point < Sampler.ROUND
                ? sampler.real(point, count)
                : sampler.near(point - Sampler.ROUND, count, features.numbers());
        int next = 0;
        for (String variable : features.variables()) {
            Rational value = values.get(next++);
            boolean turned = features.imaginary() && (variable.equals("z") || variable.equals("w"));
            numeric.assign(variable, value, turned ? sampler.scaled(2) : Rational.ZERO);
        }
    }

    /** Returns the value of a real constant, null if it has none or cannot be computed. */
    public static @Nullable BigDecimal decimal(Node node, ComparisonBudget budget) {
        try {
            NumericEvaluation<BigFloats.Ball> numeric = new NumericEvaluation<>(new BigFloats(DIGITS, budget), budget);
            Complex<BigFloats.Ball> value = numeric.value(node);
            return numeric.complexes.isReal(value) ? value.re().toDecimal(MathContext.DECIMAL128) : null;
        } catch (UndecidedException | UndefinedException e) {
            return null;
        }
    }

    /** Returns the sign of a real constant, 0 if it is not certain. */
    public static int sign(Node node, ComparisonBudget budget) {
        try {
            NumericEvaluation<BigFloats.Ball> numeric = new NumericEvaluation<>(new BigFloats(DIGITS, budget), budget);
            Complex<BigFloats.Ball> value = numeric.value(node);
            return numeric.complexes.isReal(value) ? numeric.complexes.reals.sign(value.re()) : 0;
        } catch (UndecidedException | UndefinedException e) {
            return 0;
        }
    }

    private static <R> Verdict at(
            Node a, Node b, NumericEvaluation<R> numeric, double sharp, boolean complex, boolean strict) {
        try {
            Complex<R> x = numeric.value(a);
            Complex<R> y = numeric.value(b);
            Complexes<R> complexes = numeric.complexes;
            boolean left = complexes.isReal(x);
            boolean right = complexes.isReal(y);
            Verdict verdict = compare(x, y, complexes.reals, sharp);
            if (!complex && !(left && right)) {
                return strict && verdict == Verdict.DIFFERENT ? verdict : Verdict.UNKNOWN;
            }
            return verdict;
        } catch (UndecidedException | UndefinedException e) {
            return Verdict.UNKNOWN;
        }
    }

    private static <R> Verdict compare(Complex<R> x, Complex<R> y, Reals<R> reals, double sharp) {
        R re = reals.add(x.re(), reals.negate(y.re()));
        R im = reals.add(x.im(), reals.negate(y.im()));
        double error = reals.error(re) + reals.error(im);
        if (Math.abs(reals.middle(re)) > reals.error(re) || Math.abs(reals.middle(im)) > reals.error(im)) {
            return Verdict.DIFFERENT;
        }
        double size = Math.abs(reals.middle(x.re())) + Math.abs(reals.middle(x.im()));
        return error <= sharp * Math.max(size, 1e-20) ? Verdict.EQUAL : Verdict.UNKNOWN;
    }

    /** Finding of one method of comparing. */
    public enum Verdict {
        EQUAL,
        DIFFERENT,
        UNKNOWN
    }

    /**
     * Chooses the points at which expressions are compared: unknown to whoever wrote the answers, of both signs and many sizes.
     *
     * <p>The seed is drawn once for each process. The system property {@value #SEED} sets it, to repeat a run.
     */
    private static final class Sampler {

        static final String SEED = "guerdon.math.seed";

        private static final long PROCESS = seed(System.getProperty(SEED));

        /** The sizes of the points, over and over. */
        private static final double[] SIZES = {1, 3, 10, 0.3, 100, 1.5, 1e6, 30, 0.02, 1e3, 2, 1e5, 1e9, 1e12};

        /** After so many points every size has come with both signs. */
        static final int ROUND = 2 * 14;

        /** Random bits of each value: the chance to hit a root of a polynomial of degree d is at most d/2^44. */
        private static final int BITS = 44;

        /** Number of variables up to which the points are made once for the process. */
        private static final int FEW = 3;

        private static final List<List<List<Rational>>> POINTS = points();

        private final SplittableRandom random = new SplittableRandom(PROCESS);

        private static List<List<List<Rational>>> points() {
            List<List<List<Rational>>> points = new ArrayList<>();
            for (int variables = 1; variables <= FEW; variables++) {
                Sampler sampler = new Sampler();
                List<List<Rational>> own = new ArrayList<>();
                for (int point = 0; point < ROUND; point++) {
                    own.add(List.copyOf(sampler.made(point, variables)));
                }
                points.add(own);
            }
            return points;
        }

        private static long seed(@org.jspecify.annotations.Nullable String chosen) {
            if (chosen != null) {
                try {
                    return Long.parseLong(chosen.strip());
                } catch (NumberFormatException e) {
                    throw new IllegalArgumentException(SEED + " must be a whole number; found " + chosen, e);
                }
            }
            return new SecureRandom().nextLong();
        }

        /** Returns the values of the variables at one point, in their order: a single variable goes through all sizes, first positive ones. */
        List<Rational> real(int point, int variables) {
            return variables <= FEW ? POINTS.get(variables - 1).get(point % ROUND) : made(point, variables);
        }

        private List<Rational> made(int point, int variables) {
            List<Rational> values = new ArrayList<>(variables);
            for (int i = 0; i < variables; i++) {
                boolean single = variables == 1;
                double size = SIZES[single ? point % SIZES.length : random.nextInt(point < 4 ? 4 : SIZES.length)];
                Rational value = scaled(size).abs();
                boolean negative = single ? point / SIZES.length % 2 == 1 : point > 2 && random.nextBoolean();
                values.add(negative ? value.negate() : value);
            }
            return values;
        }

        /** Returns how many points lie close to numbers that are written out. */
        static int near(Set<Rational> numbers) {
            return 4 * numbers.size();
        }

        /** Returns a point on either side of a number that is written out, or of its negative: where a function may turn. */
        List<Rational> near(int point, int variables, Set<Rational> numbers) {
            Rational number = List.copyOf(numbers).get(point / 4);
            Rational step = scaled(random.nextBoolean() ? 1 : 0.01).abs();
            Rational turn = point % 2 == 0 ? number : number.negate();
            Rational value = point % 4 < 2 ? turn.add(step) : turn.subtract(step);
            int chosen = random.nextInt(variables);
            List<Rational> values = new ArrayList<>(real(point, variables));
            values.set(chosen, value);
            return values;
        }

        /** Whole numbers: small ones of either parity first, then larger. */
        List<Rational> whole(int point, int variables, boolean small) {
            List<Rational> values = new ArrayList<>(variables);
            for (int i = 0; i < variables; i++) {
                long value;
                if (point < 8 && variables == 1) {
                    value = point + 1L;
                } else if (small) {
                    value = 2L + random.nextInt(point < 16 ? 14 : 60);
                } else {
                    int bound = point % 3 == 0 ? 40 : point % 3 == 1 ? 5000 : 2_000_000;
                    value = random.nextInt(bound) * (random.nextInt(3) == 0 ? -1L : 1L);
                }
                values.add(Rational.of(value));
            }
            return values;
        }

        /** Returns a random number of about that size and either sign. */
        Rational scaled(double size) {
            long mantissa = (1L << BITS) / 8 + random.nextLong(1L << BITS);
            Rational share = Rational.of(BigInteger.valueOf(mantissa), BigInteger.ONE.shiftLeft(BITS));
            Rational value = share.multiply(Rational.of(java.math.BigDecimal.valueOf(size)));
            return random.nextBoolean() ? value : value.negate();
        }
    }
}
