package dev.guerdon.math.algebra;

import dev.guerdon.math.algebra.Complexes.Complex;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Based;
import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Degree;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Percent;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Quantity;
import dev.guerdon.math.algebra.Node.Ratio;
import dev.guerdon.math.algebra.Node.Sym;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates expressions at a point.
 *
 * @param <R> the real numbers it computes with
 */
final class NumericEvaluation<R> {

    private static final int MAX_SUM_TERMS = 1500;

    final Complexes<R> complexes;
    private final Reals<R> reals;
    private final Map<String, Complex<R>> variables = new HashMap<>();
    private final Map<String, Rational[]> points = new HashMap<>();
    final ComparisonBudget budget;
    private @Nullable Algebra exact;

    NumericEvaluation(Reals<R> reals, ComparisonBudget budget) {
        this.reals = reals;
        this.complexes = new Complexes<>(reals);
        this.budget = budget;
    }

    private Algebra exact() {
        Algebra algebra = exact;
        if (algebra == null) {
            algebra = new Algebra(budget);
            exact = algebra;
        }
        return algebra;
    }

    void assign(String variable, Rational re, Rational im) {
        points.put(variable, new Rational[] {re, im});
        variables.put(variable, im.isZero() ? complexes.of(re) : new Complex<>(reals.of(re), reals.of(im)));
    }

    /** The point of another arithmetic. */
    void assignAll(NumericEvaluation<?> other) {
        other.points.forEach((name, value) -> assign(name, value[0], value[1]));
    }

    void assign(String variable, Complex<R> value) {
        variables.put(variable, value);
    }

    void unassign(String variable) {
        variables.remove(variable);
    }

    /**
     * Returns the value.
     *
     * @throws UndefinedException if there is none at this point
     * @throws UndecidedException where it cannot be computed
     */
    Complex<R> value(Node node) {
        budget.step(1);
        return switch (node) {
            case Num n -> complexes.of(n.value());
            case Sym s -> {
                Complex<R> value = variables.get(s.name());
                if (value == null) {
                    throw UndecidedException.INSTANCE;
                }
                yield value;
            }
            case Const c -> constant(c);
            case Add a -> {
                Complex<R> sum = value(a.terms().getFirst());
                for (int i = 1; i < a.terms().size(); i++) {
                    sum = complexes.add(sum, value(a.terms().get(i)));
                }
                yield sum;
            }
            case Mul m -> {
                Complex<R> product = value(m.factors().getFirst());
                for (int i = 1; i < m.factors().size(); i++) {
                    product = complexes.multiply(product, value(m.factors().get(i)));
                }
                yield product;
            }
            case Neg n -> complexes.negate(value(n.of()));
            case Div d -> complexes.divide(value(d.over()), value(d.under()));
            case Ratio r -> complexes.divide(value(r.left()), value(r.right()));
            case Pow p -> power(p);
            case Percent p -> complexes.multiply(value(p.of()), complexes.of(Rational.of(1, 100)));
            case Degree d ->
                complexes.multiply(value(d.of()), complexes.real(reals.divide(reals.pi(), reals.of(Rational.of(180)))));
            case Quantity q -> value(q.unit().times(q.value()));
            case Based b -> complexes.of(Rational.of(b.value()));
            case Call c -> call(c);
            case Big b -> big(b);
            default -> throw UndecidedException.INSTANCE;
        };
    }

    private Complex<R> constant(Const constant) {
        return switch (constant) {
            case PI -> complexes.real(reals.pi());
            case E -> complexes.exp(complexes.one);
            case I -> complexes.imaginary(reals.of(Rational.ONE));
            case INFINITY -> throw UndecidedException.INSTANCE;
        };
    }

    private Complex<R> power(Pow pow) {
        if (pow.base() == Const.E) {
            return complexes.exp(value(pow.exponent()));
        }
        Rational exponent = rational(pow.exponent());
        Complex<R> base = value(pow.base());
        if (exponent == null) {
            return complexes.power(base, value(pow.exponent()));
        }
        if (exponent.isInteger()) {
            return complexes.power(base, exponent.numerator());
        }
        if (exponent.denominator().bitLength() > 20) {
            return complexes.power(base, complexes.of(exponent));
        }
        return complexes.power(complexes.root(base, exponent.denominator().intValue()), exponent.numerator());
    }

    /** Returns the value of an exponent or index that is a rational number. */
    private @Nullable Rational rational(Node node) {
        if (node instanceof Num n) {
            return n.value();
        }
        if (node instanceof Neg n && n.of() instanceof Num m) {
            return m.value().negate();
        }
        if (node instanceof Sym || node instanceof Const) {
            return null;
        }
        try {
            Quot value = exact().normal(node);
            return value.isConstant() ? value.constant() : null;
        } catch (UndecidedException e) {
            return null;
        }
    }

