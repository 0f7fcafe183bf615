package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a text view of a page shows, tells about its elements, and leaves out. */
@Experimental
public enum ViewOption {
    /** Says {@code visible} of elements of which at least half is in the viewport. */
    WITH_VISIBLE,
    /** Says {@code clickable} of elements that listen to clicks. */
    WITH_CLICKABLE,
    /** Gives the centre of each element in pixels. */
    WITH_CENTER_COORDS,
    /** Gives the corners of each element in pixels. */
    WITH_BOUNDING_BOX_COORDS,
    /** Says {@code som} of elements that have a mark on the marked screenshot. */
    WITH_SOM,
    /** Leaves out elements that are known to be out of sight. */
    FILTER_VISIBLE_ONLY,
    /** Leaves out elements that have no bid. */
    FILTER_WITH_BID_ONLY,
    /** Leaves out elements that have no mark on the marked screenshot. */
    FILTER_SOM_ONLY,
    /** Gives no bid for elements that are out of sight, so that they are not acted on. */
    HIDE_BID_IF_INVISIBLE,
    /** Gives no bids. */
    HIDE_ALL_BIDS,
    /** Leaves out nodes of role {@code generic} about which there is nothing to say. Accessibility tree only. */
    SKIP_GENERIC,
    /** Leaves out text that its parent's name has already said. Accessibility tree only. */
    REMOVE_REDUNDANT_STATIC_TEXT,
    /** Leaves out the children of what a filter left out. Accessibility tree only. */
    HIDE_ALL_CHILDREN,
    /** Takes a form without a name for a generic node, as older browsers did. Accessibility tree only. */
    NAMELESS_FORM_IS_GENERIC;

    /** The name that BrowserGym uses. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The option of that name. */
    public static ViewOption named(String wireName) {
        for (ViewOption option : values()) {
            if (option.wireName().equals(wireName)) {
                return option;
            }
        }
        throw new GuerdonException("there is no view option '" + wireName + "'; expected coord_decimals, ignored_roles,"
                + " ignored_properties or one of "
                + Arrays.stream(values()).map(ViewOption::wireName).collect(Collectors.joining(", ")));
    }
}
