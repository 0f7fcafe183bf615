package dev.guerdon.alfworld.logic;

import dev.guerdon.api.Internal;

/**
 * What an action makes true or false.
 *
 * @param condition must hold in the state before; {@link Formula#TRUE} where the effect is unconditional
 * @param adds whether the fact becomes true
 * @param atom the fact
 */
@Internal
public record Effect(Formula.And condition, boolean adds, Formula.Atom atom) {

    boolean isConditional() {
        return !condition.parts().isEmpty();
    }
}
