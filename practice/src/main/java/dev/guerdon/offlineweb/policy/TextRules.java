package dev.guerdon.offlineweb.policy;

import dev.guerdon.offlineweb.policy.PolicyState.Rule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Goals that are reached by typing: texts, dates, what a table or a sum says. */
final class TextRules {

    /** The usual names of colors, with their six digits. */
    private static final Map<String, String> COLORS = Arrays.stream(
                    ("black=000000 white=FFFFFF gray=808080 grey=808080 red=FF0000 green=008000 lime=00FF00"
                                    + " blue=0000FF yellow=FFFF00 cyan=00FFFF aqua=00FFFF magenta=FF00FF pink=FFC0CB orange=FFA500"
                                    + " purple=800080 brown=A52A2A olive=808000 navy=000080")
                            .split(" "))
            .map(color -> color.split("=", 2))
            .collect(Collectors.toMap(color -> color[0], color -> color[1]));

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
                                .map(box -> PolicyState.fill(box, goal.group(1)))
                                .toList())),
                Rule.of("^Enter the username \"(.+)\" and the password \"(.+)\"", TextRules::login),
                Rule.of(
                        "^Enter (\\d+)/(\\d+)/(\\d+) as the date",
                        (scene, goal) -> scene.answer(
                                scene.page().first("Date", ".*"),
                                goal.group(3) + "-" + goal.group(1) + "-" + goal.group(2))),
                Rule.of(
                        "^Enter (\\d+):(\\d+) (AM|PM) as the time",
                        (scene, goal) -> scene.answer(scene.page().first("InputTime", ".*"), time(goal))),
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
                        (scene, goal) -> Optional.ofNullable(COLORS.get(goal.group(1)))
                                .map(hex -> scene.answer(first(scene), hex))
                                .orElse(List.of())),
                Rule.of(
                        "^Select (-?\\d+) with the spinner",
                        (scene, goal) -> scene.answer(scene.page().first("spinbutton", ".*"), goal.group(1))));
    }

    private static Optional<PageElement> first(PolicyState scene) {
        return scene.textboxes().stream().findFirst();
    }

    private static List<String> focus(PolicyState scene, MatchResult goal) {
        int which = goal.group(1) == null ? 1 : Integer.parseInt(goal.group(1));
        return ClickRules.clicks(scene.textboxes().stream().skip(which - 1L).limit(1));
    }

    /** Returns one step at a time, because a question may come between. */
    private static List<String> login(PolicyState scene, MatchResult goal) {
        Optional<PageElement> stay = scene.button("Cancel");
        if (stay.isPresent()) {
            return List.of(PolicyState.click(stay.get()));
        }
        List<PageElement> boxes = scene.textboxes();
        Optional<PageElement> button = scene.button("Login").or(() -> scene.button("OK"));
        if (boxes.size() < 2 || button.isEmpty()) {
            return List.of();
        }
        if (!boxes.get(0).value().equals(goal.group(1))) {
            return List.of(PolicyState.fill(boxes.get(0), goal.group(1)));
        }
        // What a password box holds is shown as dots.
        return boxes.get(1).value().length() == goal.group(2).length()
                ? List.of(PolicyState.click(button.get()))
                : List.of(PolicyState.fill(boxes.get(1), goal.group(2)));
    }

    private static String time(MatchResult goal) {
        int hours = Integer.parseInt(goal.group(1)) % 12 + (goal.group(3).equals("PM") ? 12 : 0);
        return String.format(Locale.ROOT, "%02d:%s", hours, goal.group(2));
    }

    /** Returns what stands above the box, letter by letter. */
    private static String letters(PolicyState scene) {
        return scene.page().roles("StaticText").stream()
                .map(PageElement::name)
                .filter(text -> text.length() == 1)
                .collect(Collectors.joining());
    }

    private static List<String> word(PolicyState scene, MatchResult goal) {
        int which = Integer.parseInt(goal.group(1));
        return scene.page()
                .first("paragraph", ".*")
                .map(paragraph -> paragraph.text().strip().split("\\s+", -1))
                .filter(words -> words.length >= which)
                .map(words -> scene.answer(first(scene), PolicyState.trimmed(words[which - 1])))
                .orElse(List.of());
    }

    private static List<String> lastWord(PolicyState scene, MatchResult goal) {
        List<PageElement> boxes = scene.textboxes();
        if (boxes.size() < 2) {
            return List.of();
        }
        String[] words = boxes.get(0).value().strip().split("\\s+", -1);
        return scene.answer(Optional.of(boxes.get(1)), words[words.length - 1]);
    }

    private static List<String> copy(PolicyState scene, MatchResult goal) {
        List<PageElement> boxes = scene.textboxes();
        int which = goal.group(1) == null ? 1 : Integer.parseInt(goal.group(1));
        return boxes.size() <= which - 1
                ? List.of()
                : scene.answer(
                        Optional.of(boxes.getLast()), boxes.get(which - 1).value());
    }

    private static String cell(PolicyState scene, String label) {
        for (PageElement row : scene.page().roles("row")) {
            List<PageElement> cells = row.roles("cell");
            if (cells.size() == 2 && cells.get(0).name().equals(label)) {
                return cells.get(1).name();
            }
        }
        return "";
    }

    private static List<String> table(PolicyState scene) {
        List<PageElement> labels = scene.page().roles("LabelText");
        List<PageElement> boxes = scene.textboxes();
        List<String> fills = new ArrayList<>();
        for (int i = 0; i < Math.min(labels.size(), boxes.size()); i++) {
            fills.add(PolicyState.fill(
                    boxes.get(i), cell(scene, PolicyState.trimmed(labels.get(i).text()))));
        }
        return fills.isEmpty() ? List.of() : scene.thenSubmit(fills);
    }

    /** Each box stands behind its label. */
    private static List<String> movies(PolicyState scene, MatchResult goal) {
        List<String> actions = new ArrayList<>();
        String label = "";
        for (PageElement element : scene.page().all(one -> true)) {
            if (element.role().equals("textbox")) {
                String value = label.contains("genre")
                        ? goal.group(1)
                        : label.contains("director") ? goal.group(2) : label.contains("year") ? goal.group(3) : "";
                actions.add(PolicyState.fill(element, value));
            } else if (!element.name().isEmpty()) {
                label = element.name().toLowerCase(Locale.ROOT);
            }
        }
        scene.button("Search")
                .or(() -> scene.button("Submit"))
                .or(() -> scene.labelled("Search"))
                .or(() -> scene.labelled("Submit"))
                .map(PolicyState::click)
                .ifPresent(actions::add);
        return actions;
    }

    /** Small sums that stand on a page. */
    static final class Sums {

        private static final Pattern PROBLEM = Pattern.compile("(-?\\d+) *([-+x*×/÷]) *(-?\\d+) *=");
        private static final Pattern EQUATION = Pattern.compile("(x|-?\\d+) *([-+]) *(x|-?\\d+) *= *(-?\\d+)");

        private Sums() {}

        /** Returns what a sum such as {@code 2 + 4 =} makes. */
        static Optional<String> problem(PageElement page) {
            for (PageElement text : page.roles("StaticText")) {
                Matcher sum = PROBLEM.matcher(text.name());
                if (sum.find()) {
                    long a = Long.parseLong(sum.group(1));
                    long b = Long.parseLong(sum.group(3));
                    return switch (sum.group(2)) {
                        case "+" -> Optional.of(Long.toString(a + b));
                        case "-" -> Optional.of(Long.toString(a - b));
                        case "/", "÷" -> b == 0 ? Optional.empty() : Optional.of(Long.toString(a / b));
                        default -> Optional.of(Long.toString(a * b));
                    };
                }
            }
            return Optional.empty();
        }

        /** Returns what x is in an equation such as {@code x + 2 = 43}. */
        static Optional<String> equation(PageElement page) {
            for (PageElement text : page.roles("StaticText")) {
                Matcher equation = EQUATION.matcher(text.name());
                if (equation.find()
                        && equation.group(1).equals("x") != equation.group(3).equals("x")) {
                    boolean plus = equation.group(2).equals("+");
                    boolean first = equation.group(1).equals("x");
                    long known = Long.parseLong(first ? equation.group(3) : equation.group(1));
                    long result = Long.parseLong(equation.group(4));
                    long x = plus ? result - known : first ? result + known : known - result;
                    return Optional.of(Long.toString(x));
                }
            }
            return Optional.empty();
        }

        /** Returns how many elements stand on both sides of a plus. */
        static int blocks(PageElement page) {
            return page.first(element -> element.children().size() == 3
                            && element.children().get(1).text().equals("+"))
                    .map(element -> List.of(
                                    element.children().getFirst(),
                                    element.children().getLast())
                            .stream()
                            .mapToInt(side -> side.children().size())
                            .sum())
                    .orElse(0);
        }
    }
}
