/**
 * Answers of word problems and of the MATH collection, as trainers read them out of a response.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.catalogue.math;

import org.jspecify.annotations.NullMarked;
