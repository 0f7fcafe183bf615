package dev.guerdon.lab.diagnose;

import dev.guerdon.agent.spi.ModelReply.Finish;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import java.util.Optional;

/** A filter of the provider held back a reply. */
@Internal
public final class FilteredReplyRule implements DiagnosisRule {

    @Override
    public String kind() {
        return "filtered_reply";
    }

    @Override
    public String remedy() {
        return "Read what was asked: the provider refused to answer it. Another wording or another model may get an answer.";
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        return IncompleteReplies.examine(
                this, episode, Finish.FILTERED, "The reply was held back by a filter of the provider");
    }
}
