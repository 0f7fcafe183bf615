package dev.guerdon.webshop;

import static dev.guerdon.webshop.PageView.PageLine.button;
import static dev.guerdon.webshop.PageView.PageLine.text;

import dev.guerdon.cpython.JsonWriter;
import dev.guerdon.cpython.PythonFloats;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.webshop.ShopPage.Tab;
import dev.guerdon.webshop.catalogue.ShopProduct;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A page as text, and what can be clicked on it.
 *
 * @param lines the pieces of text in the order of the page
 * @param searchBar whether a search can be typed
 */
record PageView(List<PageLine> lines, boolean searchBar) {

    /** Separator of the pieces of a text observation. */
    static final String SEPARATOR = " [SEP] ";

    /** Reference that the pages are like. */
    enum Dialect {
        /** The text environment of WebShop itself. */
        UPSTREAM,
        /** AgentFly's server and client. */
        AGENTFLY
    }

    /**
     * Lays out a page.
     *
     * @param page the page
     * @param instruction what the shopper is asked
     * @param dialect whose pages to show
     * @param attributesTab whether item pages have the button for attributes
     */
    static PageView of(ShopPage page, String instruction, Dialect dialect, boolean attributesTab) {
        List<PageLine> lines = new ArrayList<>();
        switch (page) {
            case ShopPage.Start start -> {
                texts(lines, "WebShop", "Instruction: ", instruction);
                lines.add(button("Search"));
            }
            case ShopPage.Results results -> {
                head(lines, instruction);
                lines.add(text("Page " + results.number() + " (Total results: " + results.total() + ")"));
                if (results.number() > 1) {
                    lines.add(button("< Prev"));
                }
                lines.add(button("Next >"));
                for (ShopProduct product : results.products()) {
                    lines.add(new PageLine(PageLine.Kind.PRODUCT, product.asin()));
                    texts(lines, product.title(), product.pricing().tag());
                }
            }
            case ShopPage.Item item -> {
                head(lines, instruction);
                lines.add(button("< Prev"));
                item.product().options().forEach((name, values) -> {
                    lines.add(text(name));
                    values.forEach(value -> lines.add(new PageLine(PageLine.Kind.OPTION, value)));
                });
                productPart(lines, item.product(), attributesTab);
            }
            case ShopPage.Side side -> {
                head(lines, instruction);
                lines.add(button("< Prev"));
                if (dialect == Dialect.AGENTFLY) {
                    productPart(lines, side.item().product(), false);
                    lines.add(text(side.tab().label()));
                }
                sideLines(lines, side, dialect);
            }
            case ShopPage.Done done -> {
                if (dialect == Dialect.AGENTFLY) {
                    lines.add(text("Thank you for shopping with us!"));
                } else {
                    doneLines(lines, done);
                }
            }
        }
        return new PageView(List.copyOf(lines), page instanceof ShopPage.Start);
    }

    private static void head(List<PageLine> lines, String instruction) {
        texts(lines, "Instruction:", instruction);
        lines.add(button("Back to Search"));
    }

    private static void productPart(List<PageLine> lines, ShopProduct product, boolean attributesTab) {
        texts(lines, product.title(), "Price: " + product.pricing().tag(), "Rating: N.A.");
        for (Tab tab : Tab.values()) {
            if (tab != Tab.ATTRIBUTES || attributesTab) {
                lines.add(button(tab.label()));
            }
        }
        lines.add(button("Buy Now"));
    }

    private static void sideLines(List<PageLine> lines, ShopPage.Side side, Dialect dialect) {
        ShopProduct product = side.item().product();
        String indent = dialect == Dialect.UPSTREAM ? " " : "";
        switch (side.tab()) {
            case DESCRIPTION -> lines.add(text(product.description()));
            case FEATURES -> product.bullets().forEach(bullet -> lines.add(text(indent + bullet)));
            case REVIEWS -> {}
            case ATTRIBUTES -> {
                product.attributes().forEach(attribute -> lines.add(text(" " + attribute)));
                texts(lines, product.category(), product.query(), product.productCategory());
            }
        }
    }

