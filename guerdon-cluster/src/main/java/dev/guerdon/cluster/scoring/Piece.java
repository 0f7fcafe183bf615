package dev.guerdon.cluster.scoring;

import dev.guerdon.cluster.piece.Span;

/**
 * A span of a file of the input, which is to be scored.
 *
 * @param file the number of the file
 * @param span what is to be scored of it
 * @param name what its part is called, without an ending
 */
record Piece(int file, Span span, String name) {}
