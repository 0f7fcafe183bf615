/**
 * The form of a response: tags for thoughts and answers, and marks of steps.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.catalogue.format;

import org.jspecify.annotations.NullMarked;
