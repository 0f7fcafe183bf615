/**
 * The protocols in which trainers ask for rewards over HTTP.
 *
 * <p>Each takes a trainer's request apart into samples, has them scored as the native API has, and answers in the trainer's words, also for
 * what could not be scored. Uses {@code http} and {@code spi}.
 */
@NullMarked
package dev.guerdon.server.trainer;

import org.jspecify.annotations.NullMarked;
