package dev.guerdon.lab.diagnose;

import dev.guerdon.lab.text.GoldText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognises pages that stand in the way: challenges, refusals, paywalls, walls of consent and of login.
 *
 * <p>Such a page speaks to its reader, at its beginning, and has little else. A page that speaks <em>about</em> captchas is none.
 */
final class Walls {

    /** A kind of wall, and what such a page says. */
    private record Wall(String name, Pattern says) {}

    /** A page that is longer than this has content of its own, and must say so twice. */
    private static final int LITTLE = 2500;

    private static final int SHORT = 500;
    private static final int BEGINNING = 400;
    private static final String YOU_ARE = "you(?: are|['’]re)";

    private static final List<Wall> WALLS = List.of(
            wall(
                    "a challenge",
                    "checking your browser|(?:verify|verifying|prove|confirm|check|make sure|show us)(?: that)? "
                            + YOU_ARE
                            + " (?:a |not a |an? actual )?(?:human|person|robot|bot)|(?:press|tap|click)(?: ?& hold| and hold (?:to |the button|this|below|until|here))|hold (?:down )?the button"
                            + "|activate and hold|^\\W*are you (?:a )?(?:robot|human)|robot or human|i['’]?a?m not a robot"
                            + "|enable javascript and cookies|unusual traffic from|(?:solve|complete) (?:the|this|a) (?:captcha|security check|challenge|puzzle)"
                            + "|enter the characters (?:you|that)|made us think (?:that )?you (?:were|are) a (?:ro)?bot|(?:using|use of) automation tools"
                            + "|review the security of your connection|slide the (?:piece|puzzle)|security check(?:\\W| to access)|pardon (?:our|the) interruption"
                            + "|complete the action below|verifying that you are human|verification required"),
            wall(
                    "a refusal",
                    "^\\W*(?:error\\W*)?(?:403|429|451|5\\d\\d)\\b|^\\W*(?:error\\W*)?access (?:is )?denied|you(?:['’]ve| have) been blocked"
                            + "|access to this (?:page|site|resource|service) (?:has been|is|was) (?:denied|blocked|restricted)|permission to access"
                            + "|^.{0,20}\\berror (?:code )?(?:403|429|451|5\\d\\d)\\b|(?:http )?(?:response|status) code\\W{0,2}(?:403|429|451|5\\d\\d)\\b"
                            + "|request (?:was |is |has been )?(?:blocked|forbidden|denied)|ip (?:address )?(?:has been|is|was) (?:\\w+ )?(?:blocked|banned)"
                            + "|(?:access|account)[^.]{0,40} has been (?:limited|suspended|blocked)"),
            wall(
                    "a limit of requests",
                    "^.{0,20}too many requests|(?:being|been|are) rate[- ]limited|rate limit (?:exceeded|reached)|quota exceeded"),
            wall(
                    "a failing site",
                    "^.{0,20}(?:service (?:is )?(?:temporarily )?unavailable|bad gateway|gateway time-?out|internal server error)"
                            + "|can['’]t (?:connect to the server|be reached)|this site can(?:no|['’])t be reached|site is (?:temporarily )?down"),
            wall(
                    "a paywall",
                    "subscribe (?:now |today )?(?:to (?:continue|keep|read|unlock|access)|for (?:full|unlimited))|(?:for|to) (?:our |paying )?subscribers only"
                            + "|(?:last|limit of|number of|no more|remaining)(?: your)? free (?:articles?|stor(?:y|ies))|already a (?:subscriber|member)\\?"
                            + "|become a (?:member|subscriber) to|(?:to (?:continue|keep) reading|to read (?:this|the (?:full|rest)))[^.]{0,40}(?:subscribe|become|register|sign|log)"
                            + "|start your free trial to"),
            wall(
                    "a wall of login",
                    "(?:sign|log) in to (?:continue|see|view|read|access)|^.{0,80}please (?:sign|log) in|you (?:must|need to) (?:be logged|log|sign) in"
                            + "|log ?in (?:is )?required"),
            wall(
                    "a wall of consent",
                    "before you (?:continue|go on|proceed|start)\\b|(?:accept|reject|agree)[^.]{0,40} to continue|^\\W*we value your privacy"
                            + "|choose your (?:cookie|privacy)|your (?:consent|privacy choices?) (?:is|are) (?:needed|required)"),
            wall(
                    "a wall of region",
                    "not available in your (?:country|region|location)|unavailable for legal reasons|not (?:been )?licensed in your"));

    private Walls() {}

    private static Wall wall(String name, String says) {
        return new Wall(name, Pattern.compile(says));
    }

    /** What stands in the way, with the words that say so; nothing where a page is an ordinary one. */
    static Optional<String> in(String page) {
        String text = page.replace('\u00a0', ' ').strip();
        String beginning = text.substring(0, Math.min(text.length(), BEGINNING))
                .toLowerCase(Locale.ROOT)
                .replaceAll("\\s", " ");
        int said = 0;
        Optional<String> first = Optional.empty();
        for (Wall wall : WALLS) {
            Matcher matcher = wall.says.matcher(beginning);
            while (matcher.find()) {
                said++;
                if (first.isEmpty()) {
                    first = Optional.of(wall.name + ": " + GoldText.excerpt(text, matcher.start()));
                }
            }
        }
        if (first.isEmpty() && text.length() < LITTLE && text.length() > BEGINNING) {
            // A paywall begins behind the first lines of the story.
            return in(text.substring(text.length() - Math.min(SHORT - 1, text.length() / 2)));
        }
        return said >= (text.length() < LITTLE ? 1 : 2) ? first : Optional.empty();
    }
}
