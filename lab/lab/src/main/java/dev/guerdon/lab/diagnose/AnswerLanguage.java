package dev.guerdon.lab.diagnose;

import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.DisplayFormat;
import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Recognises an answer in another language than the one that was asked in, or than that of the gold answer. */
final class AnswerLanguage {

    private static final int LONGEST = 1_000;
    private static final int LEAST_WORDS = 4;

    private static final List<Locale> LANGUAGES = Stream.of(
                    "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "pl", "cs", "fi", "hu", "ro", "tr",
                    "ru")
            .map(Locale::of)
            .toList();

    /** Small words that texts of a language are full of, and those of the others are not. */
    private static final Map<String, Set<String>> SMALL_WORDS = Map.of(
            "English",
                    words(
                            "what who how which when where many the of and is was were in to for with by from that it are has had on at this"),
            "German", words("der die das und ist war wurde von im den dem ein eine mit auf für nicht zum zur es sich"),
            "French",
                    words("le la les et est était de du des un une dans pour par avec sur qui que au aux ce c’est l’"),
            "Spanish", words("el los las y es fue de del en un una con por para que al se su son está"),
            "Italian", words("il lo gli e è era di del della nel un una con per che al si sono dei"),
            "Portuguese", words("o os as e é foi de do da no na um uma com por para que ao se dos"),
            "Dutch", words("de het en is was van een in op met voor dat niet door aan zijn naar"));

    private static final Pattern ASKS_FOR_ANOTHER = Pattern.compile(
            "(?i)\\b(?:translat\\w*|in (?:the )?original|language|word for|called in|in (?:german|french|spanish|italian|portuguese|dutch|latin|russian|chinese|japanese))\\b");

    private AnswerLanguage() {}

    static Optional<Finding> examine(DiagnosisRule rule, DiagnosisCase episode) {
        String answer = episode.answer().strip();
        String gold = episode.gold().strip();
        if (!episode.answered() || gold.isBlank() || answer.length() > LONGEST) {
            return Optional.empty();
        }
        if (sameThing(answer, gold)) {
            return Optional.of(finding(rule, episode, 0.9, "The answer is the gold answer in another language."));
        }
        if (ASKS_FOR_ANOTHER.matcher(episode.question()).find()) {
            return Optional.empty();
        }
        if (!latin(answer) && latin(gold) && latin(episode.question())) {
            return Optional.of(finding(rule, episode, 0.8, "The answer is in another script than the question."));
        }
        String asked = language(episode.question(), 1);
        String answered = language(answer, 2);
        return asked.isEmpty()
                        || answered.isEmpty()
                        || asked.equals(answered)
                        || answer.contains(gold)
                        || isName(answer)
                ? Optional.empty()
                : Optional.of(finding(
                        rule, episode, 0.65, "The answer is " + answered + ", and the question is " + asked + "."));
    }

    /** Returns whether a text is the name of a thing, such as the title of a film, which is not translated. */
    private static boolean isName(String text) {
        List<String> words = Stream.of(text.split("[^\\p{L}’']+"))
                .filter(word -> !word.isEmpty())
                .toList();
        return SMALL_WORDS.values().stream()
                .anyMatch(small -> words.stream()
                        .filter(word -> !small.contains(word.toLowerCase(Locale.ROOT)))
                        .allMatch(word -> Character.isUpperCase(word.charAt(0))));
    }

    private static Finding finding(DiagnosisRule rule, DiagnosisCase episode, double certainty, String summary) {
        return Finding.of(rule, certainty, summary)
                .because(Evidence.overall("submitted " + DisplayFormat.quote(episode.answer()) + ", gold "
                        + DisplayFormat.quote(episode.gold())))
                .wouldAtMost(episode);
    }

    private static boolean latin(String text) {
        long letters = text.codePoints().filter(Character::isLetter).count();
        long latin = text.codePoints()
                .filter(Character::isLetter)
                .filter(c -> Character.UnicodeScript.of(c) == Character.UnicodeScript.LATIN)
                .count();
        return latin * 2 >= letters;
    }

    /** Returns the language that most of the small words of a text are of, or empty if too few tell. */
    private static String language(String text, int least) {
        List<String> found = Stream.of(text.toLowerCase(Locale.ROOT).split("[^\\p{L}’']+|(?<=[’'])"))
                .filter(word -> !word.isEmpty())
                .toList();
        if (found.size() < LEAST_WORDS) {
            return "";
        }
        Map<String, Long> counts = SMALL_WORDS.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        each -> found.stream().filter(each.getValue()::contains).count()));
        List<Map.Entry<String, Long>> order = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .toList();
        long first = order.getFirst().getValue();
        return first >= least && first > order.get(1).getValue()
                ? order.getFirst().getKey()
                : "";
    }

    /** Returns whether two names are those of one country, language, month or day in two languages. */
    private static boolean sameThing(String answer, String gold) {
        Set<String> first = KnownNames.OF.getOrDefault(answer.toLowerCase(Locale.ROOT), Set.of());
        return !answer.equalsIgnoreCase(gold)
                && KnownNames.OF.getOrDefault(gold.toLowerCase(Locale.ROOT), Set.of()).stream()
                        .anyMatch(first::contains);
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" "));
    }

    /** The names that the platform knows in these languages, each with what it means; read when they are first needed. */
    private static final class KnownNames {

        static final Map<String, Set<String>> OF = read();

        private KnownNames() {}

        private static Map<String, Set<String>> read() {
            Map<String, Set<String>> names = new LinkedHashMap<>();
            for (Locale in : LANGUAGES) {
                for (String country : Locale.getISOCountries()) {
                    add(names, Locale.of("", country).getDisplayCountry(in), "country " + country);
                }
                for (Locale language : LANGUAGES) {
                    add(names, language.getDisplayLanguage(in), "language " + language);
                }
                for (Month month : Month.values()) {
                    add(names, month.getDisplayName(TextStyle.FULL_STANDALONE, in), month.name());
                    add(names, month.getDisplayName(TextStyle.FULL, in), month.name());
                }
                for (DayOfWeek day : DayOfWeek.values()) {
                    add(names, day.getDisplayName(TextStyle.FULL, in), day.name());
                }
            }
            return names;
        }

        private static void add(Map<String, Set<String>> names, String name, String meaning) {
            names.computeIfAbsent(name.toLowerCase(Locale.ROOT), key -> new HashSet<>())
                    .add(meaning);
        }
    }
}
