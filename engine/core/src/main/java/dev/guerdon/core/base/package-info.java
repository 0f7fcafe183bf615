/**
 * What every module needs: JSON, names and near misses, durations, secrets, folders.
 *
 * <p>Small tools without state, below everything that knows rewards. {@code JsonCodec} reads and writes plain values; {@code
 * Names} finds the name that was meant; {@code SecretFilter} keeps keys out of what is written. Uses {@code secret}.
 */
@NullMarked
package dev.guerdon.core.base;

import org.jspecify.annotations.NullMarked;
