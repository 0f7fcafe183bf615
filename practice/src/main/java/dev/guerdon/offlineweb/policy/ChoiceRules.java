package dev.guerdon.offlineweb.policy;

import dev.guerdon.offlineweb.policy.PolicyState.Rule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Goals that are reached by choosing: checkboxes, radio buttons, lists. */
final class ChoiceRules {

    private ChoiceRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of(
                        "^Select (.+) from the scroll list and click Submit",
                        (scene, goal) -> scrollList(scene, names(goal.group(1)))),
                Rule.of("^Select (.+) from the list and click Submit", (scene, goal) -> list(scene, goal.group(1))),
                Rule.of("^Select (.+) and click Submit\\.", (scene, goal) -> boxes(scene, names(goal.group(1)))),
                Rule.of("odd or even and press submit", (scene, goal) -> oddOrEven(scene)),
                Rule.of("pick the card with the greatest number", (scene, goal) -> greatest(scene)),
                Rule.of("^Click the button that best describes the figure", (scene, goal) -> figure(scene)));
    }

    private static List<String> names(String listed) {
        return listed.equals("nothing") ? List.of() : Arrays.asList(listed.split(", ", -1));
    }

    private static List<String> boxes(PolicyState scene, List<String> names) {
        List<String> clicks = new ArrayList<>();
        for (String name : names) {
            Optional<PageElement> box = scene.page()
                    .first(element ->
                            (element.role().equals("checkbox") || element.role().equals("radio"))
                                    && element.name().equals(name));
            if (box.isEmpty()) {
                return List.of(); // Words that are only similar need more than rules.
            }
            clicks.add(PolicyState.click(box.get()));
        }
        return scene.thenSubmit(clicks);
    }

    private static List<String> scrollList(PolicyState scene, List<String> names) {
        List<String> clicks = new ArrayList<>();
        for (String name : names) {
            scene.page()
                    .named("option", name)
                    .ifPresent(option -> clicks.add(
                            clicks.isEmpty()
                                    ? PolicyState.click(option)
                                    : "click('" + option.bid() + "', modifiers=['Control'])"));
        }
        return clicks.isEmpty() ? List.of() : scene.thenSubmit(clicks);
    }

    /** Opens the list and types what it should show. */
    private static List<String> list(PolicyState scene, String name) {
        return scene.page()
                .first("combobox", ".*")
                .map(list -> scene.thenSubmit(
                        List.of(PolicyState.click(list), PolicyState.type(name), PolicyState.press("Enter"))))
                .orElse(List.of());
    }

    private static List<String> oddOrEven(PolicyState scene) {
        List<String> clicks = new ArrayList<>();
        for (PageElement row : scene.page().all(ChoiceRules::isOddOrEven)) {
            String number =
                    row.first("StaticText", "-?\\d+").map(PageElement::name).orElse("0");
            String wanted = Long.parseLong(number) % 2 == 0 ? "Even" : "Odd";
            row.named("button", wanted).map(PolicyState::click).ifPresent(clicks::add);
        }
        return clicks.isEmpty() ? List.of() : scene.thenSubmit(clicks);
    }

    private static boolean isOddOrEven(PageElement row) {
        return row.roles("button").size() == 2
                && row.children().size() == 3
                && row.roles("button").getFirst().name().equals("Odd");
    }

    private static List<String> greatest(PolicyState scene) {
        PageElement best = null;
        for (PageElement card : scene.page()
                .all(element -> element.isClickable() && element.text().matches("-?\\d+"))) {
            if (best == null || Long.parseLong(card.text()) > Long.parseLong(best.text())) {
                best = card;
            }
        }
        return best == null ? List.of() : scene.thenSubmit(List.of(PolicyState.click(best)));
    }

    /** A figure that is a text is a letter or a number; of other figures the text of a page says nothing. */
    private static List<String> figure(PolicyState scene) {
        return scene.page()
                .first("SvgRoot", ".*")
                .map(PageElement::text)
                .filter(text -> text.length() == 1)
                .flatMap(text -> scene.button(Character.isDigit(text.charAt(0)) ? "Number" : "Letter"))
                .map(button -> List.of(PolicyState.click(button)))
                .orElse(List.of());
    }
}
