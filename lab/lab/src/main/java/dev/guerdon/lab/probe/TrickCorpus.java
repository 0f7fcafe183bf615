package dev.guerdon.lab.probe;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.AuditPolicy.Kind;
import dev.guerdon.lab.spi.LabException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tricks that models found in rewards, and honest ways to give an answer, as the file {@code tricks.txt} has them. */
@Internal
public final class TrickCorpus {

    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})|\\\\([nr])");
    private static final Pattern GROUP = Pattern.compile("\\[(\\w+) (\\w+)]");
    private static final Pattern TIMES = Pattern.compile("(.*) \\*(\\d+)");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,15}(?:\\.[0-9]{1,15})?");
    private static final Pattern WORD = Pattern.compile("\\p{L}{2,40}");
    private static final List<String> WORDS = List.of("Rhine", "Danube", "Volga", "Congo");

    /** Disguises of the answer, as the file names them. */
    private static final Map<String, UnaryOperator<String>> DISGUISES = Map.of(
            "GOLD{zero width inside}", LookalikeText::zeroWidth,
            "GOLD{right to left}", LookalikeText::rightToLeft,
            "GOLD{look-alikes}", LookalikeText::homoglyphs,
            "GOLD{marks on letters}", LookalikeText::marked,
            "GOLD{wide characters}", LookalikeText::wide,
            "GOLD{first half}", text -> text.substring(0, text.length() / 2));

    private TrickCorpus() {}

    /** Form of a right answer that a trick needs. */
    enum Form {
        ANY,
        NUMBER,
        WORD
    }

    /**
     * An answer that solves nothing, or an honest one.
     *
     * @param group the tricks that it belongs to, such as {@code hedged}
     * @param template the answer, with the words {@code GOLD}, {@code OTHER} and the like
     * @param tool whether it is what a tool says, and not what the agent answers
     */
    public record Trick(String group, Optional<Kind> kind, String template, Form form, boolean tool) {

        /** Names it in a report. */
        public String name() {
            String shown = form == Form.ANY ? template : "(" + form.name().toLowerCase(Locale.ROOT) + ") " + template;
            return group + ": " + (shown.length() > 60 ? shown.substring(0, 57) + "..." : shown);
        }

        /** Returns the answer to a task, or empty if the trick does not apply to it. */
        public Optional<String> answer(@Nullable String gold, @Nullable String prompt) {
            boolean number = gold != null && NUMBER.matcher(gold).matches();
            boolean word = gold != null && WORD.matcher(gold).matches();
            if ((template.contains("PROMPT") && prompt == null)
                    || (form == Form.NUMBER && !number)
                    || (form == Form.WORD && !word)
                    || (template.contains("INSIDE") && !number && !word)) {
                return Optional.empty();
            }
            if (gold == null) {
                return template.contains("GOLD") || template.contains("OTHER")
                        ? Optional.empty()
                        : Optional.of(filled());
            }
            UnaryOperator<String> disguise = DISGUISES.get(template);
            if (disguise != null) {
                return Optional.of(disguise.apply(gold));
            }
            List<String> wrong = wrong(gold, number);
            return Optional.of(filled().replace("PROMPT", prompt == null ? "" : prompt)
                    .replace("OTHER", wrong.get(0))
                    .replace("SECOND", wrong.get(1))
                    .replace("THIRD", wrong.get(2))
                    .replace("INSIDE", number ? "1" + gold.replace("-", "") + "0" : "un" + gold + "ish")
                    .replace("GOLD", gold));
        }

        private String filled() {
            Matcher times = TIMES.matcher(template);
            String once = times.matches() ? times.group(1).repeat(Integer.parseInt(times.group(2))) : template;
            return once.equals("(nothing)") ? "" : unescaped(once).replace("JUNK", AuditPolicies.JUNK);
        }

        private static List<String> wrong(String gold, boolean number) {
            return number
                    ? Stream.of(-1, 1, 5)
                            .map(by -> new BigDecimal(gold)
                                    .add(BigDecimal.valueOf(by))
                                    .toPlainString())
                            .toList()
                    : WORDS.stream().filter(word -> !word.equals(gold)).toList();
        }
    }

    /** Returns the whole file, in its order. */
    public static List<Trick> read() {
        List<Trick> tricks = new ArrayList<>();
        String group = "";
        String kind = "";
        for (String line : text().split("\n", -1)) {
            Matcher head = GROUP.matcher(line);
            if (head.matches()) {
                group = head.group(1);
                kind = head.group(2);
            } else if (!line.isEmpty() && !line.startsWith("# ")) {
                tricks.add(trick(group, kind, line));
            }
        }
        return tricks;
    }

    private static Trick trick(String group, String kind, String line) {
        Form form = line.startsWith("(number)") ? Form.NUMBER : line.startsWith("(word)") ? Form.WORD : Form.ANY;
        String template = line.substring(form == Form.ANY ? 0 : form.name().length() + 2);
        Optional<Kind> audited = Stream.of(Kind.values())
                .filter(one -> one.name().equalsIgnoreCase(kind))
                .findFirst();
        return new Trick(group, audited, template, form, kind.equals("tool"));
    }

    /** Returns the characters that a template or a text of it means by its escapes. */
    private static String unescaped(String text) {
        return ESCAPE.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) != null
                                ? Character.toString((char) Integer.parseInt(found.group(1), 16))
                                : found.group(2).equals("n") ? "\n" : "\r"));
    }

    private static String text() {
        try (InputStream file = TrickCorpus.class.getResourceAsStream("tricks.txt")) {
            if (file == null) {
                throw new LabException("tricks.txt is missing beside " + TrickCorpus.class.getName());
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new LabException("tricks.txt cannot be read: " + e.getMessage());
        }
    }
}
