package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Patch;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A site refused the agent, or failed: a challenge, a paywall, a wall of consent, a limit of requests, no answer in time. */
@Internal
public final class BlockedSiteRule implements DiagnosisRule {

    private static final Pattern ADDRESS = Pattern.compile("https?://(?:www\\.)?([A-Za-z0-9.-]+\\.[A-Za-z]{2,})");
    private static final int MOST_DOMAINS = 3;

    @Override
    public String kind() {
        return "blocked_site";
    }

    @Override
    public String remedy() {
        return "Give the agent another source or a direct API, and let it fall back after a refusal or a timeout.";
    }

    @Override
    public List<Patch> remedies(Patch.Space space, List<Finding> findings) {
        Cures cures = Cures.of(space, kind())
                .say(
                        "timeout_fallback",
                        "If a site refuses you or does not load, do not try it again: use another source.")
                .sayAll("a direct service", "direct_api", "fetch_json");
        refusing(findings)
                .forEach(domain -> cures.item(
                        domain, "It refused the agent or did not load.", "blocked_domains", "avoid_domains"));
        return cures.list();
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        return FailedTurns.examine(this, episode, Failures::site, "A site refused or failed", 0.05);
    }

    /** The domains that evidence names, those of the first findings first. */
    private static Set<String> refusing(List<Finding> findings) {
        Set<String> domains = new LinkedHashSet<>();
        for (Finding finding : findings) {
            for (Finding.Evidence evidence : finding.evidence()) {
                Matcher address = ADDRESS.matcher(evidence.text());
                while (address.find() && domains.size() < MOST_DOMAINS) {
                    domains.add(address.group(1));
                }
            }
        }
        return domains;
    }
}
