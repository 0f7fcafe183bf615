package dev.guerdon.viewer.bundle;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.page.Address;
import java.util.List;
import java.util.Map;

/**
 * A page of a bundle.
 *
 * @param file its file, relative to the root of the bundle
 * @param screen the path of the screen that shows it
 * @param address what the screen is asked for
 */
@Internal
public record BundlePage(String file, String screen, Address address) {

    static BundlePage of(String file, String screen, Map<String, String> path, Map<String, String> query) {
        Map<String, List<String>> lists = new java.util.LinkedHashMap<>();
        query.forEach((name, value) -> lists.put(name, List.of(value)));
        return new BundlePage(file, screen, new Address(path, lists));
    }

    /** The way from this page to the root of the bundle. */
    String up() {
        return "../".repeat((int) file.chars().filter(c -> c == '/').count());
    }
}
