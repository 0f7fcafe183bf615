package dev.guerdon.rewards;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.RewardResult.ExtraNames;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.TokenOverlap.F1;
import dev.guerdon.rewards.grading.AnswerStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rewards for question answering: overlap of words and exact match of normalised texts.
 *
 * <p>A gold answer may be a text, a number, or a list of these, of which the best counts.
 */
@Experimental
@Reward.Family("question answering")
public final class QaRewards {

    private static final ExtraNames F1_EXTRAS = ExtraNames.of("f1", "em", "precision", "recall");
    private static final ExtraNames EM_EXTRAS =
            ExtraNames.of("em", "f1", "fmt", "fmt_think", "fmt_answer_tags", "fmt_tool");
    private static final ExtraNames CALL_EXTRAS = ExtraNames.of("em", "f1", "has_tool_calling", "has_tool_call_answer");

    /** What a wrong answer earns where the form was right. */
    private static final double FORM_ONLY = 0.1;

    private QaRewards() {}

    @Reward(
            value = "qa_f1_reward",
            description = "F1 of the words of the response and the answer, after normalising both",
            example = """
                    {"final_response":"the Nile river","answer":"Nile"}""")
    public static RewardResult qaF1(String finalResponse, Json answer) {
        F1 best = answer.value() instanceof String gold
                ? TokenOverlap.compare(AnswerStatement.spoken(finalResponse), gold)
                : best(finalResponse, GoldAnswers.atLeastOne("answer", answer));
        return result(best.f1(), best);
    }

    @Reward(
            value = "qa_f1_reward_tool",
            description = "1.0 for the right answer after using a tool, 0.1 for a wrong one, 0.0 without a tool",
            example = """
                    {"final_response":"the Nile","answer":"Nile","trajectory":[{"role":"tool","content":"found it"}]}""")
    public static RewardResult qaF1Tool(String finalResponse, Json answer, Trajectory trajectory) {
        F1 best = best(finalResponse, GoldAnswers.atLeastOne("answer", answer));
        double earned = best.em() == 1 ? 1 : FORM_ONLY;
        return result(trajectory.toolUses() > 0 ? earned : 0, best);
    }

    @Reward(
            value = "agentfly:qa_f1_reward_tool",
            description = "qa_f1_reward where at least two messages came from tools, else 0.0 with all extras 0.0",
            example = """
                    {"final_response":"the Nile","answer":"Nile","trajectory":[{"role":"tool","content":"a"},{"role":"tool","content":"b"}]}""")
    public static RewardResult agentflyQaF1Tool(String finalResponse, Json answer, Trajectory trajectory) {
        List<String> gold = GoldAnswers.atLeastOne("answer", answer);
        return trajectory.toolMessages() < 2 ? F1_EXTRAS.result(0, 0, 0, 0, 0) : qaF1(finalResponse, new Json(gold));
    }

    @Reward(
            value = "qa_em_reward",
            description = "1.0 where the text between answer tags, or the whole response, is one of the golden answers",
            example = """
                    {"final_response":"<answer>Lima</answer>","golden_answers":["Lima","Lima, Peru"]}""")
    public static RewardResult qaEm(String finalResponse, Json goldenAnswers, Trajectory trajectory) {
        F1 best =
                best(answerIn(AnswerStatement.spoken(finalResponse)), GoldAnswers.all("golden_answers", goldenAnswers));
        boolean thinks = thinks(trajectory, false);
        return emResult(best.em(), best, thinks, finalResponse, trajectory);
    }

    @Reward(
            value = "qa_em_format_reward",
            description = "1.0 for a golden answer in the right form, 0.1 for the form alone, 0.0 for a wrong form",
            example = """
                    {"final_response":"<answer>Lima</answer>","golden_answers":["Lima"],"trajectory":[{"role":"tool","content":"found it"}]}""")
    public static RewardResult qaEmFormat(String finalResponse, Json goldenAnswers, Trajectory trajectory) {
        F1 best =
                best(answerIn(AnswerStatement.spoken(finalResponse)), GoldAnswers.all("golden_answers", goldenAnswers));
        boolean thinks = thinks(trajectory, true);
        boolean formed = thinks && hasAnswerTags(finalResponse) && trajectory.toolUses() > 0;
        double earned = best.em() == 1 ? 1 : FORM_ONLY;
        return emResult(formed ? earned : 0, best, thinks, finalResponse, trajectory);
    }

    @Reward(
            value = "qa_em_reward_tool_call",
            description =
                    "1.0 where the answer given by the last tool call, or the response, is one of the golden answers",
            example = """
                    {"final_response":"","golden_answers":["Lima"],"trajectory":[{"role":"tool","content":"Lima"}]}""")
    public static RewardResult qaEmToolCall(String finalResponse, Json goldenAnswers, Trajectory trajectory) {
        Optional<String> called = answerOfLastCall(trajectory);
        F1 best = best(called.orElse(finalResponse), GoldAnswers.all("golden_answers", goldenAnswers));
        return CALL_EXTRAS.result(
                best.em(), best.em(), best.f1(), flag(trajectory.toolUses() > 0), flag(called.isPresent()));
    }

