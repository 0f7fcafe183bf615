package dev.guerdon.math.extract;

import java.util.regex.Pattern;

/** Words by which prose announces, doubts or takes back an answer. All patterns are for masks of {@link ProseSentence}. */
final class ProsePhrases {

    private static final String ADJECTIVE =
            "(?:(?:final|correct|right|required|desired|complete|full|exact|numerical|simplified|overall|"
                    + "only|unique|ultimate|resulting|best|two|three) ){0,3}";

    private static final String NOUN =
            "(?:answers?|ans\\.?|final results?|final values?|results?|solutions?|solution set|"
                    + "(?:correct|right|best) (?:option|choice|statement)|options?|choices?)";

    private static final String LINK =
            "(?:(?:(?<!\\p{L})(?:is|are|was|equals|(?:will|would|must|should|has to|have to|turns? out to|comes? out to) be)\\b"
                    + "|=|:|—|–)(?: ?(?:thus|therefore|then|hence|indeed|simply|exactly|just|precisely|clearly|now|given by|equal to|as follows"
                    + "|as|approximately|≈|:|=)(?!\\w))*+)";

    /** "So the final answer to the question is": from the noun up to what follows the link. */
    static final Pattern ANNOUNCED = Pattern.compile("(?<before>^|[^\\p{L}\\\\])" + ADJECTIVE + "(?<noun>" + NOUN
            + ")(?!\\p{L})(?<between>(?:[^.:=?!]|\\.(?=\\d)){0,90}?)(?<link>" + LINK + ")");

    /** What stands between two announcements that are one. */
    static final Pattern AGAIN =
            Pattern.compile("[ :]*(?:(?:so|thus|therefore|hence),? )?(?:(?:the|our|my) )?" + ADJECTIVE);

    /** A heading that is nothing but the word. */
    static final Pattern LABEL =
            Pattern.compile("(?:(?:so|thus|hence|therefore|and),? )?(?:(?:the|my|our) )?" + ADJECTIVE + NOUN + ":?");

    /** "\\(5\\) is the final answer". */
    static final Pattern REVERSED =
            Pattern.compile(",? (?:(?:(?:which )?(?:is|are|as|for)|—) (?:the|our|my|your|its) " + ADJECTIVE
                    + "(?:answers?|results?|solutions?|options?|choices?|statement)(?: to (?:the|this|our) (?:problem|question|equation))?"
                    + "|is (?:the )?(?:correct|right))[.!]*$");

    /** Words that may stand before the noun that announces. */
    static final Pattern OPENING = Pattern.compile(
            "(?:^[^\\p{L}\\p{N}]*|.*[,:;.)—–-] ?|.*\\b(?:at|to|us|with|that|so|hence|thus|therefore|and|then|conclude|consequently|finally|is|have|get|gives?|find|say"
                    + "|obtain|state|write|here|overall|now|indeed|summary|conclusion|question|problem|task) )"
                    + "(?:(?:the|our|my|your|its|this|an?|that) ?)?",
            Pattern.DOTALL);

    /** After these the value of a sentence stands. */
    static final Pattern LINKS = Pattern.compile("(?<![\\p{L}\\\\])(?:" + LINK
            + "|(?:to be|gets?|got|gives?|giving|obtains?|obtaining|finds?|found|has|have|had|yields?|yielding|makes?|becomes?|costs?|needs?|takes?"
            + "|earns?|pays?|receives?|travels?|requires?|reached|leaves?|contains?|spends?|sold|sells|weighs?|totals?|lasts?|conclude"
            + "|choose|pick|select|means|implies|shows?|equal|(?:simplif(?:y|ies)|evaluates?|leads?|reduces?|comes?|sums?|adds? up|amounts?"
            + "|expands?|factors?|up) to|be written as|factors? as)(?: us| that| me)?(?::|\\b))(?= |$|"
            + ProseSentence.FORMULA + ")|(?<=\\S) = |(?<= )(?=does not exist|do not exist)");

    /** What a value may be called before it is given. */
    static final Pattern KIND = Pattern.compile(
            "^ ?(?:(?:the|an?) )?(?:(?:solution )?set|(?:open |closed |half-open )?interval|(?:column |row )?(?:matrix|vector)"
                    + "|(?:whole |rational |real |complex |natural )?number|integer|(?:ordered )?(?:pair|triple|tuple)|point|option|choice|polynomial|expression"
                    + "|function|fraction|decimal|equation|line|value|formula|ratio|word|letter)s? (?=["
                    + ProseSentence.FORMULA + "0-9(\\[{\\\\\"“π√-]|\\p{L}(?!\\p{L}))");

    /** Short words that would be read as products of letters. */
    static final Pattern SHORT = Pattern.compile(
            "(?<![\\p{L}\\\\])(?:of|is|at|to|as|if|by|so|we|it|an|be|do|on|he|me|my|up|us|am|go)(?!\\p{L})");

    /** Words before a value that only lead to it. */
    static final Pattern LEAD = Pattern.compile(
            "^(?:(?:so|thus|hence|therefore|then|and|finally|consequently|accordingly|in conclusion|to conclude|overall|now|ultimately|in summary"
                    + "|as a result|it follows that|we conclude that|this means that|i\\.e\\.|that is|namely|answer|∴|⇒|→|=>|->|=)(?!\\w)[,: ]*+)++");

