package dev.guerdon.offlineweb.policy;

import dev.guerdon.offlineweb.policy.PolicyState.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Goals that are reached by clicking on the right things: buttons, links, tabs, menus. */
final class ClickRules {

    private static final Pattern BUTTON = Pattern.compile("button (ONE|TWO|\\w+)");

    /** What the icons of menus usually stand for. */
    private static final Map<String, String> ICONS = Map.of(
            "ui-icon-disk", "Save",
            "ui-icon-seek-start", "Prev",
            "ui-icon-stop", "Stop",
            "ui-icon-play", "Play",
            "ui-icon-seek-end", "Next",
            "ui-icon-zoomin", "Zoom In",
            "ui-icon-zoomout", "Zoom Out");

    private ClickRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of(
                        "^Click the button\\.",
                        (scene, goal) ->
                                clicks(scene.page().roles("button").stream().limit(1))),
                Rule.of("^Click button \\w+", (scene, goal) -> sequence(scene)),
                Rule.of("^Click on the \"(.+)\" button", (scene, goal) -> clicks(scene.button(goal.group(1)).stream())),
                Rule.of("^Click the (\\w+) button\\.", (scene, goal) -> clicks(scene.button(goal.group(1)).stream())),
                Rule.of("^Click on the link \"(.+)\"", (scene, goal) -> clicks(scene.labelled(goal.group(1)).stream())),
                Rule.of("^Close the dialog box", (scene, goal) -> clicks(scene.button("Close").stream())),
                Rule.of(
                        "button in the dialog box labeled \"(.+)\"",
                        (scene, goal) ->
                                clicks(scene.button(goal.group(1).equals("x") ? "Close" : goal.group(1)).stream())),
                Rule.of("^Click on (Tab #\\d+)", (scene, goal) -> clicks(scene.labelled(goal.group(1)).stream())),
                Rule.of(
                        "^Switch between the tabs .* the link \"(.+)\"",
                        (scene, goal) -> unfolded(scene, goal.group(1))),
                Rule.of(
                        "^Expand the sections below, .* the link \"(.+)\"",
                        (scene, goal) -> unfolded(scene, goal.group(1))),
                Rule.of("^Expand the section below and click submit", (scene, goal) -> section(scene)),
                Rule.of("^Click on a \"(.+)\" widget", (scene, goal) -> widget(scene, goal.group(1))),
                Rule.of("\"Menu\" button.* item labeled \"(.+)\"", (scene, goal) -> menu(scene, goal.group(1))),
                Rule.of(
                        "\"Menu\" button.* item with the \"(.+)\" icon",
                        (scene, goal) -> menu(scene, ICONS.getOrDefault(goal.group(1), ""))),
                Rule.of(
                        "^Select (\\S+>\\S+)$",
                        (scene, goal) -> path(scene, goal.group(1).split(">", -1))),
                Rule.of(
                        "^Navigate through the file tree.* named \"(.+)\"",
                        (scene, goal) -> tree(scene, goal.group(1))));
    }

    static List<String> clicks(Stream<PageElement> elements) {
        return elements.map(PolicyState::click).toList();
    }

    private static List<String> sequence(PolicyState scene) {
        List<String> clicks = new ArrayList<>();
        Matcher named = BUTTON.matcher(scene.goal());
        while (named.find()) {
            scene.button(named.group(1)).map(PolicyState::click).ifPresent(clicks::add);
        }
        return clicks;
    }

    /** Opens tabs or sections one after the other until the link is there. */
    private static List<String> unfolded(PolicyState scene, String link) {
        List<PageElement> places = scene.page().roles("tabpanel");
        Optional<PageElement> found = places.stream()
                .flatMap(place -> place
                        .all(element -> element.isClickable()
                                && PolicyState.trimmed(element.text()).equals(PolicyState.trimmed(link)))
                        .stream())
                .findFirst();
        if (found.isPresent()) {
            return clicks(found.stream());
        }
        return clicks(scene.page().roles("tab").stream()
                .map(tab -> tab.children().stream()
                        .filter(child -> child.role().equals("link"))
                        .findFirst()
                        .orElse(tab))
                .filter(tab -> !scene.did(PolicyState.click(tab)))
                .limit(1));
    }

    private static List<String> section(PolicyState scene) {
        Optional<PageElement> closed = scene.page()
                .first(element -> element.role().equals("tab") && element.name().startsWith("Section"));
        return closed.filter(tab -> !scene.did(PolicyState.click(tab)))
                .map(tab -> List.of(PolicyState.click(tab)))
                .orElseGet(scene::submit);
    }

    private static List<String> widget(PolicyState scene, String kind) {
        String role = kind.startsWith("text") ? "textbox" : kind;
        return clicks(scene.page().roles(role).stream().limit(1));
    }

    /** Opens the menu, then whatever leads to the item. */
    private static List<String> menu(PolicyState scene, String item) {
        List<PageElement> items = scene.page().roles("menuitem");
        if (items.isEmpty()) {
            return clicks(scene.button("Menu").stream());
        }
        Optional<PageElement> wanted =
                items.stream().filter(one -> one.text().equals(item)).findFirst();
        return wanted.isPresent()
                ? clicks(wanted.stream())
                : clicks(items.stream().filter(one -> one.is("hasPopup")).limit(1));
    }

    /** Clicks on the last step of the path that is to be seen: its submenu has not been opened, or it is the end. */
    private static List<String> path(PolicyState scene, String[] steps) {
        for (int i = steps.length - 1; i >= 0; i--) {
            String step = steps[i];
            Optional<PageElement> item = scene.page().roles("menuitem").stream()
                    .filter(one -> one.name().equals(step))
                    .findFirst();
            if (item.isPresent()) {
                // A menu opens below the pointer; a click on it would be taken for the choice.
                return i == steps.length - 1
                        ? clicks(item.stream())
                        : List.of(PolicyState.mouse("mouse_move", item.get().center()), "noop(400)");
            }
        }
        return List.of();
    }

    /** Clicks on the item, or opens the next folder. */
    private static List<String> tree(PolicyState scene, String name) {
        Optional<PageElement> found = scene.page()
                .first(element -> element.role().equals("generic")
                        && !element.bid().isEmpty()
                        && element.text().equals(name)
                        && element.children().stream()
                                .allMatch(child -> child.role().equals("StaticText")));
        if (found.isPresent()) {
            return clicks(found.stream());
        }
        return clicks(scene
                .page()
                .all(element -> element.role().equals("generic")
                        && element.isClickable()
                        && !element.text().isEmpty()
                        && element.children().stream()
                                .allMatch(child -> child.role().equals("StaticText"))
                        && !scene.did(PolicyState.click(element)))
                .stream()
                .limit(1));
    }
}
