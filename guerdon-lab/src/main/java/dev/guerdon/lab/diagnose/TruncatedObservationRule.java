package dev.guerdon.lab.diagnose;

import dev.guerdon.agent.spi.TurnInfo;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import java.util.Optional;

/** A page was cut for the prompt, and the answer stood behind the cut. */
@Internal
public final class TruncatedObservationRule implements DiagnosisRule {

    @Override
    public String kind() {
        return "truncated_observation";
    }

    @Override
    public String remedy() {
        return "Show more of the page, or let the agent scroll or search in it.";
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        return CutText.examine(this, episode, false, TurnInfo.PAGE_TEXT, TurnInfo.PAGE_CUT);
    }
}
