package dev.guerdon.catalogue.sentence;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What the rules for sentences know of English: abbreviations, and words that are usually not written with a capital. */
final class EnglishWords {

    /** Abbreviations after which a sentence usually goes on. Those of notes and references, such as e.g. and vol., are not among them. */
    private static final Set<String> ABBREVIATIONS = Set.copyOf(List.of(
            ("mr mrs ms dr prof st ave jr sr inc ltd co corp bros messrs sen rep gen col maj lt adm jan feb aug sep sept oct"
                            + " nov dec tues wed fri vs a.m p.m u.s u.k u.n u.s.a u.s.s.r d.c n.y l.a ph.d j.p ft yr calif"
                            + " fla conn ill kan ky mich minn nev okla ore pa tenn va vt wash wis ala ariz colo ga a.d s.a"
                            + " a.g n.v s.p.a r.i n.h n.j n.c s.c n.d w.va c d e f g h k l m n p r s t v w")
                    .split(" ", -1)));

    private static final Set<String> BEGINS = new HashSet<>();
    private static final Set<String> MAY_BEGIN = new HashSet<>();

    static {
        try (InputStream in = EnglishWords.class.getResourceAsStream("words.txt")) {
            byte[] bytes = Objects.requireNonNull(in, "words.txt").readAllBytes();
            new String(bytes, StandardCharsets.US_ASCII).lines().forEach(EnglishWords::read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private EnglishWords() {}

    private static void read(String line) {
        if (!line.startsWith("#")) {
            List<String> words = List.of(line.split(" ", -1));
            (words.getFirst().equals("begins") ? BEGINS : MAY_BEGIN).addAll(words.subList(1, words.size()));
        }
    }

    /** Whether a word in lower case, without its full stop, is an abbreviation. */
    static boolean isAbbreviation(String word) {
        return ABBREVIATIONS.contains(word) || ABBREVIATIONS.contains(word.substring(word.lastIndexOf('-') + 1));
    }

    /** Whether a capital on the word, which is given in lower case, begins a sentence even after an abbreviation. */
    static boolean begins(String word) {
        // Always a capital, so that it is not common, and yet no name.
        return BEGINS.contains(word) || word.equals("i");
    }

    /** Whether people write the word in small letters, so that it is not a name. */
    static boolean isCommon(String word) {
        return BEGINS.contains(word) || MAY_BEGIN.contains(word);
    }
}
