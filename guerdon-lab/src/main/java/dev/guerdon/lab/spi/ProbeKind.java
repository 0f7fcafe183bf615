package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;

/** What kind of value a gold answer is, which decides how it can be written otherwise. */
@Experimental
public enum ProbeKind {
    NUMBER,
    DATE,
    LIST,
    JSON,
    TEXT
}
