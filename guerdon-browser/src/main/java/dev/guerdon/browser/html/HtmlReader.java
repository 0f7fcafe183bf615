package dev.guerdon.browser.html;

import dev.guerdon.api.Internal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads HTML into a {@link Soup} with the habits of the HTML 4 parser that BrowserGym's text views go through.
 *
 * <p>Written by hand because libraries for the JVM read HTML 5, and the recorded views depend on how an HTML 4 parser repairs broken
 * pages. Never fails; linear in the length of the text.
 */
@Internal
public final class HtmlReader extends HtmlCursor {

    private static final int BLANK_RUN = 1000;

    private final Soup soup = new Soup();
    private final OpenElements open = new OpenElements(soup);

    private HtmlReader(String text) {
        super(text);
    }

    /** Reads a document or a part of one. */
    public static Soup.Tag read(String text) {
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

    /** One character at the very end is taken as it is. */
    private void lastCharacter() {
        if (!isBlank(peek(0))) {
            open.checkParagraph();
        }
        soup.text(text.substring(at));
        at++;
    }

    /** What follows the end of the document: comments stay, and text after a space; anything else ends the reading. */
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

    /** Text up to the next markup or reference. */
    private void run() {
        int start = at;
        while (at < text.length() && peek(0) != '<' && peek(0) != '&') {
            at++;
        }
        String run = clean(text.substring(start, at));
        if (run.isEmpty()) {
            return;
        }
        boolean blank = run.chars().allMatch(HtmlCursor::isBlank);
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
            if (Html4.VOID.contains(current)) {
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
}
