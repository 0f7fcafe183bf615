package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import java.util.Optional;

/** A site refused the agent, or failed: a challenge, a paywall, a wall of consent, a limit of requests, no answer in time. */
@Internal
public final class BlockedSiteRule implements DiagnosisRule {

    @Override
    public String kind() {
        return "blocked_site";
    }

    @Override
    public String remedy() {
        return "Give the agent another source or a direct API, and let it fall back after a refusal or a timeout.";
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        return FailedTurns.examine(this, episode, Failures::site, "A site refused or failed", 0.05);
    }
}
