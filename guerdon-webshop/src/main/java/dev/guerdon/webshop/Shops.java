package dev.guerdon.webshop;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Opens each shop once, however many shoppers ask for it. */
final class Shops {

    private static final ConcurrentMap<ShopOptions, Shop> OPEN = new ConcurrentHashMap<>();

    private Shops() {}

    /** The shop for these options, opened on first use and kept. */
    static Shop shared(ShopOptions options) {
        return OPEN.computeIfAbsent(options, Shop::open);
    }
}
