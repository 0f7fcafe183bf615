package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Options with which an accessibility tree becomes text.
 *
 * @param shown the options that are on
 * @param coordDecimals the decimals of coordinates
 * @param ignoredRoles the roles whose nodes are left out, their children kept
 * @param ignoredProperties the properties that are not told
 */
@Experimental
public record AxTreeOptions(
        Set<ViewOption> shown, int coordDecimals, Set<String> ignoredRoles, Set<String> ignoredProperties) {

    private static final int MOST_DECIMALS = 20;

    private static final AxTreeOptions RAW = new AxTreeOptions(
            EnumSet.of(ViewOption.SKIP_GENERIC, ViewOption.REMOVE_REDUNDANT_STATIC_TEXT),
            0,
            Set.of("LineBreak"),
            Set.of("editable", "readonly", "level", "settable", "multiline", "invalid", "focusable"));

    private static final AxTreeOptions PINNED = RAW.changed("nameless_form_is_generic")
            .changed("ignored_roles=LineBreak|InlineTextBox|MenuListPopup")
            .changed("ignored_properties=editable|readonly|level|settable|multiline|invalid|focusable|url");

    public AxTreeOptions {
        shown = Collections.unmodifiableSet(shown.isEmpty() ? EnumSet.noneOf(ViewOption.class) : EnumSet.copyOf(shown));
        ignoredRoles = Set.copyOf(ignoredRoles);
        ignoredProperties = Set.copyOf(ignoredProperties);
        if (coordDecimals < 0 || coordDecimals > MOST_DECIMALS) {
            throw new GuerdonException(
                    "coord_decimals must be from 0 to " + MOST_DECIMALS + ", found " + coordDecimals);
        }
    }

    /** Returns the defaults of a profile. */
    public static AxTreeOptions of(AxTreeProfile profile) {
        return switch (profile) {
            case PINNED -> PINNED;
            case RAW -> RAW;
        };
    }

    /**
     * Returns these options with changes that a user typed.
     *
     * @param changes names and values such as {@code "with_visible=true,coord_decimals=1,ignored_roles=LineBreak|Legend"}; a name
     *     alone switches an option on
     */
    public AxTreeOptions changed(String changes) {
        AxTreeOptions changed = this;
        for (String change : changes.split(",", -1)) {
            if (!change.isBlank()) {
                int equals = change.indexOf('=');
                String name = (equals < 0 ? change : change.substring(0, equals)).strip();
                changed = changed.changed(
                        name, equals < 0 ? "true" : change.substring(equals + 1).strip());
            }
        }
        return changed;
    }

    private AxTreeOptions changed(String name, String value) {
        return switch (name) {
            case "coord_decimals" -> new AxTreeOptions(shown, decimals(value), ignoredRoles, ignoredProperties);
            case "ignored_roles" -> new AxTreeOptions(shown, coordDecimals, words(value), ignoredProperties);
            case "ignored_properties" -> new AxTreeOptions(shown, coordDecimals, ignoredRoles, words(value));
            default -> {
                Set<ViewOption> options = EnumSet.noneOf(ViewOption.class);
                options.addAll(shown);
                ViewOption option = ViewOption.named(name);
                boolean changed = isOn(name, value) ? options.add(option) : options.remove(option);
                yield changed ? new AxTreeOptions(options, coordDecimals, ignoredRoles, ignoredProperties) : this;
            }
        };
    }

    private static boolean isOn(String name, String value) {
        if (value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false")) {
            return value.equalsIgnoreCase("true");
        }
        throw new GuerdonException("the view option " + name + " is true or false, found '" + value + "'");
    }

    private static int decimals(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new GuerdonException("coord_decimals must be a whole number, found '" + value + "'", e);
        }
    }

    private static Set<String> words(String value) {
        return value.isEmpty() ? Set.of() : new LinkedHashSet<>(List.of(value.split("\\|", -1)));
    }

    /** Browser whose text of an accessibility tree is imitated. */
    public enum AxTreeProfile {
        /**
         * The browser that BrowserGym pins: without the text boxes, addresses, nameless forms and popups of closed menus that newer
         * browsers report. About half as long; what prompts should use.
         */
        PINNED,
        /** Everything that the browser at hand reports, under BrowserGym's own rules. */
        RAW
    }

    /** Options of a text view of a page: what it shows, tells about its elements, and leaves out. */
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

        /** Returns the name that BrowserGym uses. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the option of that name. */
        public static ViewOption named(String wireName) {
            return Arrays.stream(values())
                    .filter(option -> option.wireName().equals(wireName))
                    .findFirst()
                    .orElseThrow(() -> new GuerdonException("there is no view option '" + wireName
                            + "'; expected coord_decimals, ignored_roles, ignored_properties or one of "
                            + Arrays.stream(values()).map(ViewOption::wireName).collect(Collectors.joining(", "))));
        }
    }
}
