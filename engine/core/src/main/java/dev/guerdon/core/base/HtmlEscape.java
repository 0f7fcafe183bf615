package dev.guerdon.core.base;

import dev.guerdon.api.Internal;

/**
 * Text as HTML, so that it is nothing but text there. The variants differ in which quotes they escape and how they write them; pages
 * that must be byte for byte those of a reference need the reference's own.
 */
@Internal
public enum HtmlEscape {

    /** For the content of elements alone; quotes stay. Beautiful Soup's {@code minimal} formatter. */
    CONTENT("", ""),

    /** For content and attributes in double quotes. */
    DOUBLE_QUOTED("&quot;", ""),

    /** For content and attributes in either quotes, as Python's {@code html.escape} writes it. */
    PYTHON("&quot;", "&#x27;"),

    /** For content and attributes in either quotes, as MarkupSafe, and so every Jinja template, writes it. */
    MARKUPSAFE("&#34;", "&#39;");

    private final String doubleQuote;
    private final String singleQuote;

    HtmlEscape(String doubleQuote, String singleQuote) {
        this.doubleQuote = doubleQuote;
        this.singleQuote = singleQuote;
    }

    /** Returns the text as HTML; the same object where nothing needs an escape. */
    public String escape(String text) {
        StringBuilder out = null;
        int copied = 0;
        for (int i = 0; i < text.length(); i++) {
            String entity = entity(text.charAt(i));
            if (!entity.isEmpty()) {
                if (out == null) {
                    out = new StringBuilder(text.length() + 16);
                }
                out.append(text, copied, i).append(entity);
                copied = i + 1;
            }
        }
        return out == null ? text : out.append(text, copied, text.length()).toString();
    }

    private String entity(char c) {
        return switch (c) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '"' -> doubleQuote;
            case '\'' -> singleQuote;
            default -> "";
        };
    }
}
