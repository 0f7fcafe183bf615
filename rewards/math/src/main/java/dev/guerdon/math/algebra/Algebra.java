package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Apply;
import dev.guerdon.math.algebra.Node.Based;
import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Degree;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Matrix;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Percent;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Quantity;
import dev.guerdon.math.algebra.Node.Ratio;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.algebra.Node.Word;
import dev.guerdon.math.algebra.QuotientField.Atom.Kind;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** Brings expressions to their normal form. */
@Internal
public final class Algebra {

    private static final int MAX_SUM_TERMS = 1500;

    final QuotientField field;
    private final PowerRules powers;
    private final ComparisonBudget budget;

    public Algebra(ComparisonBudget budget) {
        this.budget = budget;
        this.field = new QuotientField(budget);
        this.powers = new PowerRules(field);
    }

    /** Returns the difference of two normal forms of this comparison. */
    public Quot subtract(Quot a, Quot b) {
        return field.subtract(a, b);
    }

    /** Returns whether a difference that is not zero proves that the values differ. */
    public boolean proves(Quot difference) {
        return field.proves(difference);
    }

    /** Returns whether a number was too long to write out. */
    public boolean hasHuge() {
        return field.hasHuge();
    }

    /**
     * Returns the normal form.
     *
     * @throws UndecidedException if there is none within reach
     * @throws UndefinedException where the expression has no value
     */
    public Quot normal(Node node) {
        budget.step(1);
        return switch (node) {
            case Num n -> Quot.of(n.value());
            case Sym s -> field.value(Kind.VARIABLE, s.name());
            case Const c -> constant(c);
            case Add a -> {
                Quot sum = Quot.ZERO;
                for (Node term : a.terms()) {
                    sum = field.add(sum, normal(term));
                }
                yield sum;
            }
            case Mul m -> {
                Quot product = Quot.ONE;
                for (Node factor : m.factors()) {
                    product = field.multiply(product, normal(factor));
                }
                yield product;
            }
            case Neg n -> field.negate(normal(n.of()));
            case Div d -> field.divide(normal(d.over()), normal(d.under()));
            case Ratio r -> field.divide(normal(r.left()), normal(r.right()));
            case Pow p -> power(p);
            case Percent p -> field.multiply(normal(p.of()), Quot.of(Rational.of(1, 100)));
            case Degree d -> field.multiply(normal(d.of()), field.multiply(field.pi(), Quot.of(Rational.of(1, 180))));
            case Quantity q -> normal(q.unit().times(q.value()));
            case Based b -> Quot.of(Rational.of(b.value()));
            case Call c -> call(c);
            case Apply a -> field.value(Kind.FUNCTION, a);
            case Big b -> big(b);
            case Word w -> letters(w);
            default -> throw UndecidedException.INSTANCE;
        };
    }

    private Quot constant(Const constant) {
        return switch (constant) {
            case PI -> field.pi();
            case E -> field.value(Kind.E, "");
            case I -> field.imaginary();
            case INFINITY -> throw UndecidedException.INSTANCE;
        };
    }

    /** Returns a run of letters as a product of variables. */
    private Quot letters(Word word) {
        if (word.text() || !MathWords.isProduct(word.words())) {
            throw UndecidedException.INSTANCE;
        }
        Quot product = Quot.ONE;
        for (int i = 0; i < word.words().length(); i++) {
            product = field.multiply(
                    product, field.value(Kind.VARIABLE, word.words().substring(i, i + 1)));
        }
        return product;
    }

    private Quot power(Pow pow) {
        Quot exponent = normal(pow.exponent());
        if (exponent.isConstant()) {
            Quot base = normal(pow.base());
            Rational power = exponent.constant();
            if (base.isConstant() && isHuge(base.constant(), power)) {
                return huge(pow);
            }
            if (base.isConstant() && base.constant().isZero() && power.isZero()) {
                return Quot.ONE;
            }
            return powers.power(base, power);
        }
        if (pow.base() == Const.E) {
            return powers.exp(exponent);
        }
        return powers.exp(field.multiply(exponent, powers.ln(normal(pow.base()))));
    }

