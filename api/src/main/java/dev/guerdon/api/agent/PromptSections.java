package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sections of an agent's system prompt as data: a user edits them as files, a run keeps them, and a comparison shows how they differ.
 *
 * <p>Sections are in the order of their files' names. Their texts may have placeholders such as {@code {weather_api}}, which the agent
 * fills in; {@code {{word}}} is the text {@code {word}}. Immutable: {@link #with} and {@link #without} give changed copies.
 *
 * @param sections the sections, in order
 */
@Experimental
public record PromptSections(List<Section> sections) {

    /** The setting in which an agent gets its sections, as {@link #setting} writes them. */
    public static final String SETTING = "prompt";

    /** No sections. */
    public static final PromptSections NONE = new PromptSections(List.of());

    /** Number of sections. */
    public static final int MOST = 100;

    /** Number of characters that a section may have. */
    public static final int LONGEST = 100_000;

    /** Number of characters that all of them may have. */
    public static final int LONGEST_TOGETHER = 400_000;

    private static final Pattern FILE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,95}\\.(?:md|txt)");
    private static final Pattern NUMBER = Pattern.compile("^[0-9]+[._-]?(?=.)");
    private static final Pattern PLACE = Pattern.compile("\\{(\\{[a-z][a-z0-9_]*\\})\\}|\\{([a-z][a-z0-9_]*)\\}");

    /**
     * One section.
     *
     * @param file the name of its file, such as {@code 30-answer_format.md}
     * @param text what it says, without space around it
     */
    public record Section(String file, String text) {

        public Section {
            if (!FILE.matcher(file).matches()) {
                throw new GuerdonException("'" + file + "' cannot be the file of a section; expected a name such as"
                        + " 30-answer_format.md: letters, digits, '.', '-' and '_', ending in .md or .txt");
            }
            text = clean(file, text);
        }

        /** Returns its name: that of the file without the number before it and the ending, as in {@code answer_format}. */
        public String name() {
            String bare = file.substring(0, file.lastIndexOf('.'));
            return NUMBER.matcher(bare).replaceFirst("").replace('-', '_');
        }

        private static String clean(String file, String written) {
            String text = (written.startsWith("\uFEFF") ? written.substring(1) : written)
                    .replace("\r\n", "\n")
                    .strip();
            if (text.isEmpty()) {
                throw new GuerdonException(
                        "the section " + file + " is empty; remove the file to leave the section out");
            }
            if (text.length() > LONGEST) {
                throw new GuerdonException("the section " + file + " has " + text.length() + " characters; at most "
                        + LONGEST + " are allowed");
            }
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (Character.isISOControl(c) && c != '\n' && c != '\t') {
                    throw new GuerdonException(String.format(
                            Locale.ROOT,
                            "%s:%d: expected text, found the control character U+%04X",
                            file,
                            line(text, i),
                            (int) c));
                }
            }
            return text;
        }
    }

    public PromptSections {
        sections = sections.stream().sorted(Comparator.comparing(Section::file)).toList();
        if (sections.size() > MOST) {
            throw new GuerdonException("a prompt has at most " + MOST + " sections, found " + sections.size());
        }
        long together =
                sections.stream().mapToLong(section -> section.text().length()).sum();
        if (together > LONGEST_TOGETHER) {
            throw new GuerdonException("the sections of a prompt have at most " + LONGEST_TOGETHER
                    + " characters together, found " + together);
        }
        Map<String, String> files = new LinkedHashMap<>();
        for (Section section : sections) {
            String other = files.put(section.name(), section.file());
            if (other != null) {
                throw new GuerdonException("the files " + other + " and " + section.file() + " are both the section '"
                        + section.name() + "'; rename or remove one of them");
            }
        }
    }

    /** Returns the sections that {@link #setting} wrote, or none if the text is blank. */
    public static PromptSections ofSetting(String text) {
        if (text.isBlank()) {
            return NONE;
        }
        Json json;
        try {
            json = Json.read(text);
        } catch (GuerdonException e) {
            throw new GuerdonException(expected(text), e);
        }
        if (!json.isObject() || !json.asMap().values().stream().allMatch(String.class::isInstance)) {
            throw new GuerdonException(expected(text));
        }
        return ofTexts(json.asMap());
    }

    private static String expected(String text) {
        return "the setting '" + SETTING + "' holds sections as a JSON object of texts by file name, found '"
                + (text.length() > 60 ? text.substring(0, 60) + "..." : text)
                + "'; --prompt DIR reads them from a folder";
    }

    /** Returns sections from texts by the names of their files. */
    public static PromptSections ofTexts(Map<String, ?> texts) {
        return new PromptSections(texts.entrySet().stream()
                .map(entry -> new Section(entry.getKey(), String.valueOf(entry.getValue())))
                .toList());
    }

    /** Returns the texts by the names of their files, in order. */
    public Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        sections.forEach(section -> texts.put(section.file(), section.text()));
        return texts;
    }

    /** Returns all of it as one text, for the setting of an agent. */
    public String setting() {
        return sections.isEmpty() ? "" : Json.write(texts());
    }

    /** Returns a hash of names and texts, which is the same for equal prompts. */
    public String digest() {
        try {
            byte[] written = Json.write(texts()).getBytes(StandardCharsets.UTF_8);
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(written));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    public boolean isEmpty() {
        return sections.isEmpty();
    }

    /** Returns the section of a name, such as {@code answer_format}. */
    public Optional<Section> find(String name) {
        return sections.stream().filter(section -> section.name().equals(name)).findFirst();
    }

    public List<String> names() {
        return sections.stream().map(Section::name).toList();
    }

    /** Returns the same with a section in the place of the one of its name, or as a further one. */
    public PromptSections with(Section section) {
        List<Section> changed = new ArrayList<>(only(name -> !name.equals(section.name())).sections);
        changed.add(section);
        return new PromptSections(changed);
    }

    /** Returns the same without a section. */
    public PromptSections without(String name) {
        return only(each -> !each.equals(name));
    }

    /** Returns the sections whose names are wanted. */
    public PromptSections only(Predicate<String> wanted) {
        return new PromptSections(
                sections.stream().filter(section -> wanted.test(section.name())).toList());
    }

    /** Returns the whole prompt: the sections as they are, with an empty line between them. */
    public String text() {
        return sections.stream().map(Section::text).collect(Collectors.joining("\n\n"));
    }

    /**
     * Returns the whole prompt with values in the places of placeholders.
     *
     * @throws GuerdonException if a placeholder has no value; see {@link #check}
     */
    public String text(Map<String, String> values) {
        check(values.keySet());
        return PLACE.matcher(text())
                .replaceAll(place -> Matcher.quoteReplacement(filled(place.group(1), place.group(2), values)));
    }

    /** Returns what replaces a placeholder: its value, or the text itself if it was written with two braces. */
    private static String filled(@Nullable String literal, @Nullable String name, Map<String, String> values) {
        return literal != null ? literal : values.getOrDefault(String.valueOf(name), "");
    }

    /**
     * Refuses placeholders that have no value.
     *
     * @throws GuerdonException which names the file, the line, and the placeholders there are
     */
    public void check(Set<String> known) {
        for (Section section : sections) {
            Optional<MatchResult> wrong = PLACE.matcher(section.text())
                    .results()
                    .filter(place -> place.group(1) == null && !known.contains(String.valueOf(place.group(2))))
                    .findFirst();
            if (wrong.isPresent()) {
                String name = String.valueOf(wrong.get().group(2));
                throw new GuerdonException(section.file() + ":"
                        + line(section.text(), wrong.get().start())
                        + ": there is no placeholder {" + name + "}."
                        + (known.isEmpty() ? "" : " There are: {" + String.join("}, {", new TreeSet<>(known)) + "}.")
                        + " Write {{" + name + "}} for the text {" + name + "} itself");
            }
        }
    }

    private static long line(String text, int at) {
        return text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
    }
}
