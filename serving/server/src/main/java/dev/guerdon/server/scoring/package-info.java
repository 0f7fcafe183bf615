/**
 * The native API of a reward server, and the engines behind it.
 *
 * <p>{@code ScoreEndpoints} takes requests for scores; {@code ScoringService} says who may have how much under way, whose turn it is and
 * when it is too late, and counts. What a server says of itself is here as well: health, metrics, its description and its page. Uses {@code
 * http} and {@code spi}.
 */
@NullMarked
package dev.guerdon.server.scoring;

import org.jspecify.annotations.NullMarked;