    @Reward(value = "ok_vqa_reward", description = "the best F1 of the response over all answers", example = """
        {"final_response":"red","answers":["red","dark red"]}\
        """)
    public static double okVqa(String finalResponse, Json answers) {
        return best(finalResponse, GoldAnswers.atLeastOne("answers", answers)).f1();
    }

    @Reward(
            value = "infoseek_reward",
            description = "0.2 for at least two tool messages, and 0.8 times the best F1 over the answers",
            example = """
                    {"final_response":"Baikal","answer":"Lake Baikal","answer_eval":["Baikal"]}""")
    public static double infoseek(
            String finalResponse, Optional<Json> answer, Optional<Json> answerEval, Trajectory trajectory) {
        List<String> gold = new ArrayList<>();
        answer.ifPresent(value -> gold.addAll(GoldAnswers.all("answer", value)));
        answerEval
                // A first element that is not text marks a numeric range, which no text matches.
                .filter(value -> !(value.value() instanceof List<?> list)
                        || (!list.isEmpty() && list.getFirst() instanceof String))
                .ifPresent(value -> gold.addAll(GoldAnswers.all("answer_eval", value)));
        double f1 = best(finalResponse, GoldAnswers.atLeastOne("answer", new Json(gold)))
                .f1();
        return 0.2 * flag(trajectory.toolUses() >= 2) + 0.8 * f1;
    }

    /** Returns the best match, each figure by itself: the first answer may be the closest and another one exact. */
    private static F1 best(String predicted, List<String> gold) {
        String spoken = AnswerStatement.spoken(predicted);
        F1 best = new F1(0, 0, 0, 0);
        double em = 0;
        for (String answer : gold) {
            F1 one = TokenOverlap.compare(spoken, answer);
            best = one.f1() > best.f1() ? one : best;
            em = Math.max(em, one.em());
        }
        return best.em() == em ? best : new F1(best.f1(), best.precision(), best.recall(), em);
    }

    private static RewardResult result(double reward, F1 found) {
        return F1_EXTRAS.result(reward, found.f1(), found.em(), found.precision(), found.recall());
    }

    private static RewardResult emResult(
            double reward, F1 best, boolean thinks, String response, Trajectory trajectory) {
        boolean tags = hasAnswerTags(response);
        return EM_EXTRAS.result(
                reward,
                best.em(),
                best.f1(),
                flag(thinks && tags),
                flag(thinks),
                flag(tags),
                flag(trajectory.toolUses() > 0));
    }

    private static double flag(boolean on) {
        return on ? 1 : 0;
    }

    private static final String OPEN = "<answer>";
    private static final String CLOSE = "</answer>";

    /** Returns the trimmed text inside the first pair of answer tags, or the whole text if there is none. */
    static String answerIn(String response) {
        int open = response.indexOf(OPEN);
        int close = open < 0 ? -1 : response.indexOf(CLOSE, open + OPEN.length());
        return close < 0 ? response : PythonStrings.strip(response.substring(open + OPEN.length(), close));
    }

    static boolean hasAnswerTags(String response) {
        return response.contains(OPEN) && response.contains(CLOSE);
    }

    /**
     * Returns whether every assistant turn but the last thinks aloud between tags. Empty turns do not count.
     *
     * @param listsCount whether tags count in content that came as a list of parts; the reference does not see them there
     */
    static boolean thinks(Trajectory trajectory, boolean listsCount) {
        List<Message> turns =
                trajectory.messages().stream().filter(Message::isAssistant).toList();
        return turns.stream()
                .limit(Math.max(0, turns.size() - 1))
                .filter(turn -> !turn.content().isEmpty() && !(turn.text().isEmpty() && !turn.listed()))
                .allMatch(turn -> (listsCount || !turn.listed())
                        && turn.text().contains("<think>")
                        && turn.text().contains("</think>"));
    }

    /** Returns the answer that the last message gives as a tool call, or as the result of one. */
    static Optional<String> answerOfLastCall(Trajectory trajectory) {
        List<Message> messages = trajectory.messages();
        if (messages.isEmpty()) {
            return Optional.empty();
        }
        Message last = messages.getLast();
        if (last.isTool()) {
            return last.firstText();
        }
        if (!last.isAssistant() || last.toolCalls().isEmpty()) {
            return Optional.empty();
        }
        ToolCall call = last.toolCalls().getFirst();
        return call.argumentsText().isEmpty()
                ? Optional.ofNullable(call.arguments().get("answer")).map(String::valueOf)
                : Optional.of(call.argumentsText());
    }
}
