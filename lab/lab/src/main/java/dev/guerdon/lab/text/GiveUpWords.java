package dev.guerdon.lab.text;

import dev.guerdon.api.Internal;
import java.util.List;
import java.util.regex.Pattern;

/** Tells an answer that only says that there is none, asks back or holds a place, in several languages, from an answer. */
@Internal
public final class GiveUpWords {

    private static final int LONGEST = 300;

    private static final Pattern WORDS = Pattern.compile(
            "(?i)\\W*(?:unknown|none|null|nil|n\\s?/\\s?a|undefined|no idea"
                    + "|not (?:available|found|known|sure|applicable|specified)(?: yet)?"
                    + "|no (?:answer|data|information|results?)(?: (?:was |were )?(?:found|available|given))?"
                    + "|(?:the |this |that )?(?:answer|information|data) (?:is |was |could )?not (?:be )?(?:available|found|given|known|provided|determined)(?: .{0,60})?"
                    + "|(?:i|we) have no (?:way|means) (?:of|to) .{0,60}|there is no (?:answer|information|data)(?: .{0,60})?"
                    + "|i (?:do not|don[’']t|do n[’']t) know(?: .{0,60})?|i am not sure|i[’']m not sure|cannot (?:be )?determined?)\\W*");

    private static final Pattern FAILED = Pattern.compile(
            "(?i)\\b(?:could not|couldn[’']t|cannot|can[’']t|can not|unable to"
                    + "|(?:was|am|were|is|been) (?:not|un)\\s?able to|did not|didn[’']t|failed to|do not have|don[’']t have)\\s+(?:\\w+\\s+)?"
                    + "(?:find|found|determine|access|answer|open|locate|verify|retrieve|load|identify|provide|reach|get|see|help|complete"
                    + "|tell|say|confirm|check|browse|obtain|enough|the information)\\b"
                    + "|\\b(?:beyond|outside) (?:of )?my (?:abilit|capabilit|knowledge|reach)|\\b(?:i|we) (?:have to |must |will )?give up\\b"
                    + "|\\b(?:insufficient|not enough) (?:data|information|context|evidence)\\b|\\bleave (?:this|the|it)[^.]{0,30}(?:open|unanswered)\\b"
                    + "|\\bno (?:reliable |clear |relevant )?(?:source|evidence|mention|record|information|data)s? (?:was|were|could|is|are|about|on|of)\\b"
                    + "|\\bas an ai\\b|\\bno way to (?:know|tell|find)\\b|\\bnot possible to (?:determine|find|answer|say)\\b");

    /** Says in other languages than English that the answer is not known or was not found. */
    private static final Pattern ELSEWHERE = Pattern.compile(
            "(?iU)\\bwei(?:ß|ss) (?:es |das |ich )*(?:leider )?nicht\\b|\\bkeine (?:ahnung|angabe|antwort|information)|\\bnicht (?:bekannt|gefunden|verfügbar|auffindbar)\\b"
                    + "|\\b(?:konnte|kann|ließ|lässt)\\b.{0,80}\\bnicht (?:finden|ermitteln|beantworten|bestimmen|herausfinden|feststellen|öffnen|sagen)"
                    + "|\\bje ne (?:sais|peux|trouve|connais|parviens)\\b|\\bje n[’']ai (?:pas|rien)\\b|\\bimpossible de\\b|\\baucune (?:information|réponse|idée|donnée)|\\bpas (?:trouvé|disponible)\\b"
                    + "|\\bno (?:lo |la |me )?(?:sé|se sabe|pude|he podido|puedo|se pudo|encontré|encuentro|tengo)\\b|\\bno (?:disponible|encontrad[oa])\\b|\\bdesconocid[oa]\\b"
                    + "|\\bnon (?:lo |la )?(?:so|sono riuscit[oa]|ho trovato|posso|riesco|è (?:stato )?possibile)\\b|\\bsconosciut[oa]\\b"
                    + "|\\bnão (?:sei|foi possível|consegui|encontrei|posso|há informaç)|\\bdesconhecid[oa]\\b"
                    + "|\\bweet (?:ik )?(?:het )?(?:helaas )?niet\\b|\\bniet (?:gevonden|bekend|beschikbaar)\\b|\\bkon .{0,60}niet vinden\\b|\\bgeen (?:idee|informatie|antwoord)\\b"
                    + "|\\bnie (?:wiem|udało|znalazł|mogę|jestem w stanie)|\\bvet inte\\b|\\b(?:kunde|kan) inte\\b|\\bvet ikke\\b|\\bbilmiyorum\\b|\\bbulamadım\\b"
                    + "|не (?:знаю|удалось|смог|могу|найден)|неизвестно|не знаю|不知道|无法|無法|未找到|找不到|不清楚|わかりません|分かりません|見つかりません|できませんでした|모르겠|찾을 수 없");

    private static final Pattern YET = Pattern.compile(
            "(?iU)\\b(?:but|however|guess|estimate[ds]?|probably|likely|approximately|about \\d|instead|still|aber|jedoch|vermutlich|mais|pero|però|mas|maar)\\b");

    private static final Pattern SORRY = Pattern.compile(
            "(?i)^(?:(?:i am|i[’']m|we are)?\\s*(?:very )?sorry|unfortunately|i apologi[sz]e)\\W+(?:but\\s+)?");

    /** Asks the user, who is not there: a question with "you" in it, or a request for more. */
    private static final Pattern ASKS = Pattern.compile(
            "(?is)(?:.{0,200}[.!:]\\s+)?(?:(?:could|can|would|will|do|did|are|which|what|who|where|when|how|should|shall|may)\\b[^?]{0,200}\\b(?:you|your|i|me)\\b[^?]{0,120}\\?"
                    + "|please (?:provide|specify|clarify|tell|share|give|confirm|let me know)\\b.{0,200}|i (?:would )?need (?:more|further|additional) (?:information|details|context).{0,120})\\s*");

    private static final Pattern PLACEHOLDER = Pattern.compile(
            "(?i)\\W*(?:todo|tbd|tba|tbc|fixme|placeholder|x{3,}|lorem ipsum.{0,80}|(?:insert|put|enter|type|write|fill in)\\b.{0,30}\\bhere"
                    + "|(?:your|the|my|final) (?:final )?answer(?: (?:goes )?here)?|answer (?:goes )?here|to be (?:determined|decided|filled(?: in)?|added))\\W*"
                    + "|<\\s*/?\\s*(?:your |final |the )?(?:answer|result|value|name|number|output|response)\\s*>(?:\\s*</\\w+>)?|[.…?_\\-\\s]+");

    private GiveUpWords() {}

    /** Returns whether a text gives no answer though it has words. Where the gold answer itself reads so, it is one. */
    public static boolean isGiveUp(String answer, String gold) {
        return says(answer) && !says(gold);
    }

    /** Returns whether a text only holds the place of an answer. */
    public static boolean isPlaceholder(String answer) {
        return PLACEHOLDER.matcher(answer.strip()).matches();
    }

    private static boolean says(String text) {
        String stripped = SORRY.matcher(text.strip()).replaceFirst("");
        if (stripped.isEmpty() || stripped.length() > LONGEST) {
            return false;
        }
        return List.of(WORDS, ASKS, PLACEHOLDER).stream()
                        .anyMatch(words -> words.matcher(stripped).matches())
                || ((FAILED.matcher(stripped).find()
                                || ELSEWHERE.matcher(stripped).find())
                        && !YET.matcher(stripped).find());
    }
}
