package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Sym;
import java.util.ArrayList;
import java.util.List;

/** Differentiates expressions by the rules of the textbook. */
@Internal
public final class Derivative {

    private final Sym variable;
    private final ComparisonBudget budget;

    private Derivative(Sym variable, ComparisonBudget budget) {
        this.variable = variable;
        this.budget = budget;
    }

    /**
     * Returns the derivative.
     *
     * @throws UndecidedException where the expression holds something that has no rule here
     */
    public static Node of(Node function, Sym variable, ComparisonBudget budget) {
        return new Derivative(variable, budget).of(function);
    }

    private Node of(Node node) {
        budget.node();
        if (!node.variables().contains(variable.name())) {
            return Num.of(0);
        }
        return switch (node) {
            case Sym s -> Num.ONE;
            case Add a -> new Add(a.terms().stream().map(this::of).toList());
            case Neg n -> new Neg(of(n.of()));
            case Mul m -> product(m.factors());
            case Div d ->
                new Div(
                        new Add(List.of(
                                new Mul(List.of(of(d.over()), d.under())),
                                new Neg(new Mul(List.of(d.over(), of(d.under())))))),
                        new Pow(d.under(), Num.of(2)));
            case Pow p -> power(p.base(), p.exponent());
            case Call c -> call(c);
            default -> throw UndecidedException.INSTANCE;
        };
    }

    private Node product(List<Node> factors) {
        List<Node> terms = new ArrayList<>();
        for (int i = 0; i < factors.size(); i++) {
            List<Node> changed = new ArrayList<>(factors);
            changed.set(i, of(factors.get(i)));
            terms.add(new Mul(changed));
        }
        return new Add(terms);
    }

    private Node power(Node base, Node exponent) {
        if (!exponent.variables().contains(variable.name())) {
            Node less = new Add(List.of(exponent, Num.MINUS_ONE));
            return new Mul(List.of(exponent, new Pow(base, less), of(base)));
        }
        Node log = base == Const.E ? Num.ONE : Call.of("ln", base);
        return new Mul(List.of(new Pow(base, exponent), of(new Mul(List.of(exponent, log)))));
    }

    private Node call(Call call) {
        Node u = call.arguments().getFirst();
        return switch (call.function()) {
            case "sin" -> chain(Call.of("cos", u), u);
            case "cos" -> new Neg(chain(Call.of("sin", u), u));
            case "tan" -> new Div(of(u), new Pow(Call.of("cos", u), Num.of(2)));
            case "exp" -> chain(call, u);
            case "ln" -> new Div(of(u), u);
            case "log", "lg" ->
                new Div(
                        of(u),
                        new Mul(List.of(
                                u,
                                Call.of(
                                        "ln",
                                        call.arguments().size() == 2
                                                ? call.arguments().get(1)
                                                : Num.of(10)))));
            case "root" -> power(u, new Div(Num.ONE, call.arguments().get(1)));
            case "atan" -> new Div(of(u), new Add(List.of(Num.ONE, new Pow(u, Num.of(2)))));
            default -> throw UndecidedException.INSTANCE;
        };
    }

    private Node chain(Node outer, Node inner) {
        return new Mul(List.of(outer, of(inner)));
    }
}
