/**
 * Where sentences end and which words they have, by rules for English after Kiss and Strunk and the Penn Treebank.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.catalogue.sentence;

import org.jspecify.annotations.NullMarked;
