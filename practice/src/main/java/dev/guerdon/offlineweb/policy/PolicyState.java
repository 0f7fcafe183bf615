package dev.guerdon.offlineweb.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Situation: what is to be done, what the page shows, and what was tried before.
 *
 * @param goal the goal
 * @param page the page
 * @param done the actions so far, in order
 */
record PolicyState(String goal, PageElement page, List<String> done) {

    List<PageElement> textboxes() {
        return page.all(element -> element.role().equals("textbox") && !element.is("disabled"));
    }

    /** Returns a button by its name: written as the goal writes it, else in any case. */
    Optional<PageElement> button(String name) {
        List<PageElement> buttons = page.roles("button");
        return buttons.stream()
                .filter(button -> button.name().equals(name))
                .findFirst()
                .or(() -> buttons.stream()
                        .filter(button -> button.name().equalsIgnoreCase(name))
                        .findFirst());
    }

    /** Returns the smallest thing to click on that has this text, whatever it is. */
    Optional<PageElement> labelled(String text) {
        List<PageElement> found = page.all(element -> element.isClickable() && same(element.text(), text));
        return found.isEmpty() ? Optional.empty() : Optional.of(found.getLast());
    }

    private static boolean same(String shown, String wanted) {
        return trimmed(shown).equalsIgnoreCase(trimmed(wanted));
    }

    /** Returns a word without the signs that end it. */
    static String trimmed(String word) {
        return word.strip().replaceAll("^[.,;:!?\"]+|[.,;:!?\"]+$", "");
    }

    /** Returns all texts of the page. */
    String texts() {
        return String.join("\n", page.texts());
    }

    boolean did(String action) {
        return done.contains(action);
    }

    /** Returns how often an action was done. */
    long times(String action) {
        return done.stream().filter(action::equals).count();
    }

    /** Returns the click that ends most tasks. */
    List<String> submit() {
        return button("Submit").or(() -> labelled("Submit")).map(PolicyState::click).stream()
                .toList();
    }

    /** Returns the actions, and then the click that ends most tasks. */
    List<String> thenSubmit(List<String> actions) {
        List<String> all = new ArrayList<>(actions);
        all.addAll(submit());
        return all;
    }

    /** Fills a box and submits. */
    List<String> answer(Optional<PageElement> box, String text) {
        return box.map(found -> thenSubmit(List.of(fill(found, text)))).orElse(List.of());
    }

    static String click(PageElement element) {
        return "click('" + element.bid() + "')";
    }

    static String fill(PageElement element, String text) {
        return "fill('" + element.bid() + "', " + literal(text) + ")";
    }

    static String type(String text) {
        return "keyboard_type(" + literal(text) + ")";
    }

    static String press(String key) {
        return "keyboard_press('" + key + "')";
    }

    static String mouse(String action, PageElement.Point at) {
        return action + "(" + at.x() + ", " + at.y() + ")";
    }

    /** Takes something with the pointer and lets go of it elsewhere. */
    static List<String> drag(PageElement.Point from, PageElement.Point to) {
        return List.of(mouse("mouse_down", from), mouse("mouse_move", to), mouse("mouse_up", to));
    }

    private static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'";
    }

    /**
     * Way to reach one kind of goal.
     *
     * @param goal what the goal looks like
     * @param play the next actions, given what the page shows; none if it does not know further
     */
    record Rule(Pattern goal, BiFunction<PolicyState, MatchResult, List<String>> play) {

        static Rule of(String goal, BiFunction<PolicyState, MatchResult, List<String>> play) {
            return new Rule(Pattern.compile(goal, Pattern.DOTALL), play);
        }

        /** Returns the next actions; none where the goal is another one, or this rule does not know further. */
        List<String> next(PolicyState scene) {
            Matcher matcher = goal.matcher(scene.goal());
            return matcher.find() ? play.apply(scene, matcher.toMatchResult()) : List.of();
        }
    }
}
