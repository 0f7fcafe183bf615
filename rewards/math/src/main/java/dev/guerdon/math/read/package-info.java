/**
 * Reads LaTeX or plain text into trees.
 *
 * <p>{@code AnswerLexer} makes tokens; {@code AnswerReader} and {@code ExpressionReader}, with {@code LatexCommands}, {@code SymbolNames} and {@code
 * UnitWords}, make a {@code Node}; {@code AnswerDialect} says what the two rewards read differently. Input is hostile until read: every
 * loop counts against the budget. Uses {@code algebra}.
 */
@NullMarked
package dev.guerdon.math.read;

import org.jspecify.annotations.NullMarked;
