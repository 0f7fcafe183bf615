/**
 * The questions that the offline web answers, with their gold answers.
 *
 * <p>A gold answer is computed from the data behind the sites, by other code than the sites use. May use the data in {@code
 * sites}, and nothing else of this module. Uses {@code sites}.
 */
@NullMarked
package dev.guerdon.offlineweb.questions;

import org.jspecify.annotations.NullMarked;
