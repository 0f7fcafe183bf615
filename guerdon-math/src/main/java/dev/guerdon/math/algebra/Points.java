package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.number.BigFloats;
import dev.guerdon.math.number.Budget;
import dev.guerdon.math.number.Complexes;
import dev.guerdon.math.number.Complexes.Complex;
import dev.guerdon.math.number.Doubles;
import dev.guerdon.math.number.Rational;
import dev.guerdon.math.number.Reals;
import dev.guerdon.math.number.UndecidedException;
import dev.guerdon.math.number.UndefinedException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
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
public final class Points {

    static final int DIGITS = 60;
    static final int FINE = 250;
    static final int ENOUGH = 5;

    /** How many points are tried with many digits. */
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

    private final Budget budget;

    public Points(Budget budget) {
        this.budget = budget;
    }

    /** Whether values in double precision tell the two apart: cheap, and certain where they do. */
    public boolean differ(Node a, Node b) {
        Features features = Features.of(a, b);
        if (features.converging()) {
            return false;
        }
        Numeric<Doubles.Ball> quick = new Numeric<>(Doubles.INSTANCE, budget);
        if (features.variables().isEmpty()) {
            return at(a, b, quick, 0, true, false) == Verdict.DIFFERENT;
        }
        if (features.onIntegers() || wholeOnly(features)) {
            return false;
        }
        Sampler sampler = new Sampler();
        boolean strict = strict(a, b);
        int near = Sampler.near(features.numbers());
        for (int point = 0; point < Sampler.ROUND + near; point++) {
            if (point >= 6 && !budget.affords(budget.limits().steps() * 7L / 10)) {
                break;
            }
            assign(quick, features, sampler, point);
            if (at(a, b, quick, 0, features.imaginary(), strict) == Verdict.DIFFERENT) {
                return true;
            }
        }
        return turns(a, b, features, quick, sampler, strict);
    }

