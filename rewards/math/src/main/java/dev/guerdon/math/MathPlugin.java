package dev.guerdon.math;

import dev.guerdon.api.Context;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.Policy;
import dev.guerdon.api.SuiteText;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import java.util.List;
import java.util.Map;

/** Brings the rewards for mathematics, the suite {@code math}, and a policy that computes. */
@Internal
public final class MathPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.rewards(MathRewards.class);
        registration.policy(new CalculatorPolicy());
        registration.add(SuiteText.beside(MathPlugin.class, "math"));
    }

    /** Takes the arithmetic out of a question, computes it with the calculator tool, and answers with what came out. */
    static final class CalculatorPolicy implements Policy {

        @Override
        public String name() {
            return "math-calculator";
        }

        @Override
        public String description() {
            return "finds the arithmetic in a question, calls the tool 'calculator', gives its result; reads only the question";
        }

        @Override
        public Session begin(Task task, Context context, long seed) {
            return CalculatorPolicy::reply;
        }

        private static Message reply(List<Message> messages) {
            Message last = messages.getLast();
            if (last.isTool()) {
                String result = last.text().strip();
                return Message.assistant(
                        result.startsWith("Error")
                                ? "I could not compute it."
                                : "The answer is \\boxed{" + result + "}.");
            }
            return ArithmeticQuestion.expression(last.text())
                    .map(CalculatorPolicy::call)
                    .orElseGet(() -> Message.assistant("I find nothing to compute here."));
        }

        private static Message call(String expression) {
            // An expression has digits, operators and brackets, so nothing of it needs escaping.
            String json = "{\"expression\":\"" + expression + "\"}";
            return Message.assistant(
                    "", List.of(new ToolCall("call_1", "calculator", Map.of("expression", expression), json)));
        }
    }
}
