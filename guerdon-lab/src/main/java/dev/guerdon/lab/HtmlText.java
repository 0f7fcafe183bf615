package dev.guerdon.lab;

/** HTML in the making. Text goes in escaped; markup only from the source code. */
final class HtmlText {

    private final StringBuilder out = new StringBuilder();

    /** Adds markup. */
    HtmlText raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Adds text, escaped so that it is nothing but text in an element or a quoted attribute. */
    HtmlText text(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> {
                    if (isPlain(text, i)) {
                        out.append(c);
                    } else {
                        out.append('\ufffd');
                    }
                }
            }
        }
        return this;
    }

    /** Adds an element that holds text. */
    HtmlText element(String name, String text) {
        return raw("<" + name + ">").text(text).raw("</" + name.split(" ", 2)[0] + ">");
    }

    /** Control characters, halves of pairs, and marks that turn the direction of writing could make a page read otherwise. */
    private static boolean isPlain(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
        }
        boolean turnsDirection = (c >= '\u202a' && c <= '\u202e') || (c >= '\u2066' && c <= '\u2069');
        return !turnsDirection && (c == '\n' || c == '\t' || !Character.isISOControl(c));
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
