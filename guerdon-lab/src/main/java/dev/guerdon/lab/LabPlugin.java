package dev.guerdon.lab;

import dev.guerdon.api.Description;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.Tool;

/** Brings what the bundled suites of questions and mathematics need: two policies, and a calculator. */
public final class LabPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.policy(new ReaderPolicy());
        registration.policy(new CalculatorPolicy());
        registration.tools(LabPlugin.class);
    }

    @Tool(
            value = "calculator",
            description = "Compute an arithmetic expression exactly, such as (3 + 4.5) * 2 / 7 or 2^10.")
    static String calculate(@Description("the expression: numbers, + - * / ^ % and parentheses") String expression) {
        try {
            return Calculator.value(expression);
        } catch (LabException e) {
            return "Error: " + e.getMessage();
        }
    }
}
