package dev.guerdon.alfworld.game;

import java.util.List;

/**
 * A parsed template: what to render, part by part.
 *
 * @param parts the parts in order
 */
record GameTemplate(List<Part> parts) {

    /** A part of a template. */
    sealed interface Part {}

    /** Text as it stands. */
    record Literal(String text) implements Part {}

    /** Another rule, rendered in the current context. */
    record Rule(String name) implements Part {}

    /** The value of an expression. */
    record Value(TemplateExpression expression) implements Part {}

    /** A part once per solution of a query, joined with nothing. */
    record Each(Part part, FactQuery query) implements Part {}

    /** A part once per solution of a query, joined as a list in words. */
    record Enumeration(Part part, FactQuery query) implements Part {}
}
