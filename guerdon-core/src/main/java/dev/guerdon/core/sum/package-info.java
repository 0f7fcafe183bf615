/**
 * Sums without rounding, from which figures come that depend on no order.
 *
 * <p>{@code Moments} adds up numbers and their squares; {@code Exact} is a sum of any size. Parts of a job may be cut, ordered and merged
 * in any way: the sums are the same numbers, and so the figures have the same bits. {@code FairSample} chooses, in any order, the same few
 * of very many. Uses no other room.
 */
@NullMarked
package dev.guerdon.core.sum;

import org.jspecify.annotations.NullMarked;
