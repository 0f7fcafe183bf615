package dev.guerdon.browser.view;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.ViewOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * How a DOM snapshot becomes text.
 *
 * @param shown the options that are on; those for accessibility trees only do nothing
 * @param coordDecimals the decimals of coordinates
 * @param escaped whether what the page wrote is escaped, so that its text cannot pass for elements; BrowserGym does not do so
 */
@Internal
public record DomOptions(Set<ViewOption> shown, int coordDecimals, boolean escaped) {

    private static final DomOptions STANDARD = new DomOptions(Set.of(), 0, true);

    public DomOptions {
        shown = Collections.unmodifiableSet(shown.isEmpty() ? EnumSet.noneOf(ViewOption.class) : EnumSet.copyOf(shown));
    }

    /** Everything with its bid, escaped. */
    public static DomOptions standard() {
        return STANDARD;
    }

    /** As BrowserGym does it, where the text of a page can look like elements that are not there. */
    public DomOptions asReference() {
        return new DomOptions(shown, coordDecimals, false);
    }

    public DomOptions with(ViewOption... options) {
        Set<ViewOption> more = EnumSet.noneOf(ViewOption.class);
        more.addAll(shown);
        more.addAll(Arrays.asList(options));
        return new DomOptions(more, coordDecimals, escaped);
    }

    public DomOptions withCoordDecimals(int decimals) {
        return new DomOptions(shown, decimals, escaped);
    }
}
