/**
 * Texts looked at closely: numbers and dates as people write them, addresses, gold answers to be found again, and what two texts differ
 * in.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.lab.text;

import org.jspecify.annotations.NullMarked;
