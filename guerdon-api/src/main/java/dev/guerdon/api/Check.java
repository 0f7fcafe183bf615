package dev.guerdon.api;

/**
 * One line of {@code guerdon doctor}.
 *
 * @param part what was looked at
 * @param ok whether it works
 * @param detail what was found, or what is missing and how to get it
 */
public record Check(String part, boolean ok, String detail) {}
