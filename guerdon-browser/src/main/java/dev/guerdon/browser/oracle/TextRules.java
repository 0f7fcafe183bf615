package dev.guerdon.browser.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.stream.Collectors;

/** Goals that are reached by typing: texts, dates, what a table or a sum says. */
final class TextRules {

    private TextRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of("^Focus into the (?:(\\d+)\\w\\w input )?textbox", TextRules::focus),
                Rule.of(
                        "^Enter \"(.+)\" into the text field and press Submit",
                        (scene, goal) -> scene.answer(first(scene), goal.group(1))),
                Rule.of(
                        "^Type \"(.+)\" in all (lower|upper) case letters",
                        (scene, goal) -> scene.answer(
                                first(scene),
                                goal.group(2).equals("lower")
                                        ? goal.group(1).toLowerCase(Locale.ROOT)
                                        : goal.group(1).toUpperCase(Locale.ROOT))),
                Rule.of(
                        "^Enter the password \"(.+)\" into both text fields",
                        (scene, goal) -> scene.thenSubmit(scene.textboxes().stream()
                                .map(box -> Scene.fill(box, goal.group(1)))
                                .toList())),
                Rule.of("^Enter the username \"(.+)\" and the password \"(.+)\"", TextRules::login),
                Rule.of(
                        "^Enter (\\d+)/(\\d+)/(\\d+) as the date",
                        (scene, goal) -> scene.answer(
                                scene.page().first(element -> element.role().equals("Date")),
                                goal.group(3) + "-" + goal.group(1) + "-" + goal.group(2))),
                Rule.of(
                        "^Enter (\\d+):(\\d+) (AM|PM) as the time",
                        (scene, goal) -> scene.answer(
                                scene.page().first(element -> element.role().equals("InputTime")), time(goal))),
                Rule.of(
                        "^Type the text below into the text field",
                        (scene, goal) -> scene.answer(first(scene), letters(scene))),
                Rule.of("^Find the (\\d+)\\w\\w word in the paragraph", TextRules::word),
                Rule.of("^Find the last word in the text area", TextRules::lastWord),
                Rule.of("^Copy the text (?:in the textarea|from the (\\d+)\\w\\w text area) below", TextRules::copy),
                Rule.of(
                        "^Enter the value of (.+) into the text field",
                        (scene, goal) -> scene.answer(first(scene), cell(scene, goal.group(1)))),
                Rule.of("^Enter the value that corresponds with each label", (scene, goal) -> table(scene)),
                Rule.of(
                        "^Solve the math problem",
                        (scene, goal) -> Sums.problem(scene.page())
                                .map(result -> scene.answer(first(scene), result))
                                .orElse(List.of())),
                Rule.of(
                        "^Solve for x",
                        (scene, goal) -> Sums.equation(scene.page())
                                .map(result -> scene.answer(first(scene), result))
                                .orElse(List.of())),
                Rule.of(
                        "total number of blocks",
                        (scene, goal) -> scene.answer(first(scene), Integer.toString(Sums.blocks(scene.page())))),
                Rule.of("^Search for (\\S+) movies directed by (\\S+) from year (\\d+)", TextRules::movies),
                Rule.of(
                        "^Select the following color #(\\w{6}) with the color picker",
                        (scene, goal) ->
                                scene.answer(first(scene), goal.group(1).toUpperCase(Locale.ROOT))),
                Rule.of(
                        "^Select (\\w+) with the color picker",
                        (scene, goal) -> Colors.hex(goal.group(1))
                                .map(hex -> scene.answer(first(scene), hex))
                                .orElse(List.of())),
                Rule.of(
                        "^Select (-?\\d+) with the spinner",
                        (scene, goal) -> scene.answer(
                                scene.page().first(element -> element.role().equals("spinbutton")), goal.group(1))));
    }

    private static Optional<Element> first(Scene scene) {
        return scene.textboxes().stream().findFirst();
    }

    private static List<String> focus(Scene scene, MatchResult goal) {
        int which = goal.group(1) == null ? 1 : Integer.parseInt(goal.group(1));
        return ClickRules.clicks(scene.textboxes().stream().skip(which - 1L).limit(1));
    }

    /** One step at a time, because a question may come between. */
    private static List<String> login(Scene scene, MatchResult goal) {
        Optional<Element> stay = scene.button("Cancel");
        if (stay.isPresent()) {
            return List.of(Scene.click(stay.get()));
        }
        List<Element> boxes = scene.textboxes();
        Optional<Element> button = scene.button("Login").or(() -> scene.button("OK"));
        if (boxes.size() < 2 || button.isEmpty()) {
            return List.of();
        }
        if (!boxes.get(0).value().equals(goal.group(1))) {
            return List.of(Scene.fill(boxes.get(0), goal.group(1)));
        }
        // What a password box holds is shown as dots.
        return boxes.get(1).value().length() == goal.group(2).length()
                ? List.of(Scene.click(button.get()))
                : List.of(Scene.fill(boxes.get(1), goal.group(2)));
    }

    private static String time(MatchResult goal) {
        int hours = Integer.parseInt(goal.group(1)) % 12 + (goal.group(3).equals("PM") ? 12 : 0);
        return String.format(Locale.ROOT, "%02d:%s", hours, goal.group(2));
    }

    /** What stands above the box, letter by letter. */
    private static String letters(Scene scene) {
        return scene.page().roles("StaticText").stream()
                .map(Element::name)
                .filter(text -> text.length() == 1)
                .collect(Collectors.joining());
    }

    private static List<String> word(Scene scene, MatchResult goal) {
        int which = Integer.parseInt(goal.group(1));
        return scene.page()
                .first(element -> element.role().equals("paragraph"))
                .map(paragraph -> paragraph.text().strip().split("\\s+", -1))
                .filter(words -> words.length >= which)
                .map(words -> scene.answer(first(scene), Scene.trimmed(words[which - 1])))
                .orElse(List.of());
    }

    private static List<String> lastWord(Scene scene, MatchResult goal) {
        List<Element> boxes = scene.textboxes();
        if (boxes.size() < 2) {
            return List.of();
        }
        String[] words = boxes.get(0).value().strip().split("\\s+", -1);
        return scene.answer(Optional.of(boxes.get(1)), words[words.length - 1]);
    }

    private static List<String> copy(Scene scene, MatchResult goal) {
        List<Element> boxes = scene.textboxes();
        int which = goal.group(1) == null ? 1 : Integer.parseInt(goal.group(1));
        return boxes.size() <= which - 1
                ? List.of()
                : scene.answer(
                        Optional.of(boxes.getLast()), boxes.get(which - 1).value());
    }

    private static String cell(Scene scene, String label) {
        for (Element row : scene.page().roles("row")) {
            List<Element> cells = row.roles("cell");
            if (cells.size() == 2 && cells.get(0).name().equals(label)) {
                return cells.get(1).name();
            }
        }
        return "";
    }

    private static List<String> table(Scene scene) {
        List<Element> labels = scene.page().roles("LabelText");
        List<Element> boxes = scene.textboxes();
        List<String> fills = new ArrayList<>();
        for (int i = 0; i < Math.min(labels.size(), boxes.size()); i++) {
            fills.add(Scene.fill(
                    boxes.get(i), cell(scene, Scene.trimmed(labels.get(i).text()))));
        }
        return fills.isEmpty() ? List.of() : scene.thenSubmit(fills);
    }

    /** Each box stands behind its label. */
    private static List<String> movies(Scene scene, MatchResult goal) {
        List<String> actions = new ArrayList<>();
        String label = "";
        for (Element element : scene.page().all(one -> true)) {
            if (element.role().equals("textbox")) {
                String value = label.contains("genre")
                        ? goal.group(1)
                        : label.contains("director") ? goal.group(2) : label.contains("year") ? goal.group(3) : "";
                actions.add(Scene.fill(element, value));
            } else if (!element.name().isEmpty()) {
                label = element.name().toLowerCase(Locale.ROOT);
            }
        }
        scene.button("Search")
                .or(() -> scene.button("Submit"))
                .or(() -> scene.labelled("Search"))
                .or(() -> scene.labelled("Submit"))
                .map(Scene::click)
                .ifPresent(actions::add);
        return actions;
    }
}
