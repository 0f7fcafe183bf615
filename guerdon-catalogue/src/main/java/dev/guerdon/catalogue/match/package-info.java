/**
 * Answers found in a response and matched against gold answers: search agents and reasoning tasks.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.catalogue.match;

import org.jspecify.annotations.NullMarked;
