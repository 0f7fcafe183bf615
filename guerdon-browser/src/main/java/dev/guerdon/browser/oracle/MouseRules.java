package dev.guerdon.browser.oracle;

import dev.guerdon.browser.oracle.Element.Point;
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

    private static List<String> box(Scene scene) {
        Optional<Element> small = scene.labelled("s");
        Optional<Element> large = scene.page()
                .first(element -> element.isClickable() && element.text().equals("L"));
        Optional<Element> inner = scene.page()
                .first(element -> element.isClickable() && element.text().equals("s"));
        if (small.isEmpty() || large.isEmpty() || inner.isEmpty()) {
            return List.of();
        }
        return scene.thenSubmit(Scene.drag(inner.get().center(), large.get().center()));
    }

    private static List<String> item(Scene scene, MatchResult goal) {
        List<Element> items = scene.page().roles("listitem");
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
                new ArrayList<>(Scene.drag(items.get(from).center(), new Point(target.x(), target.y() + beyond)));
        actions.addAll(scene.submit());
        return actions;
    }

    /** The corner is the last part of the box. */
    private static List<String> resize(Scene scene, MatchResult goal) {
        Optional<Element> frame = scene.page()
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
                Scene.drag(corner, new Point(corner.x() + (width ? by : 0), corner.y() + (width ? 0 : by))));
    }

    /** Learns from both ends where a value is, goes there, and corrects with the arrow keys. */
    private static List<String> slider(Scene scene, int wanted) {
        Optional<Element> shown =
                scene
                        .page()
                        .all(element -> element.role().equals("StaticText")
                                && element.name().matches("-?\\d+"))
                        .stream()
                        .findFirst();
        Optional<Element> track = scene.page()
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
        Element handle = track.get().children().getFirst();
        String home = Scene.press("Home");
        if (scene.done().isEmpty()) {
            return List.of(Scene.click(handle), home);
        }
        int distance = wanted - value;
        if (scene.times(home) == 1 && distance > 20) {
            return List.of(Scene.press("PageUp"));
        }
        return List.of(Scene.press(distance > 0 ? "ArrowRight" : "ArrowLeft"));
    }
}
