/**
 * How a response is written: its tags and steps, its length and repetition, IFEval's instructions, its language, and the words,
 * sentences and syllables of readability.
 *
 * <p>Languages are told by the profiles of the library langdetect, read from its jar; its code is not used. Sentences and words follow
 * rules for English after Kiss and Strunk and the Penn Treebank; syllables are counted by letter patterns, with a list of the words that
 * these do not explain. Uses {@code grading} and {@code regex}.
 */
@NullMarked
package dev.guerdon.rewards.writing;

import org.jspecify.annotations.NullMarked;