    private boolean isHuge(Rational base, Rational exponent) {
        if (base.isZero() || base.abs().isOne()) {
            return false;
        }
        if (exponent.numerator().bitLength() > 40) {
            return true;
        }
        double bits = (double) base.bits() * Math.abs(exponent.toDouble());
        return bits > 3.4 * budget.limits().digits();
    }

    private Quot huge(Object key) {
        return field.value(Kind.HUGE, key);
    }

    private Quot call(Call call) {
        List<Node> arguments = call.arguments();
        return switch (call.function()) {
            case "root" -> {
                Quot index = normal(arguments.get(1));
                if (!index.isConstant() || index.constant().isZero()) {
                    yield powers.exp(field.divide(powers.ln(normal(arguments.getFirst())), index));
                }
                yield powers.power(
                        normal(arguments.getFirst()), index.constant().inverse());
            }
            case "ln" -> powers.ln(normal(arguments.getFirst()));
            case "lg" -> logarithm(arguments.getFirst(), Num.of(10));
            case "log" ->
                arguments.size() == 2
                        ? logarithm(arguments.getFirst(), arguments.get(1))
                        : logarithm(arguments.getFirst(), Num.of(10));
            case "exp" -> powers.exp(normal(arguments.getFirst()));
            case "sin" -> sine(normal(arguments.getFirst()));
            case "cos" -> cosine(normal(arguments.getFirst()));
            case "tan" -> field.divide(sine(normal(arguments.getFirst())), cosine(normal(arguments.getFirst())));
            case "cot" -> field.divide(cosine(normal(arguments.getFirst())), sine(normal(arguments.getFirst())));
            case "sec" -> field.inverse(cosine(normal(arguments.getFirst())));
            case "csc" -> field.inverse(sine(normal(arguments.getFirst())));
            case "sinh", "cosh", "tanh", "coth" -> hyperbolic(call.function(), normal(arguments.getFirst()));
            case "factorial" -> factorial(call);
            case "factorial2" -> doubleFactorial(call);
            case "binom" -> binomial(call);
            case "abs" -> absolute(normal(arguments.getFirst()));
            case "norm" -> norm(arguments.getFirst());
            case "det" -> determinant(arguments.getFirst());
            default -> integers(call);
        };
    }

    private Quot logarithm(Node argument, Node base) {
        return field.divide(powers.ln(normal(argument)), powers.ln(normal(base)));
    }

    private Quot sine(Quot angle) {
        Rational timesPi = timesPi(angle);
        if (timesPi != null) {
            return powers.sine(timesPi);
        }
        return isNegative(angle)
                ? field.negate(powers.function("sin", field.negate(angle)))
                : powers.function("sin", angle);
    }

    private Quot cosine(Quot angle) {
        Rational timesPi = timesPi(angle);
        if (timesPi != null) {
            return powers.cosine(timesPi);
        }
        return powers.function("cos", isNegative(angle) ? field.negate(angle) : angle);
    }

    private static boolean isNegative(Quot value) {
        return !value.over().isZero()
                && value.over().sorted().getFirst().getValue().signum() < 0;
    }

    private @org.jspecify.annotations.Nullable Rational timesPi(Quot angle) {
        if (angle.over().isZero()) {
            return Rational.ZERO;
        }
        if (angle.isPoly() && angle.over().size() == 1) {
            Map.Entry<Mono, Rational> only = angle.over().single();
            if (only.getKey().equals(Mono.of(field.id(Kind.PI, ""), 1, 1))) {
                return only.getValue().divide(angle.under().constant());
            }
        }
        return null;
    }

    private Quot hyperbolic(String function, Quot argument) {
        Quot plus = powers.exp(argument);
        Quot minus = powers.exp(field.negate(argument));
        Quot sum = field.add(plus, minus);
        Quot difference = field.subtract(plus, minus);
        return switch (function) {
            case "sinh" -> field.multiply(difference, Quot.of(Rational.HALF));
            case "cosh" -> field.multiply(sum, Quot.of(Rational.HALF));
            case "tanh" -> field.divide(difference, sum);
            default -> field.divide(sum, difference);
        };
    }

