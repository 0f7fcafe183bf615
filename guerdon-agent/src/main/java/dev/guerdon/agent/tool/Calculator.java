package dev.guerdon.agent.tool;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Tool;
import dev.guerdon.api.Tool.Description;

/** The tool {@code calculator}: exact arithmetic, nothing evaluated as code. */
@Internal
public final class Calculator {

    private Calculator() {}

    @Tool(
            value = "calculator",
            description = "Computes an arithmetic expression exactly, such as (3 + 4.5) * 2^10 / 7.")
    static String compute(
            @Description("numbers, + - * / % ^ and parentheses; sqrt, abs, floor, ceil, round, min, max, sum, pi, e")
                    String expression) {
        return Arithmetic.compute(expression).shown();
    }
}
