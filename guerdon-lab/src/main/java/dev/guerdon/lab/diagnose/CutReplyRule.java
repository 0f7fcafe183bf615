package dev.guerdon.lab.diagnose;

import dev.guerdon.agent.spi.ModelReply.Finish;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import java.util.Optional;

/** The model reached its limit of tokens in the middle of a reply. */
@Internal
public final class CutReplyRule implements DiagnosisRule {

    @Override
    public String kind() {
        return "cut_reply";
    }

    @Override
    public String remedy() {
        return "Raise max_tokens of the model, as in openai:MODEL?max_tokens=8192, or ask for shorter replies.";
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        return IncompleteReplies.examine(this, episode, Finish.CUT, "The reply was cut by the limit of tokens");
    }
}
