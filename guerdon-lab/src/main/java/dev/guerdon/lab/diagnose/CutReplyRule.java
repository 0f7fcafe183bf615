package dev.guerdon.lab.diagnose;

import dev.guerdon.agent.spi.ModelReply.Finish;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.spi.Patch;
import java.util.List;
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
    public List<Patch> remedies(Patch.Space space, List<Finding> findings) {
        return Cures.of(space, kind())
                .option(2, "The reply was cut.", "max_tokens")
                .option(4, "The reply was cut.", "max_tokens")
                .say("brevity", "Keep your replies short.")
                .list();
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        return IncompleteReplies.examine(this, episode, Finish.CUT, "The reply was cut by the limit of tokens")
                .or(() -> unfinished(episode));
    }

    /** Where nobody says why the last reply ended, its own end may. */
    private Optional<Finding> unfinished(DiagnosisCase episode) {
        Optional<Turn> last = episode.turns().isEmpty()
                ? Optional.empty()
                : Optional.of(episode.turns().getLast());
        if (last.isPresent() && IncompleteReplies.said(last.get()) != Finish.UNKNOWN) {
            return Optional.empty();
        }
        String reply = last.map(Turn::reply).filter(text -> !text.isBlank()).orElse(episode.answer());
        return Unfinished.why(reply).map(why -> {
            String text = "the reply ends with " + IncompleteReplies.end(reply) + ": " + why;
            return Finding.of(this, 0.7, "The last reply stops in the middle.")
                    .because(last.map(turn -> Evidence.at(turn.index(), text)).orElse(Evidence.overall(text)))
                    .wouldAtMost(episode);
        });
    }
}
