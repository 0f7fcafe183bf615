/**
 * JSON that a model wrote, and its tool calls: JSON Schema 2020-12 by the standard and by Python's {@code jsonschema}, strict JSON, and
 * calls matched with possible answers as BFCL and ToolRL do it.
 *
 * <p>A schema is checked and indexed once ({@code SchemaDocument}) and held against values by {@code SchemaEvaluation}. Nothing is fetched, and
 * nothing that a model wrote is evaluated. Uses {@code grading} and {@code regex}.
 */
@NullMarked
package dev.guerdon.rewards.schema;

import org.jspecify.annotations.NullMarked;
