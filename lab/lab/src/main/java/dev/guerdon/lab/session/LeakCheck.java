package dev.guerdon.lab.session;

import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.InvisibleCharacters;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.text.GoldText;
import dev.guerdon.lab.text.GoldText.BareNumber;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Refuses patches that give training tasks away: their answers, ids or questions, also in disguise. Such a patch helps where the answer is
 * known and nowhere else.
 *
 * <p>Short answers such as {@code 7} or {@code yes} stand in every text; they are refused only in a line that also speaks of their question.
 */
final class LeakCheck implements BiFunction<Patch, Patch.Space, Optional<String>> {

    private static final int LONG_ANSWER = 5;
    private static final int SHORT_ANSWER = 3;
    private static final int LONG_NUMBER = 5;
    private static final int SHORT_NUMBER = 3;
    private static final int COPIED_WORDS = 8;
    private static final int FEWEST_WORDS = 3;
    private static final Pattern NUMBER = Pattern.compile("\\d+(?:[,_' ’.]\\d+)*");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");
    private static final Set<String> COMMON =
            Set.of("yes", "no", "true", "false", "none", "unknown", "left", "right", "north", "south", "east", "west");

    /** A task with what must not be told of it. */
    private record Secret(String id, List<String> golds, List<String> question) {}

    private final List<Secret> secrets;

    private LeakCheck(List<Secret> secrets) {
        this.secrets = secrets;
    }

    /** Returns the check for training tasks. */
    public static LeakCheck of(List<Task> tasks) {
        return new LeakCheck(tasks.stream().map(LeakCheck::secret).toList());
    }

    private static Secret secret(Task task) {
        String gold = Episode.goldOf(task);
        String question = task.messages().stream().map(Message::text).collect(Collectors.joining("\n"));
        if (question.isBlank()) {
            question = task.field("question").map(LeakCheck::text).orElse("");
        }
        return new Secret(task.id(), List.copyOf(GoldText.texts(gold)), words(PlainText.of(question)));
    }

    private static String text(Json value) {
        return value.isString() ? value.asString() : JsonCodec.write(value);
    }

    private static List<String> words(String plain) {
        return WORD.matcher(plain).results().map(found -> found.group()).toList();
    }

