package dev.guerdon.lab.propose;

import dev.guerdon.base.Unseen;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts made comparable whatever disguise they wear: case, accents, invisible characters, look-alike letters, spacing, usual encodings. */
final class PlainText {

    /** Letters of other scripts that look like Latin ones, and those. */
    private static final String ALIKE = "авекмнорстухіјѕԁһαβεικνορτυχ";

    private static final String LATIN = "abekmhopctyxijsdhabeiknoptux";
    /** Characters that stand for letters, and those; i and l are taken for one, since 1 stands for both. */
    private static final String LEET = "013457@$!|l";

    private static final String LETTERS = "oieastasiii";
    private static final Pattern CODED = Pattern.compile("[A-Za-z0-9+/_-]{8,}={0,2}");
    private static final Pattern HEX = Pattern.compile("(?:[0-9a-fA-F]{2}[\\s:]?){4,}");
    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-fA-F]{4})|&#(\\d{2,6});|&#x([0-9a-fA-F]{2,5});");
    private static final int LONGEST_CODED = 4_000;

    private PlainText() {}

    /** A text in lower case without accents, invisible characters and look-alikes; spaces and marks stay. */
    static String of(String text) {
        String plain = Normalizer.normalize(text, Normalizer.Form.NFKD);
        StringBuilder out = new StringBuilder(plain.length());
        plain.codePoints()
                .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK
                        && !Unseen.is(c)
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

    /** The text as it is, and as it reads once usual encodings are undone. */
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

    /** A plain text with letters in the place of digits and marks that stand for them; both sides of a comparison are folded. */
    static String folded(String plain) {
        return squeezed(unleeted(plain));
    }

    /** The squeezed forms in which something could stand: forwards and backwards. */
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
                    : found.group(2) != null ? Integer.parseInt(found.group(2)) : Integer.parseInt(found.group(3), 16);
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

    private static java.util.Optional<String> decoded(String word) {
        if (word.length() > LONGEST_CODED) {
            return java.util.Optional.empty();
        }
        try {
            byte[] bytes = Base64.getDecoder()
                    .decode(word.replace('-', '+').replace('_', '/').replaceAll("=+$", ""));
            return java.util.Optional.of(new String(bytes, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return java.util.Optional.empty();
        }
    }

    private static String unhexed(String digits) {
        String bare = digits.replaceAll("[^0-9a-fA-F]", "");
        byte[] bytes = new byte[bare.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(bare.substring(2 * i, 2 * i + 2), 16);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
