package dev.guerdon.rewards.matching;

import dev.guerdon.api.Field;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.ThinkBlocks;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.GoldReader;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rewards for multiple choice: as NeMo Gym and Inspect grade it, and repaired.
 *
 * <p>Options are a list such as {@code [{"A": "iron"}, {"B": "gold"}]}; the gold letter is {@code expected_answer} or {@code answer}.
 */
@Reward.Family("multiple choice")
final class ChoiceRewards {

    private ChoiceRewards() {}

    @Reward(
            value = "nemo_gym:mcqa",
            description = "1.0 where NeMo Gym's grading_mode reads the expected letter out of the response",
            example = """
                    {"final_response":"So \\\\boxed{B}.","options":[{"A":"iron"},{"B":"gold"}],"answer":"B"}""")
    public static RewardResult nemoGym(
            String finalResponse,
            Optional<Json> options,
            Optional<Json> expectedAnswer,
            Optional<Json> answer,
            @Field.Default("strict_single_letter_boxed") String gradingMode,
            Sample sample) {
        Optional<Json> written = expectedAnswer.or(() -> answer);
        if (written.isEmpty() && !sample.fields().containsKey("expected_answer")) {
            throw GoldReader.missing("nemo_gym:mcqa", "expected_answer", "answer")
                    .get();
        }
        String gold = PythonStrings.strip(written.map(value -> GoldReader.text("expected_answer", value))
                        .orElse(""))
                .toUpperCase(Locale.ROOT);
        ChoiceOptions all = ChoiceOptions.of(options.map(Json::value).orElse(null));
        @Nullable
        String chosen = NemoGymChoice.choose(
                finalResponse, all, GoldReader.oneOf(NemoGymChoice.Mode.class, "grading_mode", gradingMode));
        return new RewardResult(
                !gold.isEmpty() && gold.equals(chosen) ? 1 : 0, Collections.singletonMap("extracted", chosen));
    }

    @Reward(
            value = "choice_reward",
            description =
                    "1.0 where the response chooses the expected option after its last marker, by letter or by text",
            example = """
                    {"final_response":"Answer: red iron","options":[{"A":"iron"},{"B":"red iron"}],"answer":"B"}""")
    public static RewardResult choice(
            String finalResponse, Json options, Optional<Json> expectedAnswer, Optional<Json> answer) {
        Json written = expectedAnswer
                .or(() -> answer)
                .orElseThrow(GoldReader.missing("choice_reward", "expected_answer", "answer"));
        ChoiceReader reader = ChoiceReader.of(ChoiceOptions.of(options.value()));
        String gold = reader.gold(GoldReader.text("expected_answer", written));
        ChoiceReader.Choice choice = reader.read(ThinkBlocks.removed(finalResponse));
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        extras.put("extracted", choice.letter());
        if (choice.letter() == null) {
            extras.put("reason", choice.reason());
        }
        return new RewardResult(gold.equals(choice.letter()) ? 1 : 0, extras);
    }

    @Reward(
            value = "inspect:choice",
            description =
                    "1.0 where the letters after the last ANSWER:, read as Inspect's solver does, are those of the target",
            example = """
                    {"final_response":"I am sure.\\nANSWER: B","choices":["iron","gold"],"answer":"B"}""")
    public static RewardResult inspect(
            Optional<String> value,
            Optional<String> finalResponse,
            List<Json> choices,
            Optional<Json> target,
            Optional<Json> answer,
            @Field.Default("false") boolean multipleCorrect) {
        Json written = target.or(() -> answer).orElseThrow(GoldReader.missing("inspect:choice", "target", "answer"));
        if (choices.isEmpty()) {
            throw GoldReader.fault("inspect:choice needs the field 'choices' with at least one choice");
        }
        List<Integer> right = SolverChoice.targets(GoldReader.texts("target", written), choices.size());
        String text = GoldReader.response("value", value, finalResponse);
        List<Integer> chosen = List.copyOf(SolverChoice.chosen(text, choices.size(), multipleCorrect));
        boolean correct = chosen.equals(right);
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        extras.put(
                "value",
                correct ? "C" : chosen.isEmpty() && PythonStrings.strip(text).isEmpty() ? "N" : "I");
        extras.put("answer", chosen.stream().map(SolverChoice::character).collect(Collectors.joining(", ")));
        return new RewardResult(correct ? 1 : 0, extras);
    }
}
