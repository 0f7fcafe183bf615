package dev.guerdon.rewards.writing;

import dev.guerdon.api.Field.Default;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.GoldReader;
import dev.guerdon.rewards.grading.GradingSteps.StepsSpent;
import dev.guerdon.rewards.grading.ReferenceTexts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rewards for following instructions that a rule can test: IFEval, and the language of the response.
 *
 * <p>IFEval's fields are those of its data set: {@code instruction_id_list} names the instructions, {@code kwargs} has an object with
 * the arguments of each.
 */
@Reward.Family("instruction following")
final class InstructionRewards {

    /** Choice of the one of IFEval's two tests that counts. */
    private enum Mode {
        STRICT,
        LOOSE
    }

    private InstructionRewards() {}

    @Reward(
            value = "ifeval",
            description = "1.0 where the response follows all instructions by lm-eval's strict tests",
            example = """
                    {"final_response":"* tea\\n* milk","instruction_id_list":["detectable_format:number_bullet_lists"],"kwargs":[{"num_bullets":2}]}""")
    public static RewardResult ifeval(String finalResponse, Json instructionIdList, Json kwargs) {
        return tested(finalResponse, instructionIdList, kwargs, false, Optional.empty());
    }

    @Reward(
            value = "ifeval_reward",
            description =
                    "the share of IFEval's instructions that the response follows, with keywords as they are written",
            example = """
                    {"final_response":"I like C++ and tea","instruction_id_list":["keywords:existence","punctuation:no_comma"],"kwargs":[{"keywords":["c++"]},{}]}""")
    public static RewardResult ownIfeval(
            String finalResponse, Json instructionIdList, Json kwargs, @Default("strict") String mode) {
        return tested(
                finalResponse,
                instructionIdList,
                kwargs,
                true,
                Optional.of(GoldReader.oneOf(Mode.class, "mode", mode)));
    }

    private static RewardResult tested(
            String response, Json instructions, Json kwargs, boolean repaired, Optional<Mode> share) {
        List<Json> names = list("instruction_id_list", instructions);
        List<Json> arguments = list("kwargs", kwargs);
        if (share.isPresent() && names.isEmpty()) {
            throw GoldReader.fault("the field 'instruction_id_list' must hold at least one instruction, found none");
        }
        return ReferenceTexts.within(response, ReferenceTexts.BUDGET, steps -> {
            Ifeval result = Ifeval.of(response, names, arguments, repaired);
            boolean strictAll = !result.strict().contains(false);
            Map<String, @Nullable Object> extras = new LinkedHashMap<>();
            extras.put("strict", result.strict());
            extras.put("loose", result.loose());
            extras.put("strict_all", strictAll);
            extras.put("loose_all", !result.loose().contains(false));
            if (!result.reasons().isEmpty()) {
                extras.put("reason", String.join("; ", result.reasons()));
            }
            double reward = share.map(mode -> share(mode == Mode.STRICT ? result.strict() : result.loose()))
                    .orElse(strictAll ? 1.0 : 0.0);
            return new RewardResult(reward, extras);
        });
    }

    private static double share(List<Boolean> followed) {
        return (double) followed.stream().filter(yes -> yes).count() / followed.size();
    }

    private static List<Json> list(String field, Json value) {
        if (value.value() instanceof List<?>) {
            return value.asList();
        }
        throw GoldReader.fault("the field '" + field + "' must hold a list, found " + value.kind());
    }

    @Reward(
            value = "language_reward",
            description =
                    "1.0 where the response is in the language that the field language names, such as en, fr or zh",
            example = """
                    {"final_response":"Le chat dort sur le canapé pendant que la pluie tombe.","language":"fr"}""")
    public static RewardResult language(String finalResponse, String language) {
        if (language.isBlank()) {
            throw GoldReader.fault("language_reward needs the code of a language in the field 'language', found none");
        }
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        Optional<String> found = LanguageGuess.of(finalResponse);
        extras.put("detected", found.orElse(null));
        if (found.isEmpty()) {
            extras.put("reason", "the response has no letters to tell a language by");
        }
        boolean same = found.isPresent()
                && (found.get().equals(language) || found.get().startsWith(language + "-"));
        return new RewardResult(same ? 1 : 0, extras);
    }

    /**
     * Instructions that a response follows.
     *
     * @param strict for each instruction, whether the response follows it
     * @param loose for each instruction, whether the response follows it with or without its first and last line and its stars
     * @param reasons why instructions count as not followed though nobody could tell
     */
    record Ifeval(List<Boolean> strict, List<Boolean> loose, List<String> reasons) {

        /**
         * Tests a response.
         *
         * @param repaired whether the faults of lm-eval's tests are repaired
         */
        static Ifeval of(String response, List<Json> names, List<Json> arguments, boolean repaired) {
            if (arguments.size() < names.size()) {
                throw GoldReader.fault("the field 'kwargs' must hold an object for each of the " + names.size()
                        + " instructions, found " + arguments.size());
            }
            IfevalInstructions instructions = new IfevalInstructions(repaired);
            Set<String> variants = variants(response);
            Ifeval result = new Ifeval(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            for (int i = 0; i < names.size(); i++) {
                String name = names.get(i).asString();
                Predicate<String> test = instructions.test(name, arguments.get(i));
                boolean strict = result.follows(name, test, response);
                boolean loose = strict;
                for (String variant : variants) {
                    loose = loose || result.follows(name, test, variant);
                }
                result.strict.add(strict);
                result.loose.add(loose);
            }
            return result;
        }

        private boolean follows(String name, Predicate<String> test, String text) {
            try {
                return !TextShape.isBlank(text) && test.test(text);
            } catch (StepsSpent e) {
                reasons.add(name + ": " + e.getMessage());
                return false;
            }
        }

        /** Returns the response in the forms that the loose test forgives. */
        private static Set<String> variants(String response) {
            int first = response.indexOf('\n');
            int last = response.lastIndexOf('\n');
            String withoutFirst = first < 0 ? "" : PythonStrings.strip(response.substring(first + 1));
            String withoutLast = first < 0 ? "" : PythonStrings.strip(response.substring(0, last));
            String inner = first < last ? PythonStrings.strip(response.substring(first + 1, last)) : "";
            Set<String> variants = new LinkedHashSet<>();
            for (String text : List.of(response, withoutFirst, withoutLast, inner)) {
                variants.add(text);
                variants.add(text.replace("*", ""));
            }
            variants.remove(response);
            return variants;
        }
    }
}
