package dev.guerdon.math.read;

import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Rational;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a product of factors that stand side by side, as Math-Verify's reader does. */
final class MixedProduct {

    private MixedProduct() {}

    /** Returns a product without signs, from the right: a whole number before a positive rational is a mixed number. */
    static Node of(List<Node> factors) {
        List<Node> reversed = new ArrayList<>(factors.size());
        Rational part = null;
        for (int i = factors.size() - 1; i >= 0; i--) {
            Node factor = factors.get(i);
            boolean whole = factor instanceof Num n && n.value().isInteger() && !n.decimal();
            if (whole && part != null && part.signum() > 0) {
                Rational number = ((Num) factor).value();
                part = number.signum() < 0 ? number.subtract(part) : number.add(part);
                reversed.set(reversed.size() - 1, Num.of(part));
            } else {
                reversed.add(factor);
                // Only the product of all that follows counts, so a longer one is no number any more.
                part = reversed.size() == 1 ? rational(factor) : null;
            }
        }
        return reversed.size() == 1 ? reversed.getFirst() : new Mul(reversed.reversed());
    }

    private static @Nullable Rational rational(Node node) {
        if (node instanceof Num n && !n.decimal()) {
            return n.value();
        }
        if (node instanceof Div d
                && d.over() instanceof Num a
                && d.under() instanceof Num b
                && !a.decimal()
                && !b.decimal()
                && !b.value().isZero()) {
            return a.value().divide(b.value());
        }
        return null;
    }
}
