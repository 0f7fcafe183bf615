package dev.guerdon.lab;

/** What kind of value a gold answer is, which decides how it can be written otherwise. */
public enum ProbeKind {
    NUMBER,
    DATE,
    LIST,
    JSON,
    TEXT
}