    /** Whether the two differ on either side of where an absolute value, a maximum or a minimum turns. */
    private boolean turns(
            Node a, Node b, Features features, Numeric<Doubles.Ball> quick, Sampler sampler, boolean strict) {
        for (Node turn : features.turns()) {
            for (String name : Features.of(turn).variables()) {
                assign(quick, features, sampler, 0);
                double at = root(turn, name, quick);
                for (int side = 0; side < 4 && !Double.isNaN(at); side++) {
                    double step = (side < 2 ? 1 : 0.01) * Math.max(1, Math.abs(at));
                    Rational away = sampler.scaled(step).abs();
                    Rational middle = Rational.of(BigDecimal.valueOf(at));
                    quick.assign(name, side % 2 == 0 ? middle.add(away) : middle.subtract(away), Rational.ZERO);
                    if (at(a, b, quick, 0, features.imaginary(), strict) == Verdict.DIFFERENT) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Where a linear expression is zero, not a number where that cannot be told. */
    private static double root(Node turn, String name, Numeric<Doubles.Ball> quick) {
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
     * The verdict of values with many digits.
     *
     * @param constants decides on two expressions without variables, for the points that are whole numbers
     */
    public Verdict compare(Node a, Node b, BiPredicate<Node, Node> constants) {
        Features features = Features.of(a, b);
        if (features.variables().isEmpty()) {
            return constant(a, b, features);
        }
        if (features.discrete()) {
            Verdict whole = whole(a, b, features, constants);
            if (whole == Verdict.DIFFERENT || features.onIntegers() || wholeOnly(features)) {
                return whole;
            }
        }
        Verdict overall = several(a, b, features, features.imaginary());
        // Nowhere real: compare the complex values.
        return overall == Verdict.UNKNOWN && !features.imaginary() ? several(a, b, features, true) : overall;
    }

    private Verdict constant(Node a, Node b, Features features) {
        if (features.converging()) {
            return simple(features) && !hasTiny(a) && !hasTiny(b)
                    ? at(a, b, new Numeric<>(new BigFloats(DIGITS, budget), budget), CONVERGED, true, false)
                    : Verdict.UNKNOWN;
        }
        Verdict coarse = at(a, b, new Numeric<>(new BigFloats(DIGITS, budget), budget), SHARP, true, false);
        if (coarse == Verdict.DIFFERENT) {
            return coarse;
        }
        BigFloats fine = new BigFloats(FINE + 30, budget).within(FINE_LIMIT);
        return at(a, b, new Numeric<>(fine, budget), FINE_SHARP, true, false);
    }

    /** Whether no number is so fine that a difference could hide in the error of an approximation. */
    private static boolean simple(Features features) {
        for (Rational number : features.numbers()) {
            if (number.bits() > 30) {
                return false;
            }
        }
        return true;
    }

    /** Whether a constant part is so small that it could hide in the error of an approximation. */
    private boolean hasTiny(Node node) {
        if (node instanceof Num || node instanceof Node.Big || node instanceof Sym) {
            return false;
        }
        if (Features.of(node).variables().isEmpty() && !Features.of(node).converging()) {
            try {
                Numeric<Doubles.Ball> quick = new Numeric<>(Doubles.INSTANCE, budget);
                Complex<Doubles.Ball> value = quick.value(node);
                double size =
                        Math.abs(value.re().middle()) + Math.abs(value.im().middle());
                if (size != 0 && size < 1e-9) {
                    return true;
                }
            } catch (UndecidedException | UndefinedException e) {
                return true;
            }
        }
        for (Node part : Rewriting.children(node)) {
            if (hasTiny(part)) {
                return true;
            }
        }
        return false;
    }

    /** Names of whole numbers, where something only makes sense on them. */
    private static boolean wholeOnly(Features features) {
        if (!features.discrete()) {
            return false;
        }
        for (String name : features.variables()) {
            if ("nmkjlNMK".indexOf(name.charAt(0)) < 0) {
                return false;
            }
        }
        return true;
    }

    private Verdict whole(Node a, Node b, Features features, BiPredicate<Node, Node> constants) {
        Sampler sampler = new Sampler();
        int agreed = 0;
        for (int point = 0; point < WHOLE; point++) {
            List<Rational> values = sampler.whole(point, features.variables().size(), features.onIntegers());
            Node x = a;
            Node y = b;
            int next = 0;
            for (String name : features.variables()) {
                Num value = Num.of(values.get(next++));
                x = Substitution.replace(x, new Sym(name), value);
                y = Substitution.replace(y, new Sym(name), value);
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
            new Numeric<>(Doubles.INSTANCE, budget).value(node);
            return true;
        } catch (UndefinedException e) {
            return false;
        } catch (UndecidedException e) {
            return true;
        }
    }

    /** Where one side is real everywhere, the other must be so too. */
    private static boolean strict(Node a, Node b) {
        return !Features.of(a).restricted() || !Features.of(b).restricted();
    }

    private Verdict several(Node a, Node b, Features features, boolean complex) {
        if (features.converging() && (!simple(features) || hasTiny(a) || hasTiny(b))) {
            return Verdict.UNKNOWN;
        }
        double sharp = features.converging() ? CONVERGED : SHARP;
        BigFloats coarse = new BigFloats(DIGITS, budget);
        Numeric<BigFloats.Ball> precise =
                new Numeric<>(features.converging() ? coarse : coarse.within(COARSE_LIMIT), budget);
        Numeric<BigFloats.Ball> finer = new Numeric<>(new BigFloats(FINE / 2, budget).within(1e45), budget);
        Sampler sampler = new Sampler();
        boolean strict = strict(a, b) && !complex;
        int wanted = features.converging() ? 3 : ENOUGH;
        int agreed = 0;
        for (int point = 0; point < PRECISE && agreed < wanted; point++) {
            // Both signs in turn.
            assign(precise, features, sampler, point % 2 == 0 ? point / 2 : (Sampler.ROUND + point) / 2);
            Verdict verdict = at(a, b, precise, sharp, complex, strict);
            if (verdict == Verdict.UNKNOWN && !features.converging() && point < 8) {
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

    private static <R> void assign(Numeric<R> numeric, Features features, Sampler sampler, int point) {
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

    /** The value of a real constant, null where it has none or cannot be computed. */
    public @Nullable BigDecimal decimal(Node node) {
        try {
            Numeric<BigFloats.Ball> numeric = new Numeric<>(new BigFloats(DIGITS, budget), budget);
            Complex<BigFloats.Ball> value = numeric.value(node);
            return numeric.complexes.isReal(value) ? value.re().toDecimal(MathContext.DECIMAL128) : null;
        } catch (UndecidedException | UndefinedException e) {
            return null;
        }
    }

    /** The sign of a real constant, 0 where it is not certain. */
    public int sign(Node node) {
        try {
            Numeric<BigFloats.Ball> numeric = new Numeric<>(new BigFloats(DIGITS, budget), budget);
            Complex<BigFloats.Ball> value = numeric.value(node);
            return numeric.complexes.isReal(value) ? numeric.complexes.reals.sign(value.re()) : 0;
        } catch (UndecidedException | UndefinedException e) {
            return 0;
        }
    }

    private static <R> Verdict at(Node a, Node b, Numeric<R> numeric, double sharp, boolean complex, boolean strict) {
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
}
