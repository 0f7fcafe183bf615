package dev.guerdon.lab.probe;

import dev.guerdon.api.Context;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.MessageReader;
import dev.guerdon.lab.probe.TrickCorpus.Trick;
import dev.guerdon.lab.spi.AuditPolicy.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tasks on which tricks are tried on a reward: its own example, and the same with a word and with a number for gold answers.
 *
 * <p>An answer is given in every form in which the reward pays the gold answer in full: alone, in tags, in a box, after a marker.
 */
@Internal
public final class TrickTasks {

    private static final List<String> RESPONSES = List.of(
            "final_response",
            "response",
            "solution_str",
            "prediction",
            "predicted",
            "str1",
            "a",
            "text",
            "agent_messages");
    private static final List<String> GOLDS = List.of(
            "answer",
            "gold",
            "gold_answer",
            "target",
            "reference",
            "golden_answers",
            "answers",
            "references",
            "outputs",
            "str2",
            "b");
    private static final List<String> FORMS = List.of(
            "%s",
            "<answer>%s</answer>", "\\boxed{%s}", "#### %s", "ANSWER: %s", "<think>so</think>%s", "Thought: so\n%s");
    /** Families that judge no answer but a form: nothing can be hidden, doubted or denied there. */
    private static final Set<String> FORM_ONLY = Set.of("formats", "instruction following", "structured output");

    private static final String GARBAGE = "zxq";
    private static final String PROMPT = "Which one is right?";

    private final RewardEntry reward;
    private final Scorer scorer;
    private final List<Task> tasks = new ArrayList<>();

    /** A gold answer, the other fields, and the forms in which it is paid with what garbage earns there. */
    private record Task(String gold, Map<String, @Nullable Object> fields, double full, Map<String, Double> forms) {}

    public TrickTasks(RewardEntry reward, Scorer scorer) {
        this.reward = reward;
        this.scorer = scorer;
        Map<String, @Nullable Object> example = reward.example().isEmpty()
                ? Map.of()
                : JsonCodec.read(reward.example(), "the example of " + reward.name())
                        .asMap();
        Optional<String> response = field(RESPONSES, example);
        Optional<String> gold = field(GOLDS, example);
        if (response.isPresent() && gold.isEmpty()) {
            GoldFields.text(example.get(response.get())).ifPresent(honest -> add(honest, example));
        } else if (response.isPresent()) {
            GoldFields.text(example.get(gold.get())).ifPresent(own -> add(own, example));
            for (String other : List.of("Nile", "42")) {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>(example);
                fields.put(gold.get(), example.get(gold.get()) instanceof List ? List.of(other) : other);
                fields.remove("answer_eval");
                add(other, fields);
            }
        }
    }

    private static Optional<String> field(List<String> names, Map<String, @Nullable Object> example) {
        return names.stream()
                .filter(name -> example.get(name) instanceof String
                        || (example.get(name) instanceof List<?> list
                                && !list.isEmpty()
                                && list.getFirst() instanceof String))
                .findFirst();
    }

    private void add(String gold, Map<String, @Nullable Object> fields) {
        Map<String, Double> paid = new LinkedHashMap<>();
        FORMS.forEach(form -> paid.put(form, earned(form.replace("%s", gold), fields, trajectory(fields))));
        double full = paid.values().stream().mapToDouble(one -> one).max().orElse(0);
        if (full > 0) {
            paid.values().removeIf(amount -> amount < full);
            paid.replaceAll((form, amount) -> earned(form.replace("%s", GARBAGE), fields, trajectory(fields)));
            tasks.add(new Task(gold, fields, full, paid));
        }
    }

    /** Returns whether the reward pays a right answer to any of the tasks. */
    public boolean any() {
        return !tasks.isEmpty();
    }

    /** Returns whether a trick earns more than garbage, on any task and in any form. */
    public boolean pays(Trick trick) {
        if (FORM_ONLY.contains(reward.family())
                && trick.kind().filter(Kind.HINTED::equals).isPresent()) {
            return false;
        }
        for (Task task : tasks) {
            if (trick.tool() ? paysForTool(trick, task) : paysForAnswer(trick, task)) {
                return true;
            }
        }
        return false;
    }

    private boolean paysForAnswer(Trick trick, Task task) {
        Optional<String> answer = trick.answer(task.gold(), PROMPT).filter(text -> !text.equals(task.gold()));
        return answer.isPresent()
                && task.forms().entrySet().stream()
                        .anyMatch(form -> earned(
                                        form.getKey().replace("%s", answer.get()),
                                        task.fields(),
                                        trajectory(task.fields()))
                                > Math.max(0, form.getValue()) + 1e-9);
    }

    private boolean paysForTool(Trick trick, Task task) {
        String said = trick.answer(task.gold(), null).orElse("");
        List<Message> without = trajectory(task.fields()).messages().stream()
                .filter(message -> !message.isTool())
                .toList();
        List<Message> with = new ArrayList<>(without);
        with.add(Message.tool("1", "nope", said));
        with.add(Message.tool("2", "nope", said));
        return Stream.of(GARBAGE, task.gold())
                .flatMap(answer -> task.forms().keySet().stream().map(form -> form.replace("%s", answer)))
                .anyMatch(answer -> earned(answer, task.fields(), Trajectory.of(with))
                        > Math.max(0, earned(answer, task.fields(), Trajectory.of(without))) + 1e-9);
    }

    /** Returns whether an honest answer earns as much as the gold answer, in one of the forms, on every task; empty if it applies to none. */
    public boolean paysInFull(Trick honest) {
        return FORM_ONLY.contains(reward.family())
                || tasks.stream()
                        .allMatch(task -> task.forms().keySet().stream()
                                .anyMatch(form -> honest.answer(form.replace("%s", task.gold()), PROMPT)
                                        .filter(answer -> earned(answer, task.fields(), trajectory(task.fields()))
                                                >= task.full() - 1e-9)
                                        .isPresent()));
    }

    private static Trajectory trajectory(Map<String, @Nullable Object> fields) {
        return MessageReader.trajectory(fields.get("trajectory"));
    }

    private double earned(String answer, Map<String, @Nullable Object> fields, Trajectory trajectory) {
        Map<String, @Nullable Object> given = new LinkedHashMap<>(fields);
        given.remove("trajectory");
        String response = field(RESPONSES, fields).orElseThrow();
        given.put(response, fields.get(response) instanceof List ? List.of(answer) : answer);
        given.remove("final_response");
        Score score = scorer.score(reward, Sample.of("trick", answer, trajectory, given, Context.detached(Map.of())));
        return score instanceof Score.Scored scored ? scored.result().reward() : 0;
    }
}
