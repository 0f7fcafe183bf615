package dev.guerdon.webshop.shop;

import dev.guerdon.api.Internal;
import dev.guerdon.webshop.catalogue.Progress;
import java.lang.System.Logger;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/** Opens each shop once, however many shoppers ask for it. */
@Internal
public final class Shops {

    private static final Logger LOG = System.getLogger(Shops.class.getName());
    private static final ConcurrentMap<ShopOptions, Shop> OPEN = new ConcurrentHashMap<>();

    private Shops() {}

    /** The shop for these options, opened on first use and kept. Building a large index is logged at every tenth of the way. */
    public static Shop shared(ShopOptions options) {
        Shop open = OPEN.get(options);
        return open != null ? open : OPEN.computeIfAbsent(options, wanted -> Shop.open(wanted, logging()));
    }

    private static Progress logging() {
        AtomicLong told = new AtomicLong();
        return (products, bytes, total) -> {
            long tenths = bytes * 10 / Math.max(1, total);
            if (tenths > told.getAndSet(tenths)) {
                LOG.log(Logger.Level.INFO, "indexed {0} products, {1} % of the file", products, tenths * 10);
            }
        };
    }
}
