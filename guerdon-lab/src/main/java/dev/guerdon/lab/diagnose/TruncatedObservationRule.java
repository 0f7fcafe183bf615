package dev.guerdon.lab.diagnose;

import dev.guerdon.agent.spi.TurnInfo;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Patch;
import java.util.List;
import java.util.Optional;

/** A page was cut for the prompt, and the answer stood behind the cut. */
@Internal
public final class TruncatedObservationRule implements DiagnosisRule {

    /** What agents call the number of characters of a page that they show. */
    private static final String[] LIMITS = {"axtree_limit", "observation_limit", "page_limit", "max_observation"};

    @Override
    public String kind() {
        return "truncated_observation";
    }

    @Override
    public String remedy() {
        return "Show more of the page, or let the agent scroll or search in it.";
    }

    @Override
    public List<Patch> remedies(Patch.Space space, List<Finding> findings) {
        return Cures.of(space, kind())
                .times(2, "What was needed stood behind the cut.", LIMITS)
                .times(4, "What was needed stood behind the cut.", LIMITS)
                .times(2, "What was needed stood further down.", "auto_scrolls")
                .say(
                        "scrolling",
                        "A page may be cut. If what you need is not there, scroll down or search in the page.")
                .list();
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        return CutText.examine(this, episode, false, TurnInfo.PAGE_TEXT, TurnInfo.PAGE_CUT);
    }
}
