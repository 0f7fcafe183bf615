/**
 * The rule-based rewards of trainers and evaluation harnesses, each after its source and repaired.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.catalogue;

import org.jspecify.annotations.NullMarked;