    private Quot factorial(Call call) {
        Quot argument = normal(call.arguments().getFirst());
        if (!argument.isConstant() || !argument.constant().isInteger()) {
            return powers.function("factorial", argument);
        }
        if (argument.constant().signum() < 0) {
            throw UndefinedException.INSTANCE;
        }
        BigInteger n = argument.constant().numerator();
        if (n.bitLength() > 20
                || ExactIntegers.factorialDigits(n.intValue()) > budget.limits().digits()) {
            return huge(call);
        }
        return Quot.of(Rational.of(ExactIntegers.factorial(n.intValue(), budget)));
    }

    private Quot doubleFactorial(Call call) {
        Quot argument = normal(call.arguments().getFirst());
        if (!argument.isConstant() || !argument.constant().isInteger()) {
            return powers.function("factorial2", argument);
        }
        BigInteger n = argument.constant().numerator();
        if (n.signum() < 0) {
            throw UndefinedException.INSTANCE;
        }
        if (n.bitLength() > 20
                || ExactIntegers.factorialDigits(n.intValue())
                        > 2.0 * budget.limits().digits()) {
            return huge(call);
        }
        BigInteger product = BigInteger.ONE;
        for (int k = n.intValue(); k > 1; k -= 2) {
            product = product.multiply(BigInteger.valueOf(k));
            budget.step(1 + product.bitLength() / 200);
        }
        return Quot.of(Rational.of(product));
    }

    private Quot binomial(Call call) {
        Quot n = normal(call.arguments().getFirst());
        Quot k = normal(call.arguments().get(1));
        if (!k.isConstant() || !k.constant().isInt()) {
            throw UndecidedException.INSTANCE;
        }
        int count = k.constant().intValue();
        if (count < 0) {
            return Quot.ZERO;
        }
        if (n.isConstant() && n.constant().isInteger() && n.constant().signum() >= 0) {
            BigInteger top = n.constant().numerator();
            if (top.compareTo(BigInteger.valueOf(count)) < 0) {
                return Quot.ZERO;
            }
            if (top.bitLength() < 31 && top.intValue() - count < count) {
                count = top.intValue() - count;
            }
            if ((double) count * top.bitLength() > 3.4 * budget.limits().digits()) {
                return huge(call);
            }
        } else if (count > 24) {
            throw UndecidedException.INSTANCE;
        }
        Quot product = Quot.ONE;
        for (int i = 0; i < count; i++) {
            Quot factor = field.subtract(n, Quot.of(Rational.of(i)));
            product = field.multiply(product, field.multiply(factor, Quot.of(Rational.of(1, i + 1L))));
        }
        return product;
    }

    private Quot absolute(Quot argument) {
        if (argument.isConstant()) {
            return Quot.of(argument.constant().abs());
        }
        return powers.function("abs", isNegative(argument) ? field.negate(argument) : argument);
    }

    private Quot norm(Node argument) {
        List<Node> entries = argument instanceof Node.Group group
                ? group.items()
                : argument instanceof Matrix matrix
                        ? matrix.rows().stream().flatMap(List::stream).toList()
                        : List.of(argument);
        Quot sum = Quot.ZERO;
        for (Node entry : entries) {
            Quot value = normal(entry);
            sum = field.add(sum, field.multiply(value, value));
        }
        return powers.power(sum, Rational.HALF);
    }

    /** Returns the determinant of a small square matrix. */
    private Quot determinant(Node node) {
        if (!(node instanceof Matrix matrix) || matrix.rows().size() > 6) {
            throw UndecidedException.INSTANCE;
        }
        int n = matrix.rows().size();
        Quot[][] entries = new Quot[n][n];
        for (int i = 0; i < n; i++) {
            List<Node> row = matrix.rows().get(i);
            if (row.size() != n) {
                throw UndefinedException.INSTANCE;
            }
            for (int j = 0; j < n; j++) {
                entries[i][j] = normal(row.get(j));
            }
        }
        return expand(entries, 0, 0);
    }

