package dev.guerdon.rewards.writing;

import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Frequencies of runs of one to three letters in each language, and the Chinese characters that count as one.
 *
 * <p>Read once, on first use, in about a quarter of a second; about 10 MB. Immutable afterwards, so any number of threads may use it.
 */
final class LanguageProfiles {

    private static final List<String> NAMES = List.of(
            ("af ar bg bn cs da de el en es et fa fi fr gu he hi hr hu id it ja kn ko lt lv mk ml mr ne nl no pa pl pt ro ru"
                            + " sk sl so sq sv sw ta te th tl tr uk ur vi zh-cn zh-tw")
                    .split(" ", -1));

    private final Map<String, Frequencies> runs = new HashMap<>();
    private final Map<Character, Character> sameAs = new HashMap<>();

    /** The languages in which a run occurs, and how often there. */
    static final class Frequencies {

        byte[] languages = new byte[2];
        double[] shares = new double[2];
        int size;

        private void add(int language, double share) {
            if (size == languages.length) {
                languages = Arrays.copyOf(languages, 2 * size);
                shares = Arrays.copyOf(shares, 2 * size);
            }
            languages[size] = (byte) language;
            shares[size++] = share;
        }
    }

    /** Holds the one instance until somebody asks for it. */
    private static final class Holder {
        static final LanguageProfiles ONE = new LanguageProfiles();
    }

    static LanguageProfiles get() {
        return Holder.ONE;
    }

    private LanguageProfiles() {
        for (int language = 0; language < NAMES.size(); language++) {
            read(language);
        }
        Properties texts = new Properties();
        try (InputStream in = open("com/cybozu/labs/langdetect/util/messages.properties")) {
            texts.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (String name : texts.stringPropertyNames()) {
            String alike = texts.getProperty(name, "");
            if (name.startsWith("NGram.KANJI_")) {
                for (int i = 0; i < alike.length(); i++) {
                    sameAs.put(alike.charAt(i), alike.charAt(0));
                }
            }
        }
    }

    private void read(int language) {
        String file = "profiles/" + NAMES.get(language);
        Json profile;
        try (InputStream in = open(file)) {
            profile = JsonCodec.read(new String(in.readAllBytes(), StandardCharsets.UTF_8), file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Json> totals = profile.get("n_words").asList();
        profile.get("freq").asMap().forEach((run, count) -> {
            if (run.length() <= 3 && count instanceof Number number) {
                double total = totals.get(run.length() - 1).asDouble();
                runs.computeIfAbsent(run, any -> new Frequencies()).add(language, number.doubleValue() / total);
            }
        });
    }

    private static InputStream open(String resource) {
        InputStream in = LanguageProfiles.class.getClassLoader().getResourceAsStream(resource);
        if (in == null) {
            throw new UnscoredException(
                    Score.Reason.RESOURCE,
                    "the language profiles are missing (" + resource
                            + "); put com.cybozu.labs:langdetect:1.1-20120112 on the class path");
        }
        return in;
    }

    List<String> names() {
        return NAMES;
    }

    @Nullable
    Frequencies of(String run) {
        return runs.get(run);
    }

    /** Returns the character that stands for all Chinese characters of about the same use. */
    char representative(char c) {
        return sameAs.getOrDefault(c, c);
    }
}
