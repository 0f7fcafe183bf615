package dev.guerdon.browser.view;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Reads HTML into a {@link SoupTree} with the habits of the HTML 4 parser that BrowserGym's text views go through.
 *
 * <p>Written by hand because libraries for the JVM read HTML 5, and the recorded views depend on how an HTML 4 parser repairs broken
 * pages. Never fails; linear in the length of the text.
 */
final class HtmlReader {

    /** Character after the end of the text. */
    private static final int END = -1;

    private static final int LONGEST_NAME = 100;
    private static final int BLANK_RUN = 1000;

    private final SoupTree soup = new SoupTree();
    private final OpenElements open = new OpenElements(soup);

    private final String text;
    private int at;

    private HtmlReader(String text) {
        this.text = text;
    }

    /** Reads a document or a part of one. */
    public static SoupTree.Tag read(String text) {
        HtmlReader reader = new HtmlReader(text);
        reader.prolog();
        reader.content();
        reader.open.endAll();
        reader.soup.flush();
        return reader.soup.root();
    }

    private void prolog() {
        skipBlanks();
        boolean more = true;
        while (more) {
            more = markup();
            if (more) {
                skipBlanks();
            }
        }
    }

    /** Reads a comment, a declaration or a processing instruction, if there is one here. */
    private boolean markup() {
        if (isAt("<!--")) {
            comment();
        } else if (isAt("<!DOCTYPE")) {
            doctype();
        } else if (peek(0) == '<' && peek(1) == '?') {
            instruction();
        } else {
            return false;
        }
        return true;
    }

    private void content() {
        while (at < text.length()) {
            boolean last = at == text.length() - 1;
            boolean ended = false;
            if (open.isRaw()) {
                raw();
                ended = peek(0) == '<';
            } else if (peek(0) != '<') {
                if (last && peek(0) == '&') {
                    return;
                }
                if (last && peek(0) < 0x80) {
                    lastCharacter();
                } else {
                    characters();
                }
            } else if (last) {
                return;
            } else if (peek(1) == '/') {
                ended = true;
            } else if (!markup()) {
                tag();
            }
            if (ended) {
                endTag();
                if (open.isEmpty()) {
                    epilog();
                    return;
                }
            }
        }
    }

    private void tag() {
        int next = peek(1);
        if (next == '!') {
            int end = text.indexOf('>', at);
            at = end < 0 ? text.length() : end + 1;
        } else if (isLetter(next)) {
            startTag();
        } else {
            soup.text("<");
            at++;
        }
    }

    /** Reads one character at the very end, as it is. */
    private void lastCharacter() {
        if (!isBlank(peek(0))) {
            open.checkParagraph();
        }
        soup.text(text.substring(at));
        at++;
    }

    /** Reads text after the end of the document: comments stay, and text after a space; anything else ends the reading. */
    private void epilog() {
        int runs = 0;
        while (at < text.length() && runs < 2) {
            if (isBlank(peek(0))) {
                run();
                runs++;
            } else if (isAt("<!DOCTYPE") || !markup()) {
                return;
            }
        }
    }

    private void characters() {
        while (at < text.length() && peek(0) != '<') {
            if (peek(0) == '&') {
                StringBuilder read = new StringBuilder();
                reference(read);
                if (!read.isEmpty()) {
                    open.checkParagraph();
                    soup.text(read);
                }
            } else {
                run();
            }
        }
    }

    /** Reads text up to the next markup or reference. */
    private void run() {
        int start = at;
        while (at < text.length() && peek(0) != '<' && peek(0) != '&') {
            at++;
        }
        String run = clean(text.substring(start, at));
        if (run.isEmpty()) {
            return;
        }
        boolean blank = run.chars().allMatch(HtmlReader::isBlank);
        boolean ignorable = blank
                && (run.length() <= BLANK_RUN || !open.hasNoContent())
                && (peek(0) == END || (peek(0) == '<' && open.hasNoContent()));
        if (!ignorable) {
            open.checkParagraph();
        }
        soup.text(run);
    }

