package dev.guerdon.lab.diagnose;

import dev.guerdon.agent.spi.Turn;
import dev.guerdon.agent.spi.TurnInfo;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import java.util.Optional;

/** Tools or actions failed. */
@Internal
public final class ToolErrorRule implements DiagnosisRule {

    @Override
    public String kind() {
        return "tool_error";
    }

    @Override
    public String remedy() {
        return "Read the error, fix the tool or its description, and show the agent what went wrong.";
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        return FailedTurns.examine(this, episode, ToolErrorRule::failure, "A tool or action failed", 0.6, 0.35);
    }

    private static String failure(Turn turn) {
        String tool = DiagnosisCase.text(turn, TurnInfo.TOOL_ERROR);
        boolean parse = !DiagnosisCase.text(turn, TurnInfo.PARSE_ERROR).isEmpty();
        return tool.isEmpty() && !parse ? turn.error() : tool;
    }
}