    @Override
    public Optional<String> apply(Patch patch, Patch.Space at) {
        for (Map.Entry<String, String> change : patch.changes().entrySet()) {
            boolean text = at.find(change.getKey()).map(Patch.Target::isText).orElse(true);
            if (text) {
                Optional<String> found = find(added(at.value(change.getKey()), change.getValue()), all(at));
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the lines that are new. */
    private static String added(String before, String after) {
        Set<String> old = new HashSet<>(before.lines().map(String::strip).toList());
        return after.lines().filter(line -> !old.contains(line.strip())).collect(Collectors.joining("\n"));
    }

    /** Returns all that the agent is told so far: what stands there is no secret. */
    private static String all(Patch.Space at) {
        return at.targets().values().stream()
                .filter(Patch.Target::isText)
                .map(target -> at.value(target.id()))
                .collect(Collectors.joining("\n"));
    }

    private Optional<String> find(String added, String told) {
        if (added.isBlank()) {
            return Optional.empty();
        }
        String plain = PlainText.of(added);
        Set<String> forms = PlainText.squeezedForms(added);
        List<String> words = words(plain);
        String known = PlainText.squeezed(PlainText.of(told));
        for (Secret secret : secrets) {
            if (hasId(secret.id, added, plain, forms)) {
                return Optional.of("it names the training task " + secret.id);
            }
            for (String gold : secret.golds) {
                boolean old = known.contains(PlainText.squeezed(PlainText.of(gold)));
                if (!old && hasGold(gold, added, forms)) {
                    return Optional.of("it gives the answer of the training task " + secret.id + " away");
                }
                if (speaksOf(secret.question, gold, added)) {
                    return Optional.of("it gives the answer of the training task " + secret.id
                            + " away, beside the words of its question");
                }
            }
            if (copies(secret.question, words)) {
                return Optional.of("it repeats the question of the training task " + secret.id);
            }
        }
        return Optional.empty();
    }

    private static boolean hasId(String id, String added, String plain, Set<String> forms) {
        String lower = PlainText.of(id);
        String squeezed = PlainText.squeezed(lower);
        boolean letters = squeezed.chars().anyMatch(Character::isLetter);
        boolean digits = squeezed.chars().anyMatch(Character::isDigit);
        if (!letters) {
            // A bare number is an id only where it is called one.
            return Pattern.compile("(?:task|id|question|#)\\s*#?" + Pattern.quote(lower) + "(?!\\p{N})")
                    .matcher(plain)
                    .find();
        }
        if (!digits) {
            return squeezed.length() >= 2 * LONG_ANSWER && forms.stream().anyMatch(form -> form.contains(squeezed));
        }
        boolean token = PlainText.readings(added).stream()
                .anyMatch(
                        reading -> Pattern.compile("(?<![\\p{L}\\p{N}])" + Pattern.quote(lower) + "(?![\\p{L}\\p{N}])")
                                .matcher(PlainText.of(reading))
                                .find());
        return token
                || (squeezed.length() >= LONG_ANSWER
                        && forms.stream()
                                .anyMatch(form -> Pattern.compile(Pattern.quote(squeezed) + "(?!\\p{N})")
                                        .matcher(form)
                                        .find()));
    }

    private static boolean hasGold(String gold, String added, Set<String> forms) {
        Optional<Double> number = BareNumber.of(gold);
        String squeezed = PlainText.squeezed(PlainText.of(gold));
        if (number.isPresent()) {
            return hasNumber(number.get(), squeezed, added, forms);
        }
        if (squeezed.length() >= LONG_ANSWER && !COMMON.contains(squeezed)) {
            return forms.stream().anyMatch(form -> form.contains(squeezed))
                    || PlainText.folded(PlainText.of(added)).contains(PlainText.folded(PlainText.of(gold)));
        }
        return squeezed.length() >= SHORT_ANSWER
                && !COMMON.contains(squeezed)
                && squeezed.chars().anyMatch(Character::isDigit)
                && PlainText.readings(added).stream()
                        .anyMatch(reading -> words(PlainText.of(reading)).contains(squeezed));
    }

    private static boolean hasNumber(double value, String digits, String added, Set<String> forms) {
        String bare = digits.replaceAll("\\D", "").replaceFirst("^0+", "");
        boolean year = value >= 1900 && value <= 2100 && value == Math.rint(value);
        if (bare.length() < SHORT_NUMBER || year) {
            return false;
        }
        if (bare.length() >= LONG_NUMBER && forms.stream().anyMatch(form -> form.contains(bare))) {
            return true;
        }
        for (String reading : PlainText.readings(added)) {
            Matcher numbers = NUMBER.matcher(PlainText.of(reading));
            while (numbers.find()) {
                String found = numbers.group();
                String joined = found.replaceAll("[^0-9]", "").replaceFirst("^0+", "");
                if (joined.equals(bare)
                        || BareNumber.of(found)
                                .filter(other -> same(other, value))
                                .isPresent()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean same(double one, double other) {
        return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other));
    }

    /** Returns whether a line has an answer beside most of the words of its question. */
    private static boolean speaksOf(List<String> question, String gold, String added) {
        Set<String> telling = question.stream()
                .filter(word -> word.length() > SHORT_ANSWER)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        List<String> answer = words(PlainText.of(gold));
        if (telling.size() < FEWEST_WORDS || answer.isEmpty()) {
            return false;
        }
        for (String line : added.lines().toList()) {
            List<String> words = new ArrayList<>(words(PlainText.of(line)));
            Set<String> shared = new HashSet<>(telling);
            shared.retainAll(words);
            if (shared.size() >= Math.max(FEWEST_WORDS, telling.size() / 2)
                    && words.containsAll(answer)
                    && !new HashSet<>(question).containsAll(answer)) {
                return true;
            }
        }
        return false;
    }

    private static boolean copies(List<String> question, List<String> words) {
        if (question.size() < COPIED_WORDS || words.size() < COPIED_WORDS) {
            return false;
        }
        Set<List<String>> runs = new HashSet<>();
        for (int i = 0; i + COPIED_WORDS <= question.size(); i++) {
            runs.add(question.subList(i, i + COPIED_WORDS));
        }
        for (int i = 0; i + COPIED_WORDS <= words.size(); i++) {
            if (runs.contains(words.subList(i, i + COPIED_WORDS))) {
                return true;
            }
        }
        return false;
    }

    /** Returns a text with the pieces of a gold answer covered up, so that a model learns what was wrong and not what is right. */
    static String covered(String text, String gold) {
        String out = text;
        for (String piece : GoldText.texts(gold)) {
            if (!piece.isBlank()) {
                String pattern = Arrays.stream(piece.strip().split("\\s+", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining("\\s+"));
                out = Pattern.compile(
                                "(?<![\\p{L}\\p{N}])" + pattern + "(?![\\p{L}\\p{N}])",
                                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
                        .matcher(out)
                        .replaceAll("[the right answer]");
            }
        }
        return out;
    }

    /** Texts made comparable whatever disguise they wear: case, accents, invisible characters, look-alike letters, spacing, usual encodings. */
    static final class PlainText {

        /** Letters of other scripts that look like Latin ones, and those. */
        private static final String ALIKE = "авекмнорстухіјѕԁһαβεικνορτυχ";

        private static final String LATIN = "abekmhopctyxijsdhabeiknoptux";
        /** Characters that stand for letters, and those; i and l are taken for one, since 1 stands for both. */
        private static final String LEET = "013457@$!|l";

        private static final String LETTERS = "oieastasiii";
        private static final Pattern CODED = Pattern.compile("[A-Za-z0-9+/_-]{8,}={0,2}");
        private static final Pattern HEX = Pattern.compile("(?:[0-9a-fA-F]{2}[\\s:]?){4,}");
        private static final Pattern ESCAPE =
                Pattern.compile("\\\\u([0-9a-fA-F]{4})|&#(\\d{2,6});|&#x([0-9a-fA-F]{2,5});");
        private static final int LONGEST_CODED = 4_000;

        private PlainText() {}

        /** Returns a text in lower case without accents, invisible characters and look-alikes; spaces and marks stay. */
        static String of(String text) {
            String plain = Normalizer.normalize(text, Normalizer.Form.NFKD);
            StringBuilder out = new StringBuilder(plain.length());
            plain.codePoints()
                    .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK
                            && !InvisibleCharacters.is(c)
                            && Character.getType(c) != Character.FORMAT)
                    .forEach(c -> {
                        int lower = Character.toLowerCase(c);
                        int alike = ALIKE.indexOf(lower);
                        int digit = Character.isDigit(lower) ? Character.digit(lower, 10) : -1;
                        if (digit >= 0) {
                            out.append((char) ('0' + digit));
                        } else if (alike >= 0) {
                            out.append(LATIN.charAt(alike));
                        } else {
                            out.appendCodePoint(lower);
                        }
                    });
            return out.toString();
        }

        /** Only the letters and digits of a plain text. */
        static String squeezed(String plain) {
            return plain.replaceAll("[^\\p{L}\\p{N}]+", "");
        }

        /** Returns the text as it is, and as it reads once usual encodings are undone. */
        static Set<String> readings(String text) {
            Set<String> all = new LinkedHashSet<>();
            all.add(text);
            all.add(unescaped(text));
            all.add(unquoted(text));
            all.add(rotated(text));
            Matcher coded = CODED.matcher(text);
            while (coded.find()) {
                decoded(coded.group()).ifPresent(all::add);
            }
            Matcher hex = HEX.matcher(text);
            while (hex.find()) {
                all.add(unhexed(hex.group()));
            }
            return all;
        }

        /** Returns a plain text with letters in the place of digits and marks that stand for them; both sides of a comparison are folded. */
        static String folded(String plain) {
            return squeezed(unleeted(plain));
        }

        /** Returns the squeezed forms in which something could stand: forwards and backwards. */
        static Set<String> squeezedForms(String text) {
            Set<String> forms = new LinkedHashSet<>();
            for (String reading : readings(text)) {
                String plain = of(reading);
                String squeezed = squeezed(plain);
                forms.add(squeezed);
                forms.add(new StringBuilder(squeezed).reverse().toString());
            }
            return forms;
        }

        private static String unleeted(String plain) {
            StringBuilder out = new StringBuilder(plain.length());
            for (int i = 0; i < plain.length(); i++) {
                int at = LEET.indexOf(plain.charAt(i));
                out.append(at < 0 ? plain.charAt(i) : LETTERS.charAt(at));
            }
            return out.toString();
        }

        private static String unescaped(String text) {
            return ESCAPE.matcher(text).replaceAll(found -> {
                int code = found.group(1) != null
                        ? Integer.parseInt(found.group(1), 16)
                        : found.group(2) != null
                                ? Integer.parseInt(found.group(2))
                                : Integer.parseInt(found.group(3), 16);
                return Character.isValidCodePoint(code)
                        ? Matcher.quoteReplacement(new String(Character.toChars(code)))
                        : "";
            });
        }

        private static String unquoted(String text) {
            try {
                return URLDecoder.decode(text.replaceAll("%(?![0-9a-fA-F]{2})", "%25"), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                return text;
            }
        }

        private static String rotated(String text) {
            StringBuilder out = new StringBuilder(text.length());
            for (char c : text.toLowerCase(Locale.ROOT).toCharArray()) {
                out.append(c >= 'a' && c <= 'z' ? (char) ('a' + (c - 'a' + 13) % 26) : c);
            }
            return out.toString();
        }

        private static Optional<String> decoded(String word) {
            if (word.length() > LONGEST_CODED) {
                return Optional.empty();
            }
            try {
                byte[] bytes = Base64.getDecoder()
                        .decode(word.replace('-', '+').replace('_', '/').replaceAll("=+$", ""));
                return Optional.of(new String(bytes, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }

        private static String unhexed(String digits) {
            String bare = digits.replaceAll("[^0-9a-fA-F]", "");
            byte[] bytes = HexFormat.of().parseHex(bare, 0, bare.length() & ~1);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
