package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import java.util.List;

/**
 * What surrounds the content of every page.
 *
 * @param title what the browser's tab says
 * @param links where other pages are
 * @param crumbs the way to this page, from the list of runs
 */
@Internal
public record Frame(String title, Links links, List<Crumb> crumbs) {

    public Frame {
        crumbs = List.copyOf(crumbs);
    }

    /** A page on the way, and where it is. */
    public record Crumb(String name, String address) {}
}
