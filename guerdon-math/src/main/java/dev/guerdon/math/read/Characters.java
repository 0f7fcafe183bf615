package dev.guerdon.math.read;

import dev.guerdon.api.Internal;
import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/** What characters beyond ASCII stand for in an answer. */
@Internal
public final class Characters {

    private Characters() {}

    /** The ASCII character that this one is a variant of (full-width, other digits, dashes, spaces), 0 where there is none. */
    static char ascii(char c) {
        if (c >= 0xFF01 && c <= 0xFF5E) {
            return (char) (c - 0xFEE0);
        }
        return switch (c) {
            case '\u2212', '\uFE63', '\u2013', '\u2010', '\u2011', '\u2012' -> '-';
            case '\uFE62' -> '+';
            case '\u201C', '\u201D' -> '"';
            case '\u2018', '\u2019', '\u2032' -> '\'';
            case '\u00D7' -> '*';
            case '\u00F7', '\u2215', '\u2044' -> '/';
            case '\u00B7', '\u22C5', '\u2219', '\u2217' -> '*';
            case '\u2223' -> '|';
            case '\u2236' -> ':';
            case '\u3001' -> ',';
            default -> {
                if (Character.isDigit(c)) {
                    yield (char) ('0' + Character.digit(c, 10));
                }
                yield isBlank(c) ? ' ' : 0;
            }
        };
    }

    /** The text with letters and digits of the mathematical alphabets as plain ones. */
    public static String plain(String text) {
        if (text.indexOf('\uD835') < 0 && text.indexOf('\u210E') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(code -> {
            boolean styled = (code >= 0x1D400 && code <= 0x1D7FF) || code == 0x210E;
            plain.append(
                    styled
                            ? Normalizer.normalize(Character.toString(code), Normalizer.Form.NFKC)
                            : Character.toString(code));
        });
        return plain.toString();
    }

    static boolean isBlank(int code) {
        return Character.isWhitespace(code)
                || Character.isSpaceChar(code)
                || code == 0x85
                || code == 0x200B
                || code == 0x2060
                || code == 0xFEFF
                || (code >= 0x200C && code <= 0x200F);
    }

    /** The LaTeX name that a symbol stands for; {@code ^2} for a superscript, {@code /1/2} for a fraction; null for others. */
    public static @Nullable String command(int code) {
        if (code >= 0x391 && code <= 0x3D6) {
            return greek(code);
        }
        return switch (code) {
            case 0xB2 -> "^2";
            case 0xB3 -> "^3";
            case 0xB9 -> "^1";
            case 0x2070 -> "^0";
            case 0x2071 -> "^i";
            case 0x2074, 0x2075, 0x2076, 0x2077, 0x2078, 0x2079 -> "^" + (code - 0x2070);
            case 0x207A -> "^+";
            case 0x207B -> "^-";
            case 0x207F -> "^n";
            case 0xBC -> "/1/4";
            case 0xBD -> "/1/2";
            case 0xBE -> "/3/4";
            case 0x2153 -> "/1/3";
            case 0x2154 -> "/2/3";
            case 0x2155 -> "/1/5";
            case 0x2156 -> "/2/5";
            case 0x2157 -> "/3/5";
            case 0x2158 -> "/4/5";
            case 0x2159 -> "/1/6";
            case 0x215A -> "/5/6";
            case 0x215B -> "/1/8";
            case 0x215C -> "/3/8";
            case 0x215D -> "/5/8";
            case 0x215E -> "/7/8";
            case 0xB0 -> "degree";
            case 0xB1 -> "pm";
            case 0x2213 -> "mp";
            case 0x221E -> "infty";
            case 0x221A -> "sqrt";
            case 0x221B -> "√3";
            case 0x221C -> "√4";
            case 0x2A7D -> "le";
            case 0x2A7E -> "ge";
            case 0x2080, 0x2081, 0x2082, 0x2083, 0x2084, 0x2085, 0x2086, 0x2087, 0x2088, 0x2089 ->
                "_" + (code - 0x2080);
            case 0x2093 -> "_x";
            case 0x2099 -> "_n";
            case 0x2264 -> "le";
            case 0x2265 -> "ge";
            case 0x2260 -> "ne";
            case 0x2248 -> "approx";
            case 0x222A -> "cup";
            case 0x2229 -> "cap";
            case 0x2208 -> "in";
            case 0x2209 -> "notin";
            case 0x2205, 0xD8 -> "emptyset";
            case 0x2216 -> "setminus";
            case 0x2192 -> "to";
            case 0x21D2 -> "Rightarrow";
            case 0x2211 -> "sum";
            case 0x220F -> "prod";
            case 0x222B -> "int";
            case 0x2220 -> "angle";
            case 0x230A -> "lfloor";
            case 0x230B -> "rfloor";
            case 0x2308 -> "lceil";
            case 0x2309 -> "rceil";
            case 0x27E8, 0x2329, 0x3008 -> "langle";
            case 0x27E9, 0x232A, 0x3009 -> "rangle";
            case 0x2225 -> "parallel";
            case 0x2227 -> "land";
            case 0x2228 -> "lor";
            case 0xAC -> "neg";
            case 0x2026 -> "ldots";
            case 0x211D -> "R";
            case 0x2124 -> "Z";
            case 0x2115 -> "N";
            case 0x211A -> "Q";
            case 0x2102 -> "C";
            default -> null;
        };
    }

    private static @Nullable String greek(int code) {
        return switch (code) {
            case 0x3B1 -> "alpha";
            case 0x3B2 -> "beta";
            case 0x3B3 -> "gamma";
            case 0x3B4 -> "delta";
            case 0x3B5, 0x3F5 -> "epsilon";
            case 0x3B6 -> "zeta";
            case 0x3B7 -> "eta";
            case 0x3B8 -> "theta";
            case 0x3B9 -> "iota";
            case 0x3BA -> "kappa";
            case 0x3BB -> "lambda";
            case 0x3BC -> "mu";
            case 0x3BD -> "nu";
            case 0x3BE -> "xi";
            case 0x3C0 -> "pi";
            case 0x3C1 -> "rho";
            case 0x3C2, 0x3C3 -> "sigma";
            case 0x3C4 -> "tau";
            case 0x3C5 -> "upsilon";
            case 0x3C6, 0x3D5 -> "phi";
            case 0x3C7 -> "chi";
            case 0x3C8 -> "psi";
            case 0x3C9 -> "omega";
            case 0x393 -> "Gamma";
            case 0x394 -> "Delta";
            case 0x398 -> "Theta";
            case 0x39B -> "Lambda";
            case 0x39E -> "Xi";
            case 0x3A0 -> "Pi";
            case 0x3A3 -> "Sigma";
            case 0x3A6 -> "Phi";
            case 0x3A8 -> "Psi";
            case 0x3A9 -> "Omega";
            default -> null;
        };
    }
}
