package dev.guerdon.core.registry;

import dev.guerdon.api.Internal;

/**
 * A class that was compiled in memory.
 *
 * @param name its name
 * @param source names the file that it comes from
 * @param bytes the class file
 */
@Internal
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CompiledClass(String name, String source, byte[] bytes) {}
