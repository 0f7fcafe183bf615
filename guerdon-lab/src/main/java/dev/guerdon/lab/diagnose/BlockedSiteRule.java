package dev.guerdon.lab.diagnose;

import dev.guerdon.agent.spi.Turn;
import dev.guerdon.agent.spi.TurnInfo;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.text.GoldText;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A site refused the agent, or failed. */
@Internal
public final class BlockedSiteRule implements DiagnosisRule {

    private static final int MAX_LOOK = 20_000;

    private static final Pattern FAILING =
            Pattern.compile("\\b(?:(?:http|status|error)\\W{0,3}(?:code\\W{0,3})?(?:401|403|407|408|429|451|5\\d\\d)\\b"
                    + "|net::err_\\w+|err_(?:name_not_resolved|connection_\\w+|timed_out)"
                    + "|connection (?:refused|reset|timed out)|timed? ?out (?:while|after|waiting|loading)"
                    + "|access denied|too many requests|rate limit|captcha|are you a robot|unusual traffic"
                    + "|service unavailable|bad gateway|403 forbidden|429 too many)");

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
        return FailedTurns.examine(this, episode, BlockedSiteRule::failure, "A site refused or failed", 0.72, 0.45);
    }

    private static String failure(Turn turn) {
        String blocked = DiagnosisCase.text(turn, TurnInfo.BLOCKED);
        if (!blocked.isEmpty()) {
            return "refused: " + blocked;
        }
        // Only what failed is searched for failures: a page may well speak of them.
        String failed = turn.error() + "\n" + DiagnosisCase.text(turn, TurnInfo.TOOL_ERROR);
        String look = failed.isBlank() && turn.observation().length() < 600 ? turn.observation() : failed;
        Matcher matcher = FAILING.matcher(
                look.substring(0, Math.min(look.length(), MAX_LOOK)).toLowerCase(Locale.ROOT));
        return matcher.find() ? GoldText.excerpt(look, matcher.start()) : "";
    }
}
