package dev.guerdon.offlineweb.policy;

import dev.guerdon.offlineweb.policy.PolicyState.Rule;
import java.time.Month;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Goals that are reached step by step, each after a look at what the page shows now. */
final class SearchRules {

    private static final Pattern FILLED = Pattern.compile("^fill\\('\\w+', '(\\d+)'\\)$");
    private static final Pattern DURATION = Pattern.compile("(\\d+)h (\\d+)m");
    private static final Pattern CLAUSE =
            Pattern.compile("the (\\d)\\w\\w (radio button|checkbox)|number \"(\\d+)\" into the (\\d)\\w\\w textbox");

    private SearchRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of("^Generate an? (odd|even)?\\s*number(?: (less|greater) than (\\d+))?", SearchRules::generate),
                Rule.of("^Guess the number between 0-9", (scene, goal) -> guess(scene)),
                Rule.of(
                        "^Find (\\S+) in the contact book and click on their (phone|email|address)",
                        SearchRules::contact),
                Rule.of(
                        "enter \"(.+)\" and press \"Search\", then find and click the (\\d+)\\w\\w search result",
                        SearchRules::result),
                Rule.of("^Select (\\d+)/(\\d+)/(\\d+) as the date", SearchRules::date),
                Rule.of("^Enter an item that starts with \"(.+?)\"(?: and ends with \"(.+)\")?", SearchRules::complete),
                Rule.of(
                        "delete a file (?:ending with the extension \\.(\\w+)|that has no file extension)",
                        SearchRules::terminal),
                Rule.of(
                        "^Order one of each item: (.+)$",
                        (scene, goal) -> order(scene, goal.group(1).split(", ", -1))),
                Rule.of("^Buy the ticket with the (.+)\\.", (scene, goal) -> ticket(scene, goal.group(1))),
                Rule.of(
                        "^(?:Check|Click|Enter|Select).* (?:radio button|checkbox) and .*textbox|^Enter the number .*"
                                + " textbox and check",
                        (scene, goal) -> sequence(scene)));
    }

    private static List<String> generate(PolicyState scene, MatchResult goal) {
        Optional<PageElement> shown = scene.page().first("StaticText", "\\d+");
        boolean fits = shown.isPresent() && fits(Integer.parseInt(shown.get().name()), goal);
        return fits ? scene.submit() : ClickRules.clicks(scene.button("Generate").stream());
    }

    private static boolean fits(int number, MatchResult goal) {
        if (goal.group(1) != null) {
            return (number % 2 == 1) == goal.group(1).equals("odd");
        }
        int limit = Integer.parseInt(goal.group(3));
        return goal.group(2).equals("less") ? number < limit : number > limit;
    }

    /** Halves what is left: earlier guesses were too high or too low, as their place beside the last one says. */
    private static List<String> guess(PolicyState scene) {
        List<Integer> guesses = new ArrayList<>();
        for (String action : scene.done()) {
            Matcher filled = FILLED.matcher(action);
            if (filled.find()) {
                guesses.add(Integer.parseInt(filled.group(1)));
            }
        }
        int low = 0;
        int high = 9;
        if (!guesses.isEmpty()) {
            int last = guesses.getLast();
            boolean higher = scene.texts().contains("higher");
            low = higher
                    ? last + 1
                    : guesses.stream()
                            .filter(one -> one < last)
                            .mapToInt(one -> one + 1)
                            .max()
                            .orElse(0);
            high = higher
                    ? guesses.stream()
                            .filter(one -> one > last)
                            .mapToInt(one -> one - 1)
                            .min()
                            .orElse(9)
                    : last - 1;
        }
        return scene.answer(scene.page().first("spinbutton", ".*"), Integer.toString((low + high) / 2));
    }

    private static List<String> contact(PolicyState scene, MatchResult goal) {
        boolean here = scene.page().roles("heading").stream()
                .anyMatch(heading -> heading.name().equals(goal.group(1)));
        List<PageElement> links = scene.page().roles("link");
        if (!here) {
            return ClickRules.clicks(links.stream().filter(link -> link.name().equals(">")));
        }
        int which = List.of("phone", "email", "address").indexOf(goal.group(2));
        return ClickRules.clicks(links.stream().skip(which).limit(1));
    }

    /** Searches, then turns pages until the result is there. */
    private static List<String> result(PolicyState scene, MatchResult goal) {
        Optional<PageElement> button = scene.button("Search");
        if (button.isEmpty()) {
            return List.of();
        }
        if (!scene.did(PolicyState.click(button.get()))) {
            return scene.textboxes().stream()
                    .findFirst()
                    .map(box -> List.of(PolicyState.fill(box, goal.group(1)), PolicyState.click(button.get())))
                    .orElse(List.of());
        }
        List<PageElement> links = scene.page().roles("link");
        List<PageElement> results = links.stream()
                .filter(link -> !link.name().matches("[<>]|\\d+|First|Last|Prev.*|Next.*"))
                .toList();
        Optional<PageElement> next =
                links.stream().filter(link -> link.name().equals(">")).findFirst();
        int which = Integer.parseInt(goal.group(2)) - 1;
        long before = scene.done().stream()
                        .filter(action -> action.startsWith("click("))
                        .count()
                - 1;
        if (results.isEmpty()) {
            return List.of();
        }
        if (which / 3 > before) {
            return ClickRules.clicks(next.stream());
        }
        return ClickRules.clicks(results.stream().skip(which % 3).limit(1));
    }

    /** Turns the calendar's pages back or forth to the month, and clicks on the day. */
    private static List<String> date(PolicyState scene, MatchResult goal) {
        List<PageElement> days = scene.page().all("link", "\\d{1,2}");
        if (days.isEmpty()) {
            return scene.textboxes().stream()
                    .findFirst()
                    .filter(box -> !scene.done().contains(PolicyState.click(box)))
                    .map(box -> List.of(PolicyState.click(box)))
                    .orElseGet(scene::submit);
        }
        String shown = scene.texts();
        int month = 0;
        for (Month one : Month.values()) {
            String name = one.name().charAt(0) + one.name().substring(1).toLowerCase(Locale.ROOT);
            month = shown.contains(name) ? one.getValue() : month;
        }
        int wanted = Integer.parseInt(goal.group(1));
        String turn = wanted < month ? "Prev" : "Next";
        if (month != wanted) {
            return ClickRules.clicks(
                    scene
                            .page()
                            .first(element ->
                                    !element.bid().isEmpty() && element.text().equals(turn))
                            .stream());
        }
        String day = Integer.toString(Integer.parseInt(goal.group(2)));
        return scene.thenSubmit(ClickRules.clicks(
                days.stream().filter(one -> one.name().equals(day)).limit(1)));
    }

    /** Types the beginning, and chooses what is offered. */
    private static List<String> complete(PolicyState scene, MatchResult goal) {
        Optional<PageElement> box = scene.textboxes().stream().findFirst();
        if (box.isEmpty()) {
            return List.of();
        }
        if (!scene.did(PolicyState.type(goal.group(1)))) {
            return List.of(PolicyState.click(box.get()), PolicyState.type(goal.group(1)));
        }
        String end = goal.group(2) == null ? "" : goal.group(2);
        return scene
                .page()
                .all(element -> !element.bid().isEmpty()
                        && !element.role().equals("textbox")
                        && element.text().startsWith(goal.group(1))
                        && element.text().endsWith(end)
                        && !element.text().contains(" result"))
                .stream()
                .min(Comparator.comparingInt(
                        (PageElement element) -> element.text().length()))
                .map(item -> scene.thenSubmit(List.of(PolicyState.click(item))))
                .orElse(List.of("noop(500)"));
    }

    private static List<String> terminal(PolicyState scene, MatchResult goal) {
        String list = PolicyState.type("ls");
        if (!scene.did(list)) {
            return List.of(list, PolicyState.press("Enter"));
        }
        for (PageElement text : scene.page().roles("StaticText")) {
            for (String name : text.name().strip().split("\\s+", -1)) {
                boolean file = goal.group(1) == null
                        ? name.matches("[a-z]+")
                                && !name.matches("terminal|ls|help")
                                && !text.name().contains("Welcome")
                        : name.endsWith("." + goal.group(1)) && !name.startsWith(".");
                if (file) {
                    return List.of(PolicyState.type("rm " + name), PolicyState.press("Enter"));
                }
            }
        }
        return List.of();
    }

    /** Each item has a plus behind its name. */
    private static List<String> order(PolicyState scene, String[] items) {
        List<String> clicks = new ArrayList<>();
        boolean wanted = false;
        for (PageElement element : scene.page().all(one -> true)) {
            if (element.role().equals("StaticText")) {
                wanted |= List.of(items).contains(element.name());
            } else if (wanted && element.isClickable() && element.text().equals("+")) {
                clicks.add(PolicyState.click(element));
                wanted = false;
            }
        }
        return clicks.isEmpty() ? List.of() : scene.thenSubmit(clicks);
    }

    private static List<String> ticket(PolicyState scene, String which) {
        List<PageElement> buttons = scene.page()
                .all(element ->
                        element.role().equals("button") && element.name().contains("$"));
        List<Integer> durations = new ArrayList<>();
        for (PageElement text : scene.page().roles("StaticText")) {
            Matcher duration = DURATION.matcher(text.name());
            if (duration.find()) {
                durations.add(Integer.parseInt(duration.group(1)) * 60 + Integer.parseInt(duration.group(2)));
            }
        }
        boolean byTime = which.contains("duration");
        boolean most = which.contains("longest") || which.contains("expensive") || which.contains("highest");
        Optional<PageElement> best = Optional.empty();
        int bestValue = 0;
        for (int i = 0; i < buttons.size(); i++) {
            int value = byTime && i < durations.size()
                    ? durations.get(i)
                    : Integer.parseInt(buttons.get(i).name().replaceAll("\\D", ""));
            if (best.isEmpty() || (most ? value > bestValue : value < bestValue)) {
                best = Optional.of(buttons.get(i));
                bestValue = value;
            }
        }
        return ClickRules.clicks(best.stream());
    }

    /** Returns what each part of the goal asks for, in its order. */
    private static List<String> sequence(PolicyState scene) {
        List<String> actions = new ArrayList<>();
        Matcher clause = CLAUSE.matcher(scene.goal());
        while (clause.find()) {
            if (clause.group(1) != null) {
                String role = clause.group(2).equals("checkbox") ? "checkbox" : "radio";
                scene.page().roles(role).stream()
                        .skip(Integer.parseInt(clause.group(1)) - 1L)
                        .findFirst()
                        .ifPresent(one -> actions.add(PolicyState.click(one)));
            } else {
                String number = clause.group(3);
                scene.textboxes().stream()
                        .skip(Integer.parseInt(clause.group(4)) - 1L)
                        .findFirst()
                        .ifPresent(box -> actions.add(PolicyState.fill(box, number)));
            }
        }
        return actions.isEmpty() ? List.of() : scene.thenSubmit(actions);
    }
}
