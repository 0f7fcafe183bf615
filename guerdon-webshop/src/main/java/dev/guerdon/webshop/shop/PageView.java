package dev.guerdon.webshop.shop;

import static dev.guerdon.webshop.shop.PageLine.button;
import static dev.guerdon.webshop.shop.PageLine.text;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.Floats;
import dev.guerdon.cpython.JsonWriter;
import dev.guerdon.cpython.Strings;
import dev.guerdon.webshop.catalogue.Product;
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
@Internal
public record PageView(List<PageLine> lines, boolean searchBar) {

    /** What joins the pieces of a text observation. */
    public static final String SEPARATOR = " [SEP] ";

    /** Which reference the pages are like. */
    public enum Dialect {
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
    public static PageView of(Page page, String instruction, Dialect dialect, boolean attributesTab) {
        List<PageLine> lines = new ArrayList<>();
        switch (page) {
            case Page.Start start -> {
                lines.add(text("WebShop"));
                lines.add(text("Instruction: "));
                lines.add(text(instruction));
                lines.add(button("Search"));
            }
            case Page.Results results -> {
                head(lines, instruction);
                lines.add(text("Page " + results.number() + " (Total results: " + results.total() + ")"));
                if (results.number() > 1) {
                    lines.add(button("< Prev"));
                }
                lines.add(button("Next >"));
                for (Product product : results.products()) {
                    lines.add(new PageLine(PageLine.Kind.PRODUCT, product.asin()));
                    lines.add(text(product.title()));
                    lines.add(text(product.pricing().tag()));
                }
            }
            case Page.Item item -> {
                head(lines, instruction);
                lines.add(button("< Prev"));
                item.product().options().forEach((name, values) -> {
                    lines.add(text(name));
                    values.forEach(value -> lines.add(new PageLine(PageLine.Kind.OPTION, value)));
                });
                productPart(lines, item.product(), attributesTab);
            }
            case Page.Side side -> {
                head(lines, instruction);
                lines.add(button("< Prev"));
                if (dialect == Dialect.AGENTFLY) {
                    productPart(lines, side.item().product(), false);
                    lines.add(text(side.tab().label()));
                }
                sideLines(lines, side, dialect);
            }
            case Page.Done done -> {
                if (dialect == Dialect.AGENTFLY) {
                    lines.add(text("Thank you for shopping with us!"));
                } else {
                    doneLines(lines, done);
                }
            }
        }
        return new PageView(List.copyOf(lines), page instanceof Page.Start);
    }

    private static void head(List<PageLine> lines, String instruction) {
        lines.add(text("Instruction:"));
        lines.add(text(instruction));
        lines.add(button("Back to Search"));
    }

    private static void productPart(List<PageLine> lines, Product product, boolean attributesTab) {
        lines.add(text(product.title()));
        lines.add(text("Price: " + product.pricing().tag()));
        lines.add(text("Rating: N.A."));
        for (Tab tab : Tab.values()) {
            if (tab != Tab.ATTRIBUTES || attributesTab) {
                lines.add(button(tab.label()));
            }
        }
        lines.add(button("Buy Now"));
    }

    private static void sideLines(List<PageLine> lines, Page.Side side, Dialect dialect) {
        Product product = side.item().product();
        String indent = dialect == Dialect.UPSTREAM ? " " : "";
        switch (side.tab()) {
            case DESCRIPTION -> lines.add(text(product.description()));
            case FEATURES -> product.bullets().forEach(bullet -> lines.add(text(indent + bullet)));
            case REVIEWS -> {}
            case ATTRIBUTES -> {
                product.attributes().forEach(attribute -> lines.add(text(" " + attribute)));
                lines.add(text(product.category()));
                lines.add(text(product.query()));
                lines.add(text(product.productCategory()));
            }
        }
    }

    /** The page after a purchase; the reference fills most of its slots with None or nothing. */
    private static void doneLines(List<PageLine> lines, Page.Done done) {
        for (String line : List.of(
                "Thank you for shopping with us!",
                "Your code: ",
                "None",
                " (Paste it in your MTurk interface.)",
                "Purchased",
                "asin",
                done.product().asin(),
                "options",
                JsonWriter.template(done.options()))) {
            lines.add(text(line));
        }
        for (String slot : List.of("attrs", "category", "query", "product category")) {
            lines.add(text(slot));
            lines.add(text("None"));
        }
        for (String line : List.of(
                "Target",
                "asin",
                "options",
                "attrs",
                "price upper",
                "instuction text",
                "category",
                "product category",
                "query",
                "Goal ",
                "None",
                "Reward",
                "Your score (min 0.0, max 1.0)",
                Floats.repr(done.reward()),
                "Reward Details ",
                "None")) {
            lines.add(text(line));
        }
    }

    /** The observation of the mode {@code text}. */
    public String plainText() {
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
            out.append(Strings.strip(text));
        }
        return out.toString();
    }

    /**
     * The observation of the mode {@code text_rich}.
     *
     * @param clicked whether an option value counts as chosen
     * @param visited whether a product was opened before
     */
    public String richText(Predicate<String> clicked, Predicate<String> visited) {
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

    /** What the reference's HTML parser makes of a text: white space alone vanishes with a line break, else it is one space. */
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

    /** What can be clicked, in lower case: buttons, then products, then option values. */
    public List<String> clickables() {
        Set<String> all = new LinkedHashSet<>();
        for (PageLine.Kind kind : List.of(PageLine.Kind.BUTTON, PageLine.Kind.PRODUCT, PageLine.Kind.OPTION)) {
            for (PageLine line : lines) {
                if (line.kind() == kind) {
                    all.add(kind == PageLine.Kind.OPTION ? line.text() : Strings.lower(line.text()));
                }
            }
        }
        return List.copyOf(all);
    }
}
