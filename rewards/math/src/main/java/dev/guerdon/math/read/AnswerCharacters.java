package dev.guerdon.math.read;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.MathWords;
import java.text.Normalizer;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Meanings of characters beyond ASCII in an answer. */
@Internal
public final class AnswerCharacters {

    /** The LaTeX names of symbols; {@code ^2} for a superscript, {@code /1/2} for a fraction. */
    private static final Map<Integer, String> COMMANDS = MathWords.map("""
            ²=^2 ³=^3 ¹=^1 ⁰=^0 ⁱ=^i ⁴=^4 ⁵=^5 ⁶=^6 ⁷=^7 ⁸=^8 ⁹=^9 ⁺=^+ ⁻=^- ⁿ=^n ¼=/1/4 ½=/1/2 ¾=/3/4 ⅓=/1/3 ⅔=/2/3
            ⅕=/1/5 ⅖=/2/5 ⅗=/3/5 ⅘=/4/5 ⅙=/1/6 ⅚=/5/6 ⅛=/1/8 ⅜=/3/8 ⅝=/5/8 ⅞=/7/8 °=degree ±=pm ∓=mp ∞=infty √=sqrt
            ∛=√3 ∜=√4 ⩽=le ⩾=ge ₀=_0 ₁=_1 ₂=_2 ₃=_3 ₄=_4 ₅=_5 ₆=_6 ₇=_7 ₈=_8 ₉=_9 ₓ=_x ₙ=_n ≤=le ≥=ge ≠=ne ≈=approx
            ∪=cup ∩=cap ∈=in ∉=notin ∅=emptyset Ø=emptyset ∖=setminus →=to ⇒=Rightarrow ∑=sum ∏=prod ∫=int ∠=angle
            ⌊=lfloor ⌋=rfloor ⌈=lceil ⌉=rceil ⟨=langle \u2329=langle \u3008=langle ⟩=rangle \u232a=rangle
            \u3009=rangle ∥=parallel ∧=land ∨=lor ¬=neg …=ldots ℝ=R ℤ=Z ℕ=N ℚ=Q ℂ=C α=alpha β=beta γ=gamma δ=delta
            ε=epsilon ζ=zeta η=eta θ=theta ι=iota κ=kappa λ=lambda μ=mu ν=nu ξ=xi π=pi ρ=rho ς=sigma σ=sigma τ=tau
            υ=upsilon φ=phi ϕ=phi χ=chi ψ=psi ω=omega Γ=Gamma Δ=Delta Θ=Theta Λ=Lambda Ξ=Xi Π=Pi Σ=Sigma Φ=Phi Ψ=Psi
            Ω=Omega""").entrySet().stream()
            .collect(Collectors.toMap(sign -> sign.getKey().codePointAt(0), Map.Entry::getValue));

    private AnswerCharacters() {}

    /** Returns the ASCII character that this one is a variant of (full-width, other digits, dashes, spaces), 0 if there is none. */
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

    /** Returns the text with letters and digits of the mathematical alphabets as plain ones. */
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

    /** Returns the LaTeX name that a symbol stands for; null for others. */
    public static @Nullable String command(int code) {
        return COMMANDS.get(code);
    }
}
