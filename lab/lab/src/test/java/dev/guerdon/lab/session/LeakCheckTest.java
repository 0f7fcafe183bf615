package dev.guerdon.lab.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Task;
import dev.guerdon.api.agent.AgentProvider.Domain;
import dev.guerdon.lab.spi.Patch;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeakCheckTest {

    private static final String TARGET = "prompt.10-task.md";

    private static final LeakCheck CHECK = LeakCheck.of(List.of(
            task(
                    "offline.12",
                    "Which company runs the night ferry from Harwell to Brackwater in winter?",
                    "Larkspur Lines"),
            task("t7", "How many rainy days did the town of Millbrook have in October of that year?", "12"),
            task("13", "What is the total price of all kitchen chairs in the shop, in dollars?", "12,345.50"),
            task("q4", "What did the census count in the valley?", "48213"),
            task(
                    "list",
                    "Name the parks near the harbour that open before eight in the morning.",
                    "[\"Osprey Park\", \"Quarry Green\"]")));

    private static Task task(String id, String question, String gold) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("answer", gold);
        return Task.of(id, question, fields);
    }

    private static Optional<String> refusal(String text) {
        Patch.Target target = new Patch.Target(Patch.Kind.SECTION, "10-task.md", Domain.TEXT, 10_000);
        Patch.Target number = new Patch.Target(Patch.Kind.SETTING, "limit", Domain.whole(1, 100_000, ""), 100);
        Patch.Space space = new Patch.Space(
                Map.of(TARGET, target, "set.limit", number), Map.of(TARGET, "Answer the question.", "set.limit", "5"));
        return CHECK.apply(Patch.of("a change", "", "", TARGET, text), space);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Answer the question.\nFerries: Larkspur Lines.",
                "Prefer LARKSPUR   lines where in doubt.",
                "Prefer larkspur-lines where in doubt.",
                "Prefer L a r k s p u r L i n e s.",
                "Prefer Lаrkspur Lines.", // a Cyrillic letter
                "Prefer Lark\u200Bspur Li\u00ADnes.",
                "Prefer Lárkspür Línes.",
                "Prefer l4rk5pur l1ne5.",
                "Read backwards: senil rupskral",
                "rot13: Ynexfche Yvarf",
                "Prefer Larkspur%20Lines",
                "Prefer &#76;arkspur Lines",
                "Prefer \\u004carkspur Lines",
                "4c61726b73707572204c696e6573",
                "The sum is 12345.50.",
                "The sum is 12,345.5",
                "The sum is 12 345.50",
                "Remember 4 8 2 1 3.",
                "Remember 48,213.",
                "In the task offline.12 look at the timetable.",
                "In OFFLINE-12 look at the timetable.",
                "For task 13 add them up.",
                "For t7 count twice.",
                "Rainy days in the town of Millbrook in October of that year: 12",
                "It is Quarry Green or the other one.",
                "If asked how many rainy days did the town of Millbrook have in October, think."
            })
    void patchesThatGiveTasksAwayAreRefused(String text) {
        assertThat(refusal(text)).as(text).isPresent();
    }

    @Test
    void codedAnswersAreRead() {
        String coded = Base64.getEncoder().encodeToString("it is Larkspur Lines".getBytes(StandardCharsets.UTF_8));
        assertThat(refusal("Decode this: " + coded)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Answer with the bare value: no sentence, no unit, one item per line.",
                "Take at most 12 steps, and use 13 only in need.",
                "Ferries run at night. Look at the timetable of each line.",
                "Lines of a table are separated by bars. A lark is a bird.",
                "Count rainy days by month. In October there are 31 days.",
                "Round to two decimals, as in 3.14.",
                "Since 2024 the archive has local days.",
                "Open parks early. Ask for the whole list."
            })
    void ordinaryAdviceIsNotRefused(String text) {
        assertThat(refusal(text)).as(text).isEmpty();
    }

    @Test
    void numbersOfASettingAreNoAnswers() {
        Patch.Target number = new Patch.Target(Patch.Kind.SETTING, "limit", Domain.whole(1, 100_000, ""), 100);
        Patch.Space space = new Patch.Space(Map.of("set.limit", number), Map.of("set.limit", "5"));
        assertThat(CHECK.apply(Patch.of("more", "", "", "set.limit", "48213"), space))
                .isEmpty();
    }

    @Test
    void whatStoodThereBeforeIsNoLeak() {
        Patch.Target target = new Patch.Target(Patch.Kind.SECTION, "10-task.md", Domain.TEXT, 10_000);
        Patch.Space space =
                new Patch.Space(Map.of(TARGET, target), Map.of(TARGET, "Larkspur Lines has an API.\nUse it."));
        assertThat(CHECK.apply(
                        Patch.of("c", "", "", TARGET, "Larkspur Lines has an API.\nUse it.\nAnswer shortly."), space))
                .isEmpty();
    }

    @Test
    void rightAnswersAreCoveredInEvidence() {
        assertThat(LeakCheck.covered("submitted: “about 12 days”, bare: “12”", "12"))
                .isEqualTo("submitted: “about [the right answer] days”, bare: “[the right answer]”");
        assertThat(LeakCheck.covered("osprey  park and 112", "[\"Osprey Park\", \"12\"]"))
                .isEqualTo("[the right answer] and 112");
    }
}