    private void raw() {
        String end = "</" + open.current();
        int stop = at;
        while (stop < text.length() && !text.regionMatches(true, stop, end, 0, end.length())) {
            int next = text.indexOf('<', stop + 1);
            stop = next < 0 ? text.length() : next;
        }
        soup.text(clean(text.substring(at, stop)));
        at = stop;
    }

    private boolean isTagEnd() {
        return at >= text.length() || peek(0) == '>' || (peek(0) == '/' && peek(1) == '>');
    }

    private void startTag() {
        at++;
        String name = name();
        boolean discarded = open.prepare(name);
        Map<String, String> attributes = new LinkedHashMap<>();
        skipBlanks();
        while (!isTagEnd()) {
            String attribute = name();
            if (attribute.isEmpty()) {
                while (!isTagEnd() && !isBlank(peek(0))) {
                    at++;
                }
            } else {
                attributes.putIfAbsent(attribute, value());
            }
            skipBlanks();
        }
        if (!discarded) {
            open.start(name, attributes);
        }
        String current = open.current();
        if (peek(0) == '/') {
            at += 2;
            open.end();
        } else if (peek(0) == '>') {
            at++;
            if (OpenElements.Html4.VOID.contains(current)) {
                open.end();
            }
        } else {
            open.forget();
        }
    }

    private String value() {
        skipBlanks();
        if (peek(0) != '=') {
            return "";
        }
        at++;
        skipBlanks();
        int quote = peek(0) == '"' || peek(0) == '\'' ? peek(0) : END;
        at += quote == END ? 0 : 1;
        StringBuilder value = new StringBuilder();
        int cut = END;
        while (at < text.length() && !isValueEnd(quote)) {
            if (peek(0) == '&') {
                int before = value.length();
                reference(value);
                // A character that must not be ends the value, as the zero it is read as ends a string in C.
                cut = cut == END && value.length() == before ? before : cut;
            } else {
                value.append((char) peek(0));
                at++;
            }
        }
        if (quote != END && peek(0) == quote) {
            at++;
        }
        return cut == END ? value.toString() : value.substring(0, cut);
    }

    private boolean isValueEnd(int quote) {
        return quote == END ? peek(0) == '>' || isBlank(peek(0)) : peek(0) == quote;
    }

    private void endTag() {
        at += 2;
        String name = name();
        if (!name.isEmpty()) {
            int end = text.indexOf('>', at);
            at = end < 0 ? text.length() : end + 1;
            open.endTag(name);
        }
    }

    private void comment() {
        int start = at + 4;
        int end = start;
        if (!text.startsWith(">", start) && !text.startsWith("->", start)) {
            int closed = text.indexOf("-->", start);
            int odd = text.indexOf("--!>", start, closed < 0 ? text.length() : closed);
            end = odd < 0 ? closed : odd;
        }
        if (end < 0) {
            at = text.length();
            return;
        }
        soup.special("<!--", clean(text.substring(start, end)), "-->");
        at = text.indexOf('>', end) + 1;
    }

    private void doctype() {
        at += "<!DOCTYPE".length();
        skipBlanks();
        int start = at;
        while (isLetter(peek(0)) || isDigit(peek(0)) || isNamePunctuation(peek(0))) {
            at++;
        }
        StringBuilder type = new StringBuilder(text.substring(start, at));
        skipBlanks();
        if (isAt("PUBLIC") || isAt("SYSTEM")) {
            boolean isPublic = isAt("PUBLIC");
            at += 6;
            String first = literal();
            type.append(isPublic ? " PUBLIC \"" : " SYSTEM \"").append(first).append('"');
            skipBlanks();
            if (isPublic && (peek(0) == '"' || peek(0) == '\'')) {
                type.append(" \"").append(literal()).append('"');
            }
        }
        int end = text.indexOf('>', at);
        at = end < 0 ? text.length() : end + 1;
        soup.special("<!DOCTYPE ", type.toString(), ">\n");
    }

