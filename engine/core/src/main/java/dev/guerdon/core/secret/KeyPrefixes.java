package dev.guerdon.core.secret;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The beginnings of the keys that providers give, and the characters of which keys are made. */
final class KeyPrefixes {

    /** Letters, digits, and those further characters that a kind of key may have. */
    record Alphabet(String further) {
        boolean has(char c) {
            return KeyShapes.isAlphanumeric(c) || further.indexOf(c) >= 0;
        }
    }

    static final Alphabet PLAIN = new Alphabet("");
    static final Alphabet WORD = new Alphabet("_");
    static final Alphabet DASHED = new Alphabet("_-");
    static final Alphabet STARRED = new Alphabet("_-*");
    static final Alphabet DOTTED = new Alphabet("_-.");
    static final Alphabet HEADER = new Alphabet("._~+/=-");
    static final Alphabet BASE64 = new Alphabet("+/=");

    /** A key that is known by its beginning, with how many characters must follow. */
    record Prefix(String text, Alphabet alphabet, int least) {}

    private static final List<Prefix> PREFIXES = Stream.of(
                    prefixes(PLAIN, 10, "sk_live_ sk_test_ pk_live_ pk_test_ rk_live_ rk_test_"),
                    prefixes(PLAIN, 16, "fw_"),
                    prefixes(PLAIN, 20, "ghp_ gho_ ghu_ ghs_ ghr_ whsec_ r8_ pplx-"),
                    prefixes(PLAIN, 30, "hf_ npm_ gsk_ xai- dop_v1_ doo_v1_ dor_v1_ csk- lin_api_ ntn_ shpat_ shpss_"),
                    prefixes(PLAIN, 32, "dapi"),
                    prefixes(PLAIN, 50, "AGE-SECRET-KEY-1"),
                    prefixes(WORD, 20, "github_pat_"),
                    prefixes(WORD, 30, "lsv2_pt_ lsv2_sk_ glsa_"),
                    prefixes(DASHED, 10, "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs-"),
                    prefixes(DASHED, 16, "glpat- gldt-"),
                    prefixes(DASHED, 20, "xapp- ya29. tgp_v1_ tvly- glptt- hvs. dckr_pat_ GOCSPX-"),
                    prefixes(DASHED, 30, "AIza nvapi- jina_"),
                    prefixes(DASHED, 40, "ATATT3x"),
                    prefixes(DASHED, 50, "pypi-"),
                    prefixes(DOTTED, 40, "SG. sntrys_"))
            .flatMap(List::stream)
            .toList();

    /** The prefixes by their first character. */
    private static final List<List<Prefix>> BY_FIRST = byFirst();

    private KeyPrefixes() {}

    private static List<Prefix> prefixes(Alphabet alphabet, int least, String texts) {
        return Arrays.stream(texts.split(" ", -1))
                .map(text -> new Prefix(text, alphabet, least))
                .toList();
    }

    private static List<List<Prefix>> byFirst() {
        List<List<Prefix>> table = new ArrayList<>();
        for (char c = 0; c <= 'z'; c++) {
            char first = c;
            table.add(PREFIXES.stream()
                    .filter(prefix -> prefix.text().charAt(0) == first)
                    .toList());
        }
        return table;
    }

    /** Returns the prefixes that begin with a letter. */
    static List<Prefix> beginningWith(char first) {
        return BY_FIRST.get(first);
    }
}
