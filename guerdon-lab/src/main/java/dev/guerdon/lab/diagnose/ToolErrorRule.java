package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Patch;
import java.util.List;
import java.util.Optional;

/** Tools or actions failed, by their own word or by the trace of an error in what they returned. */
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
    public List<Patch> remedies(Patch.Space space, List<Finding> findings) {
        return Cures.of(space, kind())
                .say("tool_errors", "If a tool fails, read its message, correct the call, and try once more.")
                .sayAll("a direct service", "direct_api", "fetch_json")
                .list();
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        return FailedTurns.examine(this, episode, Failures::tool, "A tool or action failed", 0);
    }
}
