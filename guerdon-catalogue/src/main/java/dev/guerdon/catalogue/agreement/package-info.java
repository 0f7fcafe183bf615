/**
 * How far raters agree beyond chance.
 *
 * <p>Uses {@code budget}.
 */
@NullMarked
package dev.guerdon.catalogue.agreement;

import org.jspecify.annotations.NullMarked;
