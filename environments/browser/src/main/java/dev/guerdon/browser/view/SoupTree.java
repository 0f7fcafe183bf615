package dev.guerdon.browser.view;

import dev.guerdon.core.base.HtmlEscape;
import dev.guerdon.cpython.PythonStrings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A tree of tags and texts, and its text with a line for each, as Beautiful Soup prints it. */
final class SoupTree {

    /** A tag or a text. */
    public sealed interface Node {}

    /** A tag. The root has an empty name and is not printed. */
    public static final class Tag implements Node {

        public final String name;
        public final Map<String, String> attributes;
        public List<Node> children = new ArrayList<>();

        Tag(String name, Map<String, String> attributes) {
            this.name = name;
            this.attributes = new TreeMap<>(SoupTree::byCodePoint);
            this.attributes.putAll(attributes);
        }
    }

    /** A text; what stands around it says what it is. */
    record Text(String before, String text, String after) implements Node {}

    private static final Set<String> EMPTY_TAGS =
            Set.of(("area base basefont bgsound br col command embed frame hr image img input isindex keygen link"
                            + " menuitem meta nextid param source spacer track wbr")
                    .split(" "));
    private static final Set<String> VERBATIM = Set.of("pre", "textarea");
    /** Deeper lines are not indented further, so that a page cannot make its text grow with the square of its size. */
    private static final int DEEPEST = 500;

    private static final Pattern CHARSET = Pattern.compile("((?:^|;)\\s*charset=)[^;]*", Pattern.MULTILINE);

    private final Tag root = new Tag("", Map.of());
    private final Deque<Tag> open = new ArrayDeque<>();
    private final StringBuilder data = new StringBuilder();
    private int verbatim;

    SoupTree() {
        open.push(root);
    }

    Tag root() {
        return root;
    }

    void start(String name, Map<String, String> attributes) {
        flush();
        Tag tag = new Tag(name, attributes);
        tag.attributes.replaceAll((key, value) -> isList(name, key) ? words(value) : value);
        if (name.equals("meta")) {
            nameEncoding(tag.attributes);
        }
        top().children.add(tag);
        open.push(tag);
        verbatim += VERBATIM.contains(name) ? 1 : 0;
    }

    void end(String name) {
        flush();
        if (open.stream().anyMatch(tag -> tag.name.equals(name))) {
            String popped;
            do {
                popped = open.pop().name;
                verbatim -= VERBATIM.contains(popped) ? 1 : 0;
            } while (!popped.equals(name));
        }
    }

    void text(CharSequence text) {
        data.append(text);
    }

    /** Adds a comment or the like, which is printed between the two texts. */
    void special(String before, String text, String after) {
        flush();
        top().children.add(new Text(before, collapsed(text), after));
    }

    /** Ends the text at hand. */
    void flush() {
        if (!data.isEmpty()) {
            top().children.add(new Text("", collapsed(data.toString()), ""));
            data.setLength(0);
        }
    }

    private Tag top() {
        return Objects.requireNonNull(open.peek());
    }

    private String collapsed(String text) {
        if (verbatim > 0 || !text.chars().allMatch(c -> c == ' ' || c == '\n' || c == '\t' || c == '\f' || c == '\r')) {
            return text;
        }
        return text.indexOf('\n') >= 0 ? "\n" : " ";
    }

    private static boolean isList(String tag, String attribute) {
        return switch (attribute) {
            case "class", "accesskey", "dropzone" -> true;
            case "rel" -> tag.equals("a") || tag.equals("link") || tag.equals("area");
            case "rev" -> tag.equals("a") || tag.equals("link");
            case "headers" -> tag.equals("td") || tag.equals("th");
            case "accept-charset" -> tag.equals("form");
            case "archive" -> tag.equals("object");
            case "sizes" -> tag.equals("icon");
            case "sandbox" -> tag.equals("iframe");
            case "for" -> tag.equals("output");
            default -> false;
        };
    }

