package dev.guerdon.api;

import java.util.List;

/** Everything that was added to Guerdon, by kind and name. */
public interface Catalogue {

    /**
     * The extension of a kind that has a name.
     *
     * @throws GuerdonException where there is none, with the nearest name
     */
    <E extends Extension> E find(Class<E> kind, String name);

    /** All extensions of a kind, by name. */
    <E extends Extension> List<E> all(Class<E> kind);
}
