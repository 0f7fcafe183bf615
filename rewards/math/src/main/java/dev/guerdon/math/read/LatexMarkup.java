package dev.guerdon.math.read;

import dev.guerdon.math.algebra.MathWords;
import java.util.Map;
import java.util.Set;

/** Meanings of LaTeX commands for the lexer. */
final class LatexMarkup {

    /** Commands that only change how things look. */
    static final Set<String> SKIPPED = MathWords.set("""
            left right big Big bigl bigr Bigl Bigr bigg Bigg biggl biggr Biggl Biggr mleft mright displaystyle
            textstyle scriptstyle limits nolimits large Large LARGE small normalsize huge Huge tiny it cr nonumber
            noindent strut hfill thinspace negthinspace medspace thickspace enspace qedhere tag boxed hspace vphantom
            hphantom phantom middle mathstrut unicode textcolor color""");

    /** Commands whose argument is text. */
    static final Set<String> TEXT = MathWords.set("""
            text textbf textit textrm textsf texttt textnormal textup mbox hbox emph textsc underline""");

    /** Commands that change the font or decorate, and mean nothing. */
    static final Set<String> ROMAN = MathWords.set("""
            mathrm mathbf mathit mathsf mathtt mathcal mathscr mathfrak boldsymbol bm bold rm bf operatorname mathop
            mathnormal pmb vec overrightarrow widehat hat tilde widetilde mathbin mathrel mathord mathopen mathclose""");

    /** Commands that mark i, j and k as the vectors of a base. */
    static final Set<String> BOLD =
            Set.of("mathbf", "vec", "hat", "widehat", "boldsymbol", "bm", "bf", "overrightarrow");

    /** Commands that are symbols, by their canonical character. */
    static final Map<String, String> SYMBOLS = MathWords.map("""
            cdot=* times=* ast=* cdotp=* div=/ slash=/ colon=: le=≤ leq=≤ leqslant=≤ ge=≥ geq=≥ geqslant=≥ lt=< gt=>
            ne=≠ neq=≠ approx=≈ pm=± mp=∓ cup=∪ bigcup=∪ cap=∩ bigcap=∩ setminus=∖ backslash=∖ in=∈ notin=∉ mid=∣
            vert=| lVert=‖ rVert=‖ Vert=‖ lbrace=⦃ rbrace=⦄ lbrack=[ rbrack=] lparen=( rparen=) langle=⟨ rangle=⟩
            ldots=… dots=… cdots=… dotsc=… degree=° prime=' to=→ rightarrow=→ lfloor=⌊ rfloor=⌋ lceil=⌈ rceil=⌉
            wedge=∧ land=∧ lor=∨ vee=∨ neg=¬ lnot=¬ Rightarrow=⇒ implies=⇒ star=* bullet=* ominus=⊖ equiv=≡ cong=≅
            sim=∼ subset=⊂ subseteq=⊆ triangle=△ perp=⊥ parallel=∥ dollar=$ lvert=""" + AbsoluteBars.OPEN + " rvert=" + AbsoluteBars.CLOSE);

    private LatexMarkup() {}
}
