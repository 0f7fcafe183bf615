/**
 * Reads LaTeX or plain text into trees.
 *
 * <p>{@code Lexer} makes tokens; {@code Reader} and {@code Expressions}, with {@code Commands}, {@code Names} and {@code
 * UnitWords}, make a {@code Node}; {@code Dialect} says what the two rewards read differently. Input is hostile until read: every
 * loop counts against the budget. Uses {@code algebra} and {@code number}.
 */
@NullMarked
package dev.guerdon.math.read;

import org.jspecify.annotations.NullMarked;
