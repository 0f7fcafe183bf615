/**
 * How far raters agree beyond chance.
 *
 * <p>Uses {@code bounds}.
 */
@NullMarked
package dev.guerdon.catalogue.agreement;

import org.jspecify.annotations.NullMarked;
