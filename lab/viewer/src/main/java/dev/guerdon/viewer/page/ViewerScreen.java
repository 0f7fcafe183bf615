package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import java.util.function.BiFunction;

/**
 * One kind of page, or a form that can be sent.
 *
 * @param path its path below the root of the viewer, with parts in braces: {@code /runs/{run}}
 * @param page answers for an address, with the links to other pages as seen from there; throws a {@link PageProblem} if it cannot
 */
@Internal
public record ViewerScreen(String path, BiFunction<PageAddress, PageLinks, ScreenAnswer> page) {

    /** Shows the page at an address; of a form, the fields are the address's query. */
    public ScreenAnswer show(PageAddress address, PageLinks links) {
        return page.apply(address, links);
    }
}
