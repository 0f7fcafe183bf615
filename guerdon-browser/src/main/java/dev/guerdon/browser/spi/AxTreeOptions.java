package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * How an accessibility tree becomes text.
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

    private static final AxTreeOptions PINNED = RAW.with(ViewOption.NAMELESS_FORM_IS_GENERIC)
            .alsoIgnoringRoles("InlineTextBox", "MenuListPopup")
            .alsoIgnoringProperties("url");

    public AxTreeOptions {
        shown = Collections.unmodifiableSet(shown.isEmpty() ? EnumSet.noneOf(ViewOption.class) : EnumSet.copyOf(shown));
        ignoredRoles = Set.copyOf(ignoredRoles);
        ignoredProperties = Set.copyOf(ignoredProperties);
        if (coordDecimals < 0 || coordDecimals > MOST_DECIMALS) {
            throw new GuerdonException(
                    "coord_decimals must be from 0 to " + MOST_DECIMALS + ", found " + coordDecimals);
        }
    }

    /** The defaults of a profile. */
    public static AxTreeOptions of(AxTreeProfile profile) {
        return switch (profile) {
            case PINNED -> PINNED;
            case RAW -> RAW;
        };
    }

    public AxTreeOptions with(ViewOption... options) {
        Set<ViewOption> more = EnumSet.noneOf(ViewOption.class);
        more.addAll(shown);
        more.addAll(Arrays.asList(options));
        return new AxTreeOptions(more, coordDecimals, ignoredRoles, ignoredProperties);
    }

    public AxTreeOptions without(ViewOption... options) {
        Set<ViewOption> fewer = EnumSet.noneOf(ViewOption.class);
        fewer.addAll(shown);
        Arrays.asList(options).forEach(fewer::remove);
        return new AxTreeOptions(fewer, coordDecimals, ignoredRoles, ignoredProperties);
    }

    public AxTreeOptions withCoordDecimals(int decimals) {
        return new AxTreeOptions(shown, decimals, ignoredRoles, ignoredProperties);
    }

    public AxTreeOptions withIgnoredRoles(Set<String> roles) {
        return new AxTreeOptions(shown, coordDecimals, roles, ignoredProperties);
    }

    public AxTreeOptions withIgnoredProperties(Set<String> properties) {
        return new AxTreeOptions(shown, coordDecimals, ignoredRoles, properties);
    }

    public AxTreeOptions alsoIgnoringRoles(String... roles) {
        return withIgnoredRoles(union(ignoredRoles, roles));
    }

    public AxTreeOptions alsoIgnoringProperties(String... properties) {
        return withIgnoredProperties(union(ignoredProperties, properties));
    }

    /**
     * These options with changes that a user typed.
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
            case "coord_decimals" -> withCoordDecimals(decimals(value));
            case "ignored_roles" -> withIgnoredRoles(words(value));
            case "ignored_properties" -> withIgnoredProperties(words(value));
            default -> isOn(name, value) ? with(ViewOption.named(name)) : without(ViewOption.named(name));
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

    private static Set<String> union(Set<String> some, String... more) {
        Set<String> all = new LinkedHashSet<>(some);
        all.addAll(Arrays.asList(more));
        return all;
    }
}
