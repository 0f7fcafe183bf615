/**
 * JSON as a grader reads it: strictly, in full precision, and out of fences.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.catalogue.json;

import org.jspecify.annotations.NullMarked;
