package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import java.util.List;

/**
 * Frame around the content of every page.
 *
 * @param title what the browser's tab says
 * @param links where other pages are
 * @param crumbs the way to this page, from the list of runs
 * @param assets the styles and scripts that this page needs besides those of every page
 */
@Internal
public record PageFrame(String title, PageLinks links, List<Crumb> crumbs, List<String> assets) {

    /** What a page of a bundle may load: it has no server that could say so. */
    public static final String BUNDLE_POLICY =
            "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file:; base-uri 'none';"
                    + " form-action 'none'";

    public PageFrame {
        title = ShownText.of(title);
        crumbs = List.copyOf(crumbs);
        assets = List.copyOf(assets);
    }

    /** A frame with the styles and scripts of every page. */
    public PageFrame(String title, PageLinks links, List<Crumb> crumbs) {
        this(title, links, crumbs, List.of());
    }

    /** A page on the way, and where it is. */
    public record Crumb(String name, String address) {
        public Crumb {
            name = ShownText.of(name);
        }
    }

    /** A part of the viewer, where it begins, and whether this page is in it. */
    public record Section(String name, String address, boolean current) {}

    /** Returns the parts of the viewer. */
    public List<Section> sections() {
        return links.sections().stream()
                .map(section -> new Section(section.name(), section.address(), within(section.name())))
                .toList();
    }

    private boolean within(String section) {
        List<Crumb> way = crumbs.isEmpty() ? List.of(new Crumb(title, "")) : crumbs;
        boolean other = way.stream()
                .anyMatch(crumb -> crumb.name().equalsIgnoreCase("Sessions")
                        || crumb.name().equalsIgnoreCase("Rewards"));
        return section.equals("Runs")
                ? !other
                : way.stream().anyMatch(crumb -> crumb.name().equalsIgnoreCase(section));
    }

    /** Returns the styles that this page needs. */
    public List<String> styles() {
        return assets.stream().filter(name -> name.endsWith(".css")).toList();
    }

    /** Returns the scripts that this page needs. */
    public List<String> scripts() {
        return assets.stream().filter(name -> name.endsWith(".js")).toList();
    }
}