    /** What may follow a value in its sentence without changing it. */
    static final Pattern REST = Pattern.compile(
            "(?:,|;|—|–| -)? ?(?:\\b(?:because|since|as (?:required|desired|claimed|expected|shown|above|needed"
                    + "|stated|the|we|it|there)|which|so that|where|i hope|hope|let me|please|thank|thanks|by (?:the|our|using|a|adding|factoring)"
                    + "|for (?:all|every|the|this|our|any|both|some|an?)|in (?:total|all|the|its|simplest|lowest|this|terms|our|slope)|of the"
                    + "|from (?:the|our|above|this)|after|when (?:rounded|expressed|simplified|written|[^ ]{1,20} is divided by)|hence|thus|therefore|and (?:this|that|we) "
                    + "|to (?!the)(?=\\p{L}{2})|that (?:the|he|she|we|it|they|satisf\\w+|are|is)"
                    + "|altogether|left|remaining|on (?:the|each)|per the|based on|according|using|respectively)\\b|\\(approx|\\(since|\\(because)");

    private static final String IGNORANCE =
            "\\b(?:do(?:es)? ?n[o']t know|don’t know|not know|no idea|unsure|uncertain|not (?:\\w+ )?(?:sure|certain|confident)|n[o']t sure"
                    + "|isn't clear|unclear|cannot (?:say|tell|determine|decide|solve|know|be sure)|can't (?:say|tell|determine|decide|solve|be sure)"
                    + "|can(?:no|’)t tell|unable|guess(?:ing|es)?|wild|dunno|clue|give up|gave up)\\b";

    private static final String HEDGE =
            "\\b(?:maybe|perhaps|possibly|probably|presumably|conceivably|likely|unlikely|whether|doubts?|doubtful|suspect|(?:believed|thought|said|supposed|assumed|alleged|expected|estimated|claimed|likely|unlikely) to be|i (?:\\w+ )?"
                    + "(?:feel|suppose|assume|imagine|reckon|bet|estimate)|hypothetically|supposedly|allegedly|apparently|either|neither"
                    + "|(?:might|may|could)(?: \\w+){0,2} (?:be|have|equal)|(?:might|may|could|can|ought)(?: (?:well|very|also|be|to|even|not|as)){0,3}$"
                    + "|if (?:it|i|so|anything|forced)\\b|seems?|appears? to|hopefully|candidates?|possible answers?|possible solutions? (?:is|are|include)"
                    + "|(?:the|a|one|first|my|your|his|her|their|another|some|many)(?: \\w+)? wrong|some(?:one|body)|others?|previous(?:ly)?|former"
                    + "|students?|it'?s claimed|naive|at first|tempting|looks like|say for|pretend|imagine)\\b";

    private static final String DENIAL =
            "\\b(?:not|never|nor|neither|none|no longer|cannot|n't|isn't|aren't|wasn't|can't|won't|wouldn't|shouldn't|doesn't"
                    + "|don't|didn't|couldn't|false|falsely|wrong|wrongly|incorrect|incorrectly|untrue|mistaken|mistakenly|except|excluding|other than"
                    + "|instead of|rather than|anything but|far from|den(?:y|ied|ies)|reject(?:ed|s)?|rul(?:e|ed|es) out|refut\\w*|impossible"
                    + "|contradict\\w*|disagree|opposite|complement|negation|twice|half|double|reciprocal|inverse|all but)\\b|n’t\\b";

    static final Pattern NO_KNOWLEDGE = Pattern.compile(IGNORANCE);
    static final Pattern DOUBT = Pattern.compile(IGNORANCE + "|" + HEDGE);
    static final Pattern DENIED = Pattern.compile(DENIAL);

    /** A condition or reason in front of the clause that announces: its negations are its own. */
    static final Pattern SUBORDINATE = Pattern.compile(
            "^(?:(?:so|and|but|now|then),? )?(?:if|assuming|since|because|as|when|for|given|although|though|while|after|by|using|substituting|with|from"
                    + "|solving|adding|simplifying|combining|plugging|note|recall|in|to)\\b[^,]*(?:, (?!the|we|it|so|thus|hence)[^,]*)*, ");

    /** A condition: what follows is not said. */
    static final Pattern CONDITION =
            Pattern.compile("(?:^|\\b(?:that|but|and|even|only) )(?:if|unless|suppose|assuming|assume|were|had)\\b");

    /** What takes an answer back that was given before. */
    static final Pattern RETRACTED = Pattern.compile(
            "^(?:but|however|or|no|not|wait|hmm+|sorry|oops|actually|alternatively|otherwise|correction|edit|nope|though|yet|maybe|perhaps)\\b"
                    + "|\\b(?:wait|hmm|actually|on second thought|mistake|mistaken|wrong|incorrect|not (?:right|correct|true)|n't (?:right|correct|true)"
                    + "|instead|recheck|reconsider|let me (?:re|check|try|double|verify)\\w*|correction|disregard|ignore"
                    + "|(?:might|may|could)(?: \\w+)? be|also (?:works?|possible|correct|be)|another (?:possible |valid )?(?:answer|solution|possibility|option)"
                    + "|other (?:answers?|possibilit\\w+|candidates?)|alternatively|or (?:maybe|perhaps|possibly|is it)|just kidding|jk|scratch that)\\b|"
                    + IGNORANCE);

    /** Politeness after an answer. */
    static final Pattern POLITE = Pattern.compile(
            "^(?:let me know|i hope|hope (?:this|that|it)|feel free|if (?:you|there)|please|thank|thanks|good luck|best|kind regards|regards"
                    + "|cheers|have a|happy|i(?:'m| am|'d be| would be)? (?:always |here )?(?:happy|glad|here)|don't hesitate|do not hesitate|do you"
                    + "|would you|is there anything|any (?:more |other |further )?questions|enjoy|done|q\\.?e\\.?d|that's it|that is all|that's all"
                    + "|this (?:completes|concludes)|you're welcome|great question|end of|does (?:this|that)|confidence)"
                    + "|^[^\\p{L}\\p{N}" + ProseSentence.FORMULA + "]*$");

    private ProsePhrases() {}
}