    private Complex<R> call(Call call) {
        List<Node> arguments = call.arguments();
        Node first = arguments.getFirst();
        return switch (call.function()) {
            case "root" -> {
                Rational index = rational(arguments.get(1));
                if (index == null || !index.isInt() || index.signum() <= 0) {
                    yield complexes.power(value(first), complexes.divide(complexes.one, value(arguments.get(1))));
                }
                yield complexes.root(value(first), index.intValue());
            }
            case "ln" -> complexes.ln(value(first));
            case "lg", "log" ->
                complexes.divide(
                        complexes.ln(value(first)),
                        arguments.size() == 2
                                ? complexes.ln(value(arguments.get(1)))
                                : complexes.ln(complexes.of(Rational.of(10))));
            case "exp" -> complexes.exp(value(first));
            case "sin" -> complexes.sin(value(first));
            case "cos" -> complexes.cos(value(first));
            case "tan" -> complexes.divide(complexes.sin(value(first)), complexes.cos(value(first)));
            case "cot" -> complexes.divide(complexes.cos(value(first)), complexes.sin(value(first)));
            case "sec" -> complexes.divide(complexes.one, complexes.cos(value(first)));
            case "csc" -> complexes.divide(complexes.one, complexes.sin(value(first)));
            case "asin" -> complexes.asin(value(first));
            case "acos" -> complexes.subtract(halfPi(), complexes.asin(value(first)));
            case "atan" -> complexes.atan(value(first));
            case "acot" -> complexes.atan(complexes.divide(complexes.one, value(first)));
            case "sinh" -> hyperbolic(value(first), -1);
            case "cosh" -> hyperbolic(value(first), 1);
            case "tanh" -> complexes.divide(hyperbolic(value(first), -1), hyperbolic(value(first), 1));
            case "coth" -> complexes.divide(hyperbolic(value(first), 1), hyperbolic(value(first), -1));
            case "asinh" -> inverseHyperbolic(value(first), 1);
            case "acosh" -> inverseHyperbolic(value(first), -1);
            case "atanh" -> {
                Complex<R> x = value(first);
                Complex<R> ratio =
                        complexes.divide(complexes.add(complexes.one, x), complexes.subtract(complexes.one, x));
                yield complexes.divide(complexes.ln(ratio), complexes.of(Rational.TWO));
            }
            case "abs", "norm" -> complexes.real(complexes.modulus(value(first)));
            case "floor" -> complexes.real(reals.floor(realValue(first)));
            case "ceil" -> complexes.real(reals.negate(reals.floor(reals.negate(realValue(first)))));
            case "Re" -> complexes.real(value(first).re());
            case "Im" -> complexes.real(value(first).im());
            case "max", "min" -> extreme(call);
            case "mod" -> {
                R under = realValue(arguments.get(1));
                R over = realValue(first);
                R whole = reals.floor(reals.divide(over, under));
                yield complexes.real(reals.add(over, reals.negate(reals.multiply(whole, under))));
            }
            default -> exactly(call);
        };
    }

    private Complex<R> extreme(Call call) {
        R best = realValue(call.arguments().getFirst());
        for (Node argument : call.arguments().subList(1, call.arguments().size())) {
            R next = realValue(argument);
            int order = reals.sign(reals.add(next, reals.negate(best)));
            if (order == 0) {
                throw UndecidedException.INSTANCE;
            }
            if (call.function().equals("max") ? order > 0 : order < 0) {
                best = next;
            }
        }
        return complexes.real(best);
    }

    private R realValue(Node node) {
        Complex<R> value = value(node);
        if (!complexes.isReal(value)) {
            throw UndefinedException.INSTANCE;
        }
        return value.re();
    }

    private Complex<R> halfPi() {
        return complexes.real(reals.divide(reals.pi(), reals.of(Rational.TWO)));
    }

    private Complex<R> hyperbolic(Complex<R> x, int sign) {
        Complex<R> plus = complexes.exp(x);
        Complex<R> minus = complexes.exp(complexes.negate(x));
        Complex<R> sum = sign > 0 ? complexes.add(plus, minus) : complexes.subtract(plus, minus);
        return complexes.divide(sum, complexes.of(Rational.TWO));
    }

    private Complex<R> inverseHyperbolic(Complex<R> x, int sign) {
        Complex<R> square = complexes.add(complexes.multiply(x, x), complexes.of(Rational.of(sign)));
        return complexes.ln(complexes.add(x, complexes.sqrt(square)));
    }

    /** Factorials, binomials, gcd and the like: only where they are rational numbers. */
    private Complex<R> exactly(Node node) {
        Quot value = exact().normal(node);
        if (!value.isConstant()) {
            throw UndecidedException.INSTANCE;
        }
        return complexes.of(value.constant());
    }

    private Complex<R> big(Big big) {
        Node from = big.from();
        Node to = big.to();
        if (from == null) {
            throw UndecidedException.INSTANCE;
        }
        return switch (big.operator()) {
            case "lim" -> Limits.limit(big, from, this);
            case "int" -> {
                if (to == null) {
                    throw UndecidedException.INSTANCE;
                }
                yield Limits.integral(big, from, to, this);
            }
            default -> {
                if (to == null) {
                    throw UndecidedException.INSTANCE;
                }
                Rational first = rational(from);
                if (first == null || !first.isInteger()) {
                    throw UndecidedException.INSTANCE;
                }
                if (to == Const.INFINITY) {
                    yield Limits.series(big, first.numerator(), this);
                }
                Rational last = rational(to);
                if (last == null || !last.isInteger()) {
                    throw UndecidedException.INSTANCE;
                }
                BigInteger count = last.numerator().subtract(first.numerator()).add(BigInteger.ONE);
                if (count.compareTo(BigInteger.valueOf(MAX_SUM_TERMS)) > 0) {
                    throw UndecidedException.INSTANCE;
                }
                boolean isSum = big.operator().equals("sum");
                Complex<R> result = isSum ? complexes.zero : complexes.one;
                for (int i = 0; i < count.intValue(); i++) {
                    Complex<R> term = at(big, first.add(Rational.of(i)));
                    result = isSum ? complexes.add(result, term) : complexes.multiply(result, term);
                }
                yield result;
            }
        };
    }

    /** Returns the body where its variable has that value. */
    Complex<R> at(Big big, Rational point) {
        return value(big.body().replace(big.variable(), Num.of(point)));
    }
}
