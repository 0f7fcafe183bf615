package dev.guerdon.lab.diagnose;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.text.GoldText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Failures of a turn, whoever kept it: read from Guerdon's own marks, from errors, and from what came back. */
final class TurnFailures {

    private static final int MAX_LOOK = 20_000;
    private static final int SHORT = 600;
    private static final int BEGINNING = 150;
    private static final int FIRST_WORDS = 15;
    private static final int FEW_WORDS = 200;

    private static final Pattern SITE = Pattern.compile(
            "\\b(?:(?:401|402|403|407|408|429|451|5\\d\\d) (?:client error|server error|forbidden|unauthorized|too many)|(?:http|status|error|code)\\W{0,3}(?:(?:status|code|error)\\W{0,3})?(?:401|402|403|407|408|429|451|5\\d\\d)\\b"
                    + "|net::err_(?!aborted)\\w+|err_(?:name_not_resolved|connection_\\w+|timed_out)|dns_probe\\w+|ns_error\\w+"
                    + "|connection (?:refused|reset|timed out|aborted)|econn(?:refused|reset)|etimedout|name or service not known|could not resolve host"
                    + "|access denied|too many requests|rate limit(?! of\\b)|captcha|are you a robot|unusual traffic"
                    + "|service unavailable|bad gateway|403 forbidden|429 too many)");
    /** What a list of the agent itself says that refuses a site. */
    private static final Pattern OWN_LIST = Pattern.compile(
            "(?i)\\b(?:block|deny|allow|black|white)[ _-]?list(?:ed)?\\b|\\b(?:blocked|avoid|avoided|allowed|denied|forbidden)[ _](?:domains|sites|hosts|urls)\\b"
                    + "|\\b(?:blocked|refused|rejected|disallowed) by (?:the |your |its |this )?(?:agent|policy|configuration|settings|rules)\\b"
                    + "|\\b(?:not (?:allowed|permitted)|disallowed|disabled|forbidden|prohibited)\\b[^.\\n]{0,50}\\b(?:settings|configuration|policy|this agent|the agent)\\b"
                    + "|\\b(?:url|domain|host|navigation)\\b[^.\\n]{0,50}\\b(?:not (?:allowed|permitted)|disallowed)\\b");

    /** What a service says in its data that has been asked too often. */
    private static final Pattern DATA_LIMIT = Pattern.compile(
            "(?i)too many requests|rate[ _-]?limit|(?:rate|request)s?[ _-]?limited|(?:usage|request|call|api|daily|monthly) (?:limit|quota)|quota (?:exceeded|reached)|call frequency|throttl|exceed\\w* (?:of )?requests"
                    + "|spike arrest|requests per (?:second|minute|hour|day|month)|\"(?:cod|code|status|error_code|statuscode)\"\\s*:\\s*\"?(?:401|403|429|503)\\b");

    /** What a call says of its arguments, in few words. */
    private static final Pattern ARGUMENTS = Pattern.compile(
            "(?i)^\\W*usage:\\s|\\b(?:invalid|unexpected|unknown|missing|required|bad)(?: \\d+)?(?: required)?(?: positional| keyword)? (?:argument|parameter|keyword|field|option|value)s?\\b"
                    + "|\\b(?:argument|parameter|field|key|option)s?\\b[^.\\n]{0,60}\\b(?:is|are|was) (?:required|missing|invalid|not valid|unknown)\\b"
                    + "|\\brequired for key\\b|\\bshould be a valid\\b|\\bdoes not match (?:the )?format\\b|^\\W*\\w+ must (?:not )?be\\b");

    private static final Pattern LATE =
            Pattern.compile("\\btime(?:d)?[- ]?out\\b|timeout \\d+|deadline exceeded|readtimeout|connecttimeout");
    private static final Pattern GOES = Pattern.compile(
            "(?i)https?://|^\\W*(?:goto|go_to|open|open_?page|open_?url|visit|navigate|browse|fetch\\w*|curl|wget|http\\w*|get|request)\\b");

    private static final Pattern LOST =
            Pattern.compile("(?i)\\b(?:(?:target|page|tab|browser|renderer)(?: has)? crash(?:ed)?"
                    + "|(?:target|page|browser|context)(?:, context or browser)? (?:has been )?closed|browser closed unexpectedly|(?:simulator|environment|server|container|game)"
                    + "(?: process)? (?:has )?(?:died|crashed|exited|stopped|is gone|was lost)|environmenterror|lost connection to the (?:environment|browser|simulator)"
                    + "|no space left on device|out of memory|session (?:not created|deleted)|container exited)");

