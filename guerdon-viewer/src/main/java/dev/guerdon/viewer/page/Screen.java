package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;

/** One kind of page. */
@Internal
public interface Screen {

    /** Its path below the root of the viewer, with parts in braces: {@code /runs/{run}}. */
    String path();

    /**
     * The page at an address.
     *
     * @param links where other pages are, seen from here
     * @throws Problem where there is no such page
     */
    Answer show(Address address, Links links);
}
