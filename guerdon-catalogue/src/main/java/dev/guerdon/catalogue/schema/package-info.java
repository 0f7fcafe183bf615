/**
 * JSON Schema 2020-12: schemas that are checked, indexed and kept, and values that are held against them.
 *
 * <p>One walk serves two rules: the standard, and what Python's {@code jsonschema} makes of it.
 *
 * <p>Uses {@code budget} and {@code regex}.
 */
@NullMarked
package dev.guerdon.catalogue.schema;

import org.jspecify.annotations.NullMarked;