    private static final List<Pattern> TRACES = List.of(
            Pattern.compile("Traceback \\(most recent call last\\)"),
            Pattern.compile("(?m)^Exception in thread \""),
            Pattern.compile("(?m)^(?:[a-z]\\w*\\.)+[A-Z]\\w*(?:Exception|Error)\\b.*\\R\\s+at "),
            Pattern.compile("(?m)^(?:Uncaught )?(?:\\w*Error|\\w*Exception): .*\\R\\s+at "),
            Pattern.compile("(?m)^panic: |^goroutine \\d+ \\[running\\]"),
            Pattern.compile("thread '[^']{0,80}' (?:\\(\\d+\\) )?panicked at"),
            Pattern.compile("(?m)^\\S+\\.rb:\\d+:in [`'].*\\(\\w+Error\\)|^\\S+\\.rb:\\d+:in "),
            Pattern.compile("Unhandled exception[.:] "),
            Pattern.compile("(?:PHP )?Fatal error: "),
            Pattern.compile(
                    "(?m)^\\S{0,60}: (?:(?:line )?\\d+: )?(?:\\S{1,60}: )?(?:command not found|not found$|No such file or directory|Permission denied)|command not found: \\S"),
            Pattern.compile("Segmentation fault|core dumped|terminate called after throwing"),
            Pattern.compile(
                    "(?m)^(?:ERROR|FATAL):\\s+\\S|\\bORA-\\d{5}|SQLSTATE|near \"[^\"]{0,60}\": syntax error|(?i:no such (?:table|column)|syntax error at or near)"),
            Pattern.compile("(?m)^(?:\\w+Error|\\w+Exception)(?::|$)"),
            Pattern.compile("(?m)^Error in .{1,80}: |at \\S+\\.pl line \\d+"));
    private static final Pattern SAYS_ERROR = Pattern.compile(
            "(?i)^\\W*(?:error|exception|fatal|tool (?:call )?(?:error|failed)|(?:command|call|request|execution|action) failed|failed to|invalid (?:argument|parameter|tool|input))\\b"
                    + "|^\\s*\\{\\s*\"(?:error|errors|exception)\"\\s*:\\s*(?!null|false|\"\"|\\[\\]|\\{\\s*\\}|0)"
                    + "|^\\W*(?:the )?(?:\\w+ ){0,2}(?:timed out|time limit exceeded|timeout)\\b|^\\W*unknown (?:tool|function|command)\\b");

    private static final Pattern UNREADABLE = Pattern.compile(
            "(?i)(?:could not|couldn['’]t|cannot|can['’]t|failed to|unable to|not) (?:be )?(?:parsed?|read|understand|understood|decoded?)\\b"
                    + "|parse ?error|could not find (?:an? )?(?:<|action|tool call)|(?:invalid|wrong|bad|incorrect) (?:format|action|json|reply|response|tool call|syntax)|malformed|unparse?able|unreadable"
                    + "|no (?:valid )?(?:action|tool call|function call|code block)|(?:not|n['’]t) (?:contain|include|have) an? (?:valid )?(?:action|tool call|code block)"
                    + "|(?:empty|missing|unknown) action|not a (?:valid|known) (?:action|tool call)|expected (?:exactly )?(?:one|an?) (?:action|json|tool|object)|jsondecodeerror|use the (?:following )?format"
                    + "|(?:reply|answer|respond) (?:again )?(?:as|in the format|with exactly)");

    private TurnFailures() {}

    /** Returns why a reply could not be read as an action; empty where it could. */
    static String unreadable(Turn turn) {
        String marked = DiagnosisCase.text(turn, TurnInfo.PARSE_ERROR);
        if (!marked.isEmpty()) {
            return marked;
        }
        // What was done was read. Whatever failed then is another matter.
        return !turn.action().isBlank()
                ? ""
                : excerpt(UNREADABLE, turn.error().isBlank() ? beginning(turn.observation()) : turn.error());
    }

    /** Returns how a site refused or failed; empty if none did. */
    static String site(Turn turn) {
        String blocked = DiagnosisCase.text(turn, TurnInfo.BLOCKED);
        if (!blocked.isEmpty()) {
            return "refused: " + blocked;
        }
        String failed = failed(turn);
        String own = ownList(turn);
        if (!own.isEmpty()) {
            return own;
        }
        if (!failed.isBlank()) {
            String found = excerpt(SITE, failed);
            return found.isEmpty() && goes(turn) ? excerpt(LATE, failed) : found;
        }
        String page = turn.observation().isBlank() ? DiagnosisCase.text(turn, TurnInfo.PAGE_TEXT) : turn.observation();
        if (page.isBlank() || runs(turn)) {
            return "";
        }
        String found = turn.observation().isBlank() ? "" : begins(turn.observation());
        return found.isEmpty() ? Walls.in(page).orElse("") : found;
    }

    /** Returns what a list of the agent itself refused; empty if nothing. */
    static String ownList(Turn turn) {
        String text = failed(turn);
        String said = text.isBlank() && turn.observation().length() < SHORT ? turn.observation() : text;
        return goes(turn) ? excerpt(OWN_LIST, DiagnosisCase.text(turn, TurnInfo.BLOCKED) + " " + said) : "";
    }

