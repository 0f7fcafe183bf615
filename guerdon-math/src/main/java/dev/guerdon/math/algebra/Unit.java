package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.number.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A unit as a multiple of base units.
 *
 * @param factor how many base units it is
 * @param dimensions the base units with their powers; things that are counted are base units too
 */
@Internal
public record Unit(Rational factor, Map<String, Integer> dimensions) {

    /** What only says that there is a unit. */
    static final String ANY = "unit";

    public static final Unit NONE = new Unit(Rational.ONE, Map.of());

    static Unit base(String name) {
        return new Unit(Rational.ONE, Map.of(name, 1));
    }

    public Unit times(Unit other, int power) {
        Map<String, Integer> sum = new TreeMap<>(dimensions);
        other.dimensions.forEach((name, exponent) -> sum.merge(name, exponent * power, Integer::sum));
        sum.values().removeIf(exponent -> exponent == 0);
        return new Unit(factor.multiply(other.factor.pow(power)), sum);
    }

    Unit scaled(Rational by) {
        return new Unit(factor.multiply(by), dimensions);
    }

    /** Whether it says no more than how often a unit is multiplied with itself: "square units". */
    public boolean isGeneric() {
        return dimensions.size() == 1 && dimensions.containsKey(ANY);
    }

    public int power() {
        int power = 0;
        for (int exponent : dimensions.values()) {
            power += exponent;
        }
        return power;
    }

    /** The value in base units, which count as factors. */
    Node times(Node value) {
        List<Node> factors = new ArrayList<>();
        factors.add(value);
        if (!factor.isOne()) {
            factors.add(Num.of(factor));
        }
        dimensions.forEach((name, exponent) -> factors.add(new Pow(new Sym("⟦" + name + "⟧"), Num.of(exponent))));
        return factors.size() == 1 ? value : new Mul(factors);
    }
}
