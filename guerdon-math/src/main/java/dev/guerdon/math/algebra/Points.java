package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Apply;
import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Degree;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Percent;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Quantity;
import dev.guerdon.math.algebra.Node.Ratio;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares two expressions by their values: one value where they are constants, values at several points where they have variables.
 *
 * <p>Values that differ by more than their error bounds prove that the expressions differ. Values that agree to {@value #DIGITS}
 * digits count as equal.
 */
@Internal
public final class Points {

    static final int DIGITS = 60;

    /** How small the error of an agreement must be, relative to the values. */
    private static final double SHARP = 1e-45;

    /** The same where a limit, an integral or an infinite sum is involved. */
    private static final double CONVERGED = 1e-13;

    private static final int[][] RATIONALS = {
        {1009, 757}, {613, 997}, {-787, 601}, {2003, 881}, {-401, 977}, {313, 1013}, {1511, 499}, {-1201, 449}
    };

    private final Budget budget;

    public Points(Budget budget) {
        this.budget = budget;
    }

    /** Whether values in double precision tell the two apart: cheap, and certain where they do. */
    public boolean differ(Node a, Node b) {
        Set<String> variables = new LinkedHashSet<>();
        boolean[] flags = new boolean[2];
        collect(a, variables, flags);
        collect(b, variables, flags);
        if (flags[0]) {
            return false;
        }
        Numeric<Doubles.Ball> quick = new Numeric<>(Doubles.INSTANCE, budget);
        int points = variables.isEmpty() ? 1 : 3;
        for (int point = 0; point < points; point++) {
            boolean complex = flags[1] || variables.isEmpty();
            if (at(a, b, variables, point, quick, 0, complex) == Verdict.DIFFERENT) {
                return true;
            }
        }
        return false;
    }

    /** The verdict of values with many digits. */
    public Verdict compare(Node a, Node b) {
        Set<String> variables = new LinkedHashSet<>();
        boolean[] flags = new boolean[2];
        collect(a, variables, flags);
        collect(b, variables, flags);
        double sharp = flags[0] ? CONVERGED : SHARP;
        if (variables.isEmpty()) {
            return at(a, b, variables, 0, new Numeric<>(new BigFloats(DIGITS, budget), budget), sharp, true);
        }
        Verdict overall = several(a, b, variables, sharp, flags[1]);
        // Nowhere real: compare the complex values.
        return overall == Verdict.UNKNOWN && !flags[1] ? several(a, b, variables, sharp, true) : overall;
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

    private Verdict several(Node a, Node b, Set<String> variables, double sharp, boolean complex) {
        Numeric<BigFloats.Ball> precise = new Numeric<>(new BigFloats(DIGITS, budget), budget);
        int agreed = 0;
        for (int point = 0; point < 6 && agreed < 3; point++) {
            Verdict verdict = at(a, b, variables, point, precise, sharp, complex);
            if (verdict == Verdict.DIFFERENT) {
                return verdict;
            }
            if (verdict == Verdict.EQUAL) {
                agreed++;
            }
        }
        return agreed >= 2 ? Verdict.EQUAL : Verdict.UNKNOWN;
    }

    private static <R> Verdict at(
            Node a, Node b, Set<String> variables, int point, Numeric<R> numeric, double sharp, boolean complex) {
        int offset = 0;
        for (String variable : variables) {
            int[] value = RATIONALS[(point + 3 * offset) % RATIONALS.length];
            numeric.assign(variable, Rational.of(value[0] + 2L * offset, value[1]));
            offset++;
        }
        try {
            Complex<R> x = numeric.value(a);
            Complex<R> y = numeric.value(b);
            Complexes<R> complexes = numeric.complexes;
            if (!complex && (!complexes.isReal(x) || !complexes.isReal(y))) {
                return Verdict.UNKNOWN;
            }
            return compare(x, y, complexes.reals, sharp);
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

    /** Gathers the free variables; flags: whether something converges, whether i occurs. */
    static void collect(Node node, Set<String> variables, boolean[] flags) {
        switch (node) {
            case Sym s -> variables.add(s.name());
            case Const c -> flags[1] |= c == Const.I;
            case Add a -> all(a.terms(), variables, flags);
            case Mul m -> all(m.factors(), variables, flags);
            case Call c -> all(c.arguments(), variables, flags);
            case Apply a -> all(a.arguments(), variables, flags);
            case Neg n -> collect(n.of(), variables, flags);
            case Percent p -> collect(p.of(), variables, flags);
            case Degree d -> collect(d.of(), variables, flags);
            case Quantity q -> collect(q.value(), variables, flags);
            case Div d -> {
                collect(d.over(), variables, flags);
                collect(d.under(), variables, flags);
            }
            case Ratio r -> {
                collect(r.left(), variables, flags);
                collect(r.right(), variables, flags);
            }
            case Pow p -> {
                collect(p.base(), variables, flags);
                collect(p.exponent(), variables, flags);
            }
            case Big b -> {
                Set<String> inner = new LinkedHashSet<>();
                collect(b.body(), inner, flags);
                inner.remove(b.variable().name());
                variables.addAll(inner);
                if (b.from() != null) {
                    collect(b.from(), variables, flags);
                }
                if (b.to() != null) {
                    collect(b.to(), variables, flags);
                }
                flags[0] |= b.operator().equals("int") || b.operator().equals("lim") || b.to() == Const.INFINITY;
            }
            default -> {}
        }
    }

    private static void all(List<Node> nodes, Set<String> variables, boolean[] flags) {
        for (Node node : nodes) {
            collect(node, variables, flags);
        }
    }
}