    /** Returns how a tool or an action failed; empty if none did, or where a site or the reply is to blame. */
    static String tool(Turn turn) {
        if (!unreadable(turn).isEmpty()
                || !site(turn).isEmpty()
                || !environment(turn).isEmpty()) {
            return "";
        }
        String failed = failed(turn).strip();
        if (!failed.isEmpty()) {
            return failed;
        }
        String arguments = turn.observation().length() < FEW_WORDS
                        && (!page(turn) || turn.observation().stripLeading().startsWith("{"))
                ? excerpt(ARGUMENTS, turn.observation())
                : "";
        if (page(turn) || !arguments.isEmpty()) {
            return arguments;
        }
        String text =
                turn.observation().substring(0, Math.min(turn.observation().length(), MAX_LOOK));
        for (Pattern trace : TRACES) {
            Matcher matcher = trace.matcher(text);
            if (matcher.find()) {
                return lastLine(text, matcher.start());
            }
        }
        return excerpt(SAYS_ERROR, text);
    }

    /** Returns how the environment broke; empty where it did not. */
    static String environment(Turn turn) {
        return Boolean.TRUE.equals(turn.info().get(TurnInfo.ENVIRONMENT_FAULT))
                ? turn.error().isBlank() ? "the environment broke" : turn.error()
                : excerpt(LOST, turn.error());
    }

    /** Returns whether anything at all failed in a turn. */
    static boolean any(Turn turn) {
        return !unreadable(turn).isEmpty()
                || !site(turn).isEmpty()
                || !environment(turn).isEmpty()
                || !tool(turn).isEmpty();
    }

    private static String failed(Turn turn) {
        return (turn.error() + "\n" + DiagnosisCase.text(turn, TurnInfo.TOOL_ERROR)).strip();
    }

    private static boolean goes(Turn turn) {
        return GOES.matcher(turn.action()).find()
                || !DiagnosisCase.addresses(turn).isEmpty();
    }

    /** Returns whether a turn shows a page, which may speak of anything. */
    private static boolean page(Turn turn) {
        return !DiagnosisCase.text(turn, TurnInfo.PAGE_TEXT).isEmpty() || goes(turn);
    }

    /** Returns whether a turn runs code, whose errors are its own. */
    private static boolean runs(Turn turn) {
        return !goes(turn)
                && turn.action()
                        .matches(
                                "(?is)^\\W*(?:python|bash|shell|sh|sql|run|exec|execute|node|java|ruby|php|cargo|dotnet|calc)\\w*\\b.*");
    }

    /** Returns the failure that a short answer begins with. A page may well speak of failures; it does not begin with one. */
    private static String begins(String text) {
        String look = text.substring(0, Math.min(BEGINNING, text.length()));
        Matcher matcher = SITE.matcher(look.toLowerCase(Locale.ROOT));
        boolean data =
                look.stripLeading().startsWith("{") || look.stripLeading().startsWith("[{");
        if (data && text.length() < SHORT && DATA_LIMIT.matcher(text).find()) {
            return excerpt(DATA_LIMIT, text);
        }
        return text.length() < SHORT && matcher.find() && (data || matcher.start() <= FIRST_WORDS)
                ? GoldText.excerpt(text, matcher.start())
                : "";
    }

    /** Returns the first words of a trace and its last line, which says what happened. */
    private static String lastLine(String text, int start) {
        List<String> lines = text.substring(start)
                .lines()
                .filter(line -> !line.isBlank())
                .limit(200)
                .toList();
        return lines.size() < 2
                ? GoldText.excerpt(text, start)
                : lines.getFirst().strip() + " … " + lines.getLast().strip();
    }

    private static String beginning(String text) {
        return text.substring(0, Math.min(text.length(), SHORT));
    }

    private static String excerpt(Pattern pattern, String text) {
        String look = text.substring(0, Math.min(text.length(), MAX_LOOK));
        Matcher matcher = pattern.matcher(pattern == SITE || pattern == LATE ? look.toLowerCase(Locale.ROOT) : look);
        return matcher.find() ? GoldText.excerpt(look, matcher.start()) : "";
    }

    /**
     * Recognises pages that stand in the way: challenges, refusals, paywalls, walls of consent and of login.
     *
     * <p>Such a page speaks to its reader, at its beginning, and has little else. A page that speaks <em>about</em> captchas is none.
     */
    static final class Walls {

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
                        "^\\W*(?:error\\W*)?(?:403|429|451|5\\d\\d)\\b(?!\\s+(?:is|are|was|were|of|in|and|people|rooms|steps|days)\\b)|^\\W*(?:error\\W*)?access (?:is )?denied|you(?:['’]ve| have) been blocked"
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
                        "a page of scripts",
                        "^.{0,200}(?:(?:enable|turn on|activate|allow|disabled) (?:your )?javascript|turn (?:your )?javascript on|javascript,? (?:is|must be|seems to be|has to be|needs to be) (?:disabled|enabled|off|turned|required|not)"
                                + "|(?:requires?|needs?|without|not support) javascript)"),
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

        /** Returns what stands in the way, with the words that say so; nothing where a page is an ordinary one. */
        static Optional<String> in(String page) {
            String text = page.replace('\u00a0', ' ').strip();
            String beginning = text.substring(0, Math.min(text.length(), BEGINNING))
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("\\s", " ");
            int said = 0;
            Optional<String> first = Optional.empty();
            for (Wall wall : WALLS) {
                if (wall.name.equals("a page of scripts") && text.length() > BEGINNING) {
                    continue; // it has content beside that advice
                }
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
}
