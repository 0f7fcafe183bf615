package dev.guerdon.lab.diagnose;

import dev.guerdon.agent.spi.TurnInfo;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
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
    public Optional<Finding> examine(DiagnosisCase episode) {
        // An answer that is counted or averaged from a payload is not itself in it, so a cut alone is a fair suspicion.
        return CutText.examine(this, episode, "payload", TurnInfo.PAYLOAD, TurnInfo.PAYLOAD_CUT, 0.5);
    }
}
