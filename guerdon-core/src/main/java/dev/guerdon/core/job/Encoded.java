package dev.guerdon.core.job;

import dev.guerdon.api.Internal;

/** Scores of lines that follow each other, as they will be written. */
@Internal
public interface Encoded {

    /** How many lines. */
    long lines();

    /** How many bytes. */
    long size();
}
