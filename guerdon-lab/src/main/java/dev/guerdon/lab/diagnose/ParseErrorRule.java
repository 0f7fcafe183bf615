package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import java.util.Optional;

/** Replies of the model could not be read as actions. */
@Internal
public final class ParseErrorRule implements DiagnosisRule {

    @Override
    public String kind() {
        return "parse_error";
    }

    @Override
    public String remedy() {
        return "Show the model an example of the format, and tell it in the next turn what could not be read.";
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        return FailedTurns.examine(this, episode, Failures::unreadable, "A reply could not be read", 0.02);
    }
}
