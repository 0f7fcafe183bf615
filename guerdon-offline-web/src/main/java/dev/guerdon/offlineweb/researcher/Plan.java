package dev.guerdon.offlineweb.researcher;

/** How the rule-based researcher works on one kind of question. */
@FunctionalInterface
interface Plan {

    /** The next move, given what the prompt shows. */
    Move next(View view);
}