    /** The page after a purchase; the reference fills most of its slots with None or nothing. */
    private static void doneLines(List<PageLine> lines, ShopPage.Done done) {
        texts(lines, "Thank you for shopping with us!", "Your code: ", "None", " (Paste it in your MTurk interface.)");
        texts(lines, "Purchased", "asin", done.product().asin(), "options", JsonWriter.template(done.options()));
        texts(lines, "attrs", "None", "category", "None", "query", "None", "product category", "None");
        texts(lines, "Target", "asin", "options", "attrs", "price upper", "instuction text", "category");
        texts(lines, "product category", "query", "Goal ", "None", "Reward", "Your score (min 0.0, max 1.0)");
        texts(lines, PythonFloats.repr(done.reward()), "Reward Details ", "None");
    }

    private static void texts(List<PageLine> lines, String... texts) {
        for (String text : texts) {
            lines.add(text(text));
        }
    }

    /** Returns the observation of the mode {@code text}. */
    String plainText() {
        StringBuilder out = new StringBuilder();
        boolean first = true;
        for (PageLine line : lines) {
            String text = asParsed(line.text());
            if (text.isEmpty()) {
                continue;
            }
            if (!first) {
                out.append(SEPARATOR);
            }
            first = false;
            out.append(PythonStrings.strip(text));
        }
        return out.toString();
    }

    /**
     * Returns the observation of the mode {@code text_rich}.
     *
     * @param clicked whether an option value counts as chosen
     * @param visited whether a product was opened before
     */
    String richText(Predicate<String> clicked, Predicate<String> visited) {
        StringBuilder out = new StringBuilder();
        StringBuilder news = new StringBuilder();
        for (PageLine line : lines) {
            String text = asParsed(line.text());
            if (text.isEmpty()) {
                continue;
            }
            switch (line.kind()) {
                case TEXT -> out.append(text);
                case BUTTON -> out.append(bracketed("button", text));
                case PRODUCT ->
                    out.append('\n').append(bracketed(visited.test(text) ? "clicked button" : "button", text));
                case OPTION -> {
                    boolean chosen = clicked.test(text);
                    out.append("  ").append(bracketed(chosen ? "clicked button" : "button", text));
                    if (chosen) {
                        news.insert(0, "You have clicked " + text + ".\n");
                    }
                }
            }
            out.append('\n');
        }
        return news.append(out).toString();
    }

    private static String bracketed(String word, String text) {
        return "[" + word + "] " + text + " [" + word + "_]";
    }

    /** Returns what the reference's HTML parser makes of a text: white space alone vanishes with a line break, else it is one space. */
    private static String asParsed(String raw) {
        boolean lineBreak = false;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '\n') {
                lineBreak = true;
            } else if (c != ' ' && c != '\t' && c != '\f' && c != '\r') {
                return raw;
            }
        }
        return lineBreak || raw.isEmpty() ? "" : " ";
    }

    /** Returns what can be clicked, in lower case: buttons, then products, then option values. */
    List<String> clickables() {
        Set<String> all = new LinkedHashSet<>();
        for (PageLine.Kind kind : List.of(PageLine.Kind.BUTTON, PageLine.Kind.PRODUCT, PageLine.Kind.OPTION)) {
            for (PageLine line : lines) {
                if (line.kind() == kind) {
                    all.add(kind == PageLine.Kind.OPTION ? line.text() : PythonStrings.lower(line.text()));
                }
            }
        }
        return List.copyOf(all);
    }

    /**
     * One piece of text on a page.
     *
     * @param kind what it is
     * @param text the text as the page's source has it, outer white space included
     */
    record PageLine(Kind kind, String text) {

        /** Kind of a piece of text. */
        enum Kind {
            TEXT,
            BUTTON,
            PRODUCT,
            OPTION
        }

        static PageLine text(String text) {
            return new PageLine(Kind.TEXT, text);
        }

        static PageLine button(String text) {
            return new PageLine(Kind.BUTTON, text);
        }
    }
}
