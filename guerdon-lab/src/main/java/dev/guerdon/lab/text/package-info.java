/**
 * Texts looked at closely: numbers as people read them, addresses, and gold answers to be found again.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.lab.text;

import org.jspecify.annotations.NullMarked;
