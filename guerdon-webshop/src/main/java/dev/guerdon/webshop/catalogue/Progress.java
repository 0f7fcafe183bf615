package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.Internal;

/** Told how building a large index goes. */
@FunctionalInterface
@Internal
public interface Progress {

    /** Tells nobody. */
    Progress SILENT = (products, bytes, total) -> {};

    /**
     * Called every few thousand products and at the end.
     *
     * @param products how many were indexed
     * @param bytes how much of the file was read
     * @param total how large the file is
     */
    void indexed(long products, long bytes, long total);
}
