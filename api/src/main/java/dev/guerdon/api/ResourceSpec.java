package dev.guerdon.api;

import java.util.concurrent.Callable;

/**
 * Recipe for one kind of resource, and how many may live at once.
 *
 * <p>Pools are keyed by name and backend: two specs that agree on both share a pool.
 *
 * <p>{@snippet :
 * static final ResourceSpec<Shop> SHOP = ResourceSpec.local("shop", Shop.class, 100, Shop::new);
 * }
 *
 * @param name the kind, such as {@code alfworld}
 * @param backend where it lives: {@code local}, {@code http}, {@code spark}
 * @param type the resource's type
 * @param maxGlobal how many may live at once in this process
 * @param factory makes one; the pool starts it
 */
@Stable
public record ResourceSpec<R extends Resource>(
        String name, String backend, Class<R> type, int maxGlobal, Callable<? extends R> factory) {

    public ResourceSpec {
        if (maxGlobal < 1) {
            throw new GuerdonException("the resource '" + name + "' needs maxGlobal of at least 1, found " + maxGlobal);
        }
    }

    /** Returns the recipe of a resource in this JVM. */
    public static <R extends Resource> ResourceSpec<R> local(
            String name, Class<R> type, int maxGlobal, Callable<? extends R> factory) {
        return new ResourceSpec<>(name, "local", type, maxGlobal, factory);
    }
}
