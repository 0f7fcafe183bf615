package dev.guerdon.browser.oracle;

import java.util.List;

/** Goals that are reached with the pointer. */
final class MouseRules {

    private MouseRules() {}

    static List<Rule> all() {
        return List.of();
    }
}
