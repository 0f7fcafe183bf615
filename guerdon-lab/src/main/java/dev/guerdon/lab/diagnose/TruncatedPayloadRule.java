package dev.guerdon.lab.diagnose;

import dev.guerdon.agent.spi.TurnInfo;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Patch;
import java.util.List;
import java.util.Optional;

/** A fetched payload was cut for the prompt, and what was needed stood behind the cut. */
@Internal
public final class TruncatedPayloadRule implements DiagnosisRule {

    @Override
    public String kind() {
        return "truncated_payload";
    }

    @Override
    public String remedy() {
        return "Raise the limit on fetched payloads, or ask for less at a time, such as one year per call.";
    }

    @Override
    public List<Patch> remedies(Patch.Space space, List<Finding> findings) {
        return Cures.of(space, kind())
                .say("per_year", "Ask services for little at a time, such as one year per call: long answers are cut.")
                .times(2, "What was needed stood behind the cut.", "payload_limit", "max_payload")
                .times(4, "What was needed stood behind the cut.", "payload_limit", "max_payload")
                .list();
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        return CutText.examine(this, episode, true, TurnInfo.PAYLOAD, TurnInfo.PAYLOAD_CUT);
    }
}
