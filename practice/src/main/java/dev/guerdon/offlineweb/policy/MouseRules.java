package dev.guerdon.offlineweb.policy;

import dev.guerdon.offlineweb.policy.PageElement.Point;
import dev.guerdon.offlineweb.policy.PolicyState.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;

/** Goals that are reached with the pointer: sliders, and things to be dragged. */
final class MouseRules {

    private MouseRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of(
                        "^Drag the smaller box so that it is completely inside the larger box",
                        (scene, goal) -> box(scene)),
                Rule.of(
                        "^Drag (\\S+) (?:to the (top|bottom)|(up|down) by one|to the (\\d)\\w\\w position)\\.?",
                        MouseRules::item),
                Rule.of("^Resize the textarea so that the (width|height) is (smaller|larger)", MouseRules::resize),
                Rule.of(
                        "^Select (-?\\d+) with the slider and hit Submit",
                        (scene, goal) -> slider(scene, Integer.parseInt(goal.group(1)))));
    }

    private static List<String> box(PolicyState scene) {
        Optional<PageElement> small = scene.labelled("s");
        Optional<PageElement> large = scene.page()
                .first(element -> element.isClickable() && element.text().equals("L"));
        Optional<PageElement> inner = scene.page()
                .first(element -> element.isClickable() && element.text().equals("s"));
        if (small.isEmpty() || large.isEmpty() || inner.isEmpty()) {
            return List.of();
        }
        return scene.thenSubmit(
                PolicyState.drag(inner.get().center(), large.get().center()));
    }

    private static List<String> item(PolicyState scene, MatchResult goal) {
        List<PageElement> items = scene.page().roles("listitem");
        int from = 0;
        while (from < items.size() && !items.get(from).text().equals(goal.group(1))) {
            from++;
        }
        if (from == items.size()) {
            return List.of();
        }
        int to = goal.group(2) != null
                ? goal.group(2).equals("top") ? 0 : items.size() - 1
                : goal.group(3) != null
                        ? goal.group(3).equals("up") ? from - 1 : from + 1
                        : Integer.parseInt(goal.group(4)) - 1;
        if (to < 0 || to >= items.size()) {
            return List.of();
        }
        Point target = items.get(to).center();
        // A little beyond the place, so that what is there makes way.
        int beyond = to < from ? -10 : 10;
        List<String> actions =
                new ArrayList<>(PolicyState.drag(items.get(from).center(), new Point(target.x(), target.y() + beyond)));
        actions.addAll(scene.submit());
        return actions;
    }

    /** The corner is the last part of the box. */
    private static List<String> resize(PolicyState scene, MatchResult goal) {
        Optional<PageElement> frame = scene.page()
                .first(element -> element.isClickable()
                        && element.children().stream()
                                .anyMatch(child -> child.role().equals("textbox")));
        if (frame.isEmpty()) {
            return List.of();
        }
        Point corner = frame.get().children().getLast().center();
        int by = goal.group(2).equals("smaller") ? -30 : 30;
        boolean width = goal.group(1).equals("width");
        return scene.thenSubmit(
                PolicyState.drag(corner, new Point(corner.x() + (width ? by : 0), corner.y() + (width ? 0 : by))));
    }

    /** Learns from both ends where a value is, goes there, and corrects with the arrow keys. */
    private static List<String> slider(PolicyState scene, int wanted) {
        Optional<PageElement> shown =
                scene.page().all("StaticText", "-?\\d+").stream().findFirst();
        Optional<PageElement> track = scene.page()
                .first(element -> element.isClickable()
                        && element.role().equals("generic")
                        && element.children().size() == 1
                        && element.text().isEmpty());
        if (shown.isEmpty() || track.isEmpty()) {
            return List.of();
        }
        int value = Integer.parseInt(shown.get().name());
        if (value == wanted) {
            return scene.submit();
        }
        PageElement handle = track.get().children().getFirst();
        String home = PolicyState.press("Home");
        if (scene.done().isEmpty()) {
            return List.of(PolicyState.click(handle), home);
        }
        int distance = wanted - value;
        if (scene.times(home) == 1 && distance > 20) {
            return List.of(PolicyState.press("PageUp"));
        }
        return List.of(PolicyState.press(distance > 0 ? "ArrowRight" : "ArrowLeft"));
    }
}