    /** Expansion along the rows; {@code used} marks the columns taken so far. */
    private Quot expand(Quot[][] entries, int row, int used) {
        if (row == entries.length) {
            return Quot.ONE;
        }
        Quot sum = Quot.ZERO;
        int sign = 1;
        for (int column = 0; column < entries.length; column++) {
            if ((used & 1 << column) != 0) {
                continue;
            }
            Quot minor = field.multiply(entries[row][column], expand(entries, row + 1, used | 1 << column));
            sum = sign > 0 ? field.add(sum, minor) : field.subtract(sum, minor);
            sign = -sign;
        }
        return sum;
    }

    /** Functions of rational numbers; of anything else they stay as they are, the order of equal arguments aside. */
    private Quot integers(Call call) {
        Quot[] arguments = new Quot[call.arguments().size()];
        Rational[] values = new Rational[arguments.length];
        boolean known = true;
        for (int i = 0; i < values.length; i++) {
            arguments[i] = normal(call.arguments().get(i));
            known &= arguments[i].isConstant();
            values[i] = known ? arguments[i].constant() : Rational.ZERO;
        }
        Rational result = known ? ExactIntegers.apply(call.function(), values) : null;
        if (result != null) {
            return Quot.of(result);
        }
        if (values.length == 1) {
            return powers.function(call.function(), arguments[0]);
        }
        if (!call.function().equals("mod") && !call.function().equals("residue")) {
            java.util.Arrays.sort(arguments, java.util.Comparator.comparing(QuotientField::key));
        }
        return field.value(Kind.FUNCTION, List.of(call.function(), List.of(arguments)));
    }

    private Quot big(Big big) {
        Node from = big.from();
        Node to = big.to();
        if (from == null || to == null || big.operator().equals("lim") || to == Const.INFINITY) {
            Quot bell = big.operator().equals("int") ? Calculus.bell(big, this, powers) : null;
            return bell != null ? bell : field.value(Kind.FUNCTION, big);
        }
        if (big.operator().equals("int")) {
            return Calculus.integral(big, from, to, this, powers);
        }
        Quot low = normal(from);
        Quot high = normal(to);
        boolean isSum = big.operator().equals("sum");
        if (low.isConstant() && high.isConstant()) {
            Rational first = low.constant();
            Rational last = high.constant();
            if (!first.isInteger() || !last.isInteger()) {
                throw UndecidedException.INSTANCE;
            }
            BigInteger count = last.numerator().subtract(first.numerator()).add(BigInteger.ONE);
            if (count.compareTo(BigInteger.valueOf(MAX_SUM_TERMS)) <= 0) {
                Quot result = isSum ? Quot.ZERO : Quot.ONE;
                for (int i = 0; i < count.intValue(); i++) {
                    Node term = big.body().replace(big.variable(), Num.of(first.add(Rational.of(i))));
                    Quot value = normal(term);
                    result = isSum ? field.add(result, value) : field.multiply(result, value);
                    budget.step(
                            result.over().isConstant()
                                    ? result.over().constant().bits() / 200
                                    : 5);
                }
                return result;
            }
        }
        if (isSum) {
            return Calculus.polynomialSum(normal(big.body()), big.variable(), low, high, this);
        }
        if (big.body() instanceof Sym s
                && s.equals(big.variable())
                && low.isConstant()
                && low.constant().isOne()) {
            return huge(Call.of("factorial", to));
        }
        throw UndecidedException.INSTANCE;
    }

    /**
     * Makes values of unknown functions into variables: f(2) is one unknown, f(1+1) the same, f(3) another.
     *
     * <p>One instance serves both answers of a comparison, so that the same value gets the same name.
     */
    public static final class Applications {

        private final Algebra algebra;

        public Applications(ComparisonBudget budget) {
            this.algebra = new Algebra(budget);
        }

        public Node named(Node node) {
            if (node instanceof Apply apply) {
                StringBuilder name = new StringBuilder(apply.name()).append('(');
                for (int i = 0; i < apply.arguments().size(); i++) {
                    name.append(i == 0 ? "" : ",")
                            .append(key(named(apply.arguments().get(i))));
                }
                return new Sym(name.append(')').toString());
            }
            return node.map(this::named);
        }

        private String key(Node argument) {
            if (argument instanceof Sym s) {
                return s.name();
            }
            try {
                return QuotientField.key(algebra.normal(argument));
            } catch (UndecidedException | UndefinedException e) {
                return argument.toString();
            }
        }
    }
}
