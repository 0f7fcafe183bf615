package dev.guerdon.alfworld;

/**
 * What an action makes true or false.
 *
 * @param condition must hold in the state before; {@link Formula#TRUE} where the effect is unconditional
 * @param adds whether the fact becomes true
 * @param atom the fact
 */
record Effect(Formula.And condition, boolean adds, Formula.Atom atom) {

    boolean isConditional() {
        return !condition.parts().isEmpty();
    }
}
