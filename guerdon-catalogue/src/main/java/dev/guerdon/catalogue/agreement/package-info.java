/**
 * How far raters agree beyond chance: Krippendorff's alpha for any number of raters, with ratings missing, and the kappas of Cohen and Fleiss.
 *
 * <p>Uses {@code budget}.
 */
@NullMarked
package dev.guerdon.catalogue.agreement;

import org.jspecify.annotations.NullMarked;