    private String literal() {
        skipBlanks();
        int quote = peek(0);
        int end = quote == '"' || quote == '\'' ? text.indexOf(quote, at + 1) : END;
        if (end < 0) {
            return "";
        }
        String literal = text.substring(at + 1, end);
        at = end + 1;
        return literal;
    }

    private void instruction() {
        int start = at + 2;
        at = start;
        if (!isLetter(peek(0)) && peek(0) != '_' && peek(0) != ':') {
            return;
        }
        while (isLetter(peek(0)) || isDigit(peek(0)) || isNamePunctuation(peek(0))) {
            at++;
        }
        String target = text.substring(start, at);
        skipBlanks();
        int end = text.indexOf('>', at);
        if (end >= 0) {
            soup.special("<?", target + " " + clean(text.substring(at, end)), ">");
        }
        at = end < 0 ? text.length() : end + 1;
    }

    private int peek(int offset) {
        int place = at + offset;
        return place < text.length() ? text.charAt(place) : END;
    }

    private boolean isAt(String word) {
        return text.regionMatches(true, at, word, 0, word.length());
    }

    private void skipBlanks() {
        while (isBlank(peek(0))) {
            at++;
        }
    }

    private static boolean isBlank(int c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    /** Returns the text without characters that documents must not have. */
    private static String clean(String text) {
        if (text.codePoints().allMatch(HtmlReader::isAllowed)) {
            return text;
        }
        StringBuilder clean = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (c == 0) {
                clean.append(' ');
            } else if (isAllowed(c)) {
                clean.appendCodePoint(c);
            }
        });
        return clean.toString();
    }

    private static boolean isAllowed(int c) {
        return (c >= 0x20 && c < 0xd800) || isBlank(c) || (c >= 0xe000 && c <= 0xfffd) || c >= 0x10000;
    }

    /** Appends what a reference stands for, or the reference itself where it stands for nothing. */
    private void reference(StringBuilder out) {
        if (peek(1) == '#') {
            int code = number();
            if (code > 0) {
                out.appendCodePoint(code);
            }
            return;
        }
        at++;
        int start = at;
        if (isLetter(peek(0)) || peek(0) == '_' || peek(0) == ':') {
            while (isLetter(peek(0)) || isDigit(peek(0)) || isNamePunctuation(peek(0))) {
                at++;
            }
        }
        String name = text.substring(start, at);
        int code = peek(0) == ';' ? OpenElements.Html4.entity(name) : -1;
        if (code < 0) {
            out.append('&').append(name);
        } else {
            out.appendCodePoint(code);
            at++;
        }
    }

    /** Returns the character of a numeric reference; 0 for one that must not be. */
    private int number() {
        boolean hex = peek(2) == 'x' || peek(2) == 'X';
        at += hex ? 3 : 2;
        int code = 0;
        int c = peek(0);
        while (c != END && c < 0x80 && Character.digit(c, hex ? 16 : 10) >= 0) {
            code = Math.min(code * (hex ? 16 : 10) + Character.digit(c, 16), Character.MAX_CODE_POINT + 1);
            at++;
            c = peek(0);
        }
        if (c == ';') {
            at++;
        }
        return code <= Character.MAX_CODE_POINT && isAllowed(code) ? code : 0;
    }

    private static boolean isNamePunctuation(int c) {
        return c == ':' || c == '-' || c == '_' || c == '.';
    }

    /** Returns the name of a tag or an attribute in small letters, or an empty one. */
    private String name() {
        int start = at;
        int c = peek(0);
        if (isLetter(c) || c == '_' || c == ':' || c == '.') {
            while (at - start < LONGEST_NAME && (isLetter(c) || isDigit(c) || isNamePunctuation(c))) {
                at++;
                c = peek(0);
            }
        }
        return text.substring(start, at).toLowerCase(Locale.ROOT);
    }
}