    /** Returns the words of the text with one space between them, whatever Python takes for a space. */
    private static String words(String text) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!PythonStrings.isSpace(c)) {
                boolean first = i > 0 && PythonStrings.isSpace(text.charAt(i - 1)) && !words.isEmpty();
                words.append(first ? " " : "").append(c);
            }
        }
        return words.toString();
    }

    /** Names UTF-8 as the encoding: the text is Unicode by now, whatever the page was. */
    private static void nameEncoding(Map<String, String> attributes) {
        if (attributes.containsKey("charset")) {
            attributes.put("charset", "utf-8");
        } else if ("content-type".equalsIgnoreCase(attributes.get("http-equiv"))) {
            attributes.computeIfPresent(
                    "content", (key, value) -> CHARSET.matcher(value).replaceAll("$1utf-8"));
        }
    }

    private static int byCodePoint(String a, String b) {
        int end = Math.min(a.length(), b.length());
        for (int i = 0; i < end; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean surrogates = Character.isSurrogate(x) != Character.isSurrogate(y);
                return surrogates ? (Character.isSurrogate(x) ? 1 : -1) : x - y;
            }
        }
        return a.length() - b.length();
    }

    /** Returns the tree as text: a line for each tag and text, indented by one space a level; {@code pre} and {@code textarea} verbatim. */
    public static String prettify(Tag root) {
        StringBuilder out = new StringBuilder();
        Deque<Printing> stack = new ArrayDeque<>();
        stack.push(new Printing(root, -1, false));
        while (!stack.isEmpty()) {
            Printing at = stack.peek();
            if (at.next == at.tag.children.size()) {
                stack.pop();
                if (at.level >= 0) {
                    close(at, out);
                }
                continue;
            }
            switch (at.tag.children.get(at.next++)) {
                case Text text -> print(text, at, out);
                case Tag tag -> {
                    Printing inner = new Printing(tag, at.level + 1, at.literal);
                    if (open(inner, out)) {
                        stack.push(inner);
                    }
                }
            }
        }
        return out.toString();
    }

    /** A tag while its children are printed. */
    private static final class Printing {

        final Tag tag;
        final int level;
        final boolean inLiteral;
        final boolean literal;
        int next;

        Printing(Tag tag, int level, boolean inLiteral) {
            this.tag = tag;
            this.level = level;
            this.inLiteral = inLiteral;
            this.literal = inLiteral || VERBATIM.contains(tag.name);
        }
    }

    private static boolean open(Printing at, StringBuilder out) {
        boolean empty = at.tag.children.isEmpty() && EMPTY_TAGS.contains(at.tag.name);
        if (!at.inLiteral) {
            indent(at.level, out);
        }
        out.append('<').append(at.tag.name);
        at.tag.attributes.forEach((name, value) -> attribute(name, value, out));
        out.append(empty ? "/>" : ">");
        if (empty ? !at.inLiteral : !at.literal) {
            out.append('\n');
        }
        return !empty;
    }

    private static StringBuilder indent(int level, StringBuilder out) {
        return out.repeat(' ', Math.min(level, DEEPEST));
    }

    private static void close(Printing at, StringBuilder out) {
        if (!at.literal) {
            indent(at.level, out);
        }
        out.append("</").append(at.tag.name).append('>');
        if (!at.inLiteral) {
            out.append('\n');
        }
    }

    private static void print(Text text, Printing at, StringBuilder out) {
        boolean raw = !text.before().isEmpty() || at.tag.name.equals("script") || at.tag.name.equals("style");
        String piece = text.before() + (raw ? text.text() : escaped(text.text())) + text.after();
        if (at.literal) {
            out.append(piece);
            return;
        }
        String stripped = PythonStrings.strip(piece);
        if (!stripped.isEmpty()) {
            indent(at.level + 1, out).append(stripped).append('\n');
        }
    }

    private static void attribute(String name, String value, StringBuilder out) {
        String text = escaped(value);
        char quote = '"';
        if (text.indexOf('"') >= 0) {
            if (text.indexOf('\'') >= 0) {
                text = text.replace("\"", "&quot;");
            } else {
                quote = '\'';
            }
        }
        out.append(' ').append(name).append('=').append(quote).append(text).append(quote);
    }

    public static String escaped(@Nullable String text) {
        return text == null ? "" : HtmlEscape.CONTENT.escape(text);
    }
}
