package dev.guerdon.webshop.shop;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Internal;
import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.cpython.Strings;
import dev.guerdon.webshop.catalogue.Catalogue;
import dev.guerdon.webshop.catalogue.Product;
import dev.guerdon.webshop.catalogue.ProductIndex;
import dev.guerdon.webshop.catalogue.ProductIndexWriter;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Answers searches with pages of results: what both dialects of the shop share. */
@Internal
public final class Storefront {

    /** How many results a page shows. */
    static final int PAGE_SIZE = 10;

    /** How many characters of a search are read: as many as an action has. */
    static final int LONGEST_SEARCH = Environment.LONGEST_ACTION;

    private final Catalogue catalogue;

    Storefront(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    public Catalogue catalogue() {
        return catalogue;
    }

    /**
     * A page of results.
     *
     * @param keywords the words; a first word such as {@code <c>} lists a category instead of searching
     * @param number the page, from 1; beyond the end it is empty
     * @param random draws for {@code <r>}
     */
    public Page.Results results(List<String> keywords, int number, Supplier<PythonRandom> random) {
        long length = keywords.stream().mapToLong(word -> word.length() + 1L).sum();
        if (length > LONGEST_SEARCH) {
            throw new WebshopException(String.format(
                    Locale.ROOT,
                    "the search has %,d characters, and at most %,d are read; search for fewer words",
                    length,
                    LONGEST_SEARCH));
        }
        int[] found = find(keywords, random);
        List<Product> shown = new ArrayList<>(PAGE_SIZE);
        long from = (number - 1L) * PAGE_SIZE;
        for (long i = Math.max(from, 0); i < Math.min(from + PAGE_SIZE, found.length) && from >= 0; i++) {
            shown.add(catalogue.product(found[(int) i]));
        }
        return new Page.Results(keywords, number, found.length, shown);
    }

    private int[] find(List<String> keywords, Supplier<PythonRandom> random) {
        ProductIndex index = catalogue.index();
        return switch (keywords.getFirst()) {
            case "<r>" -> {
                if (catalogue.size() < ProductIndex.TOP) {
                    throw new WebshopException("<r> shows " + ProductIndex.TOP + " random products; this shop has only "
                            + catalogue.size());
                }
                yield random.get().sample(catalogue.size(), ProductIndex.TOP);
            }
            case "<a>" -> index.listing(ProductIndexWriter.ATTRIBUTE, rest(keywords));
            case "<c>" -> {
                if (keywords.size() < 2) {
                    throw new WebshopException("<c> needs a category behind it, such as <c> garden");
                }
                yield index.listing(ProductIndexWriter.CATEGORY, Strings.strip(keywords.get(1)));
            }
            case "<q>" -> index.listing(ProductIndexWriter.QUERY, rest(keywords));
            default -> index.search(String.join(" ", keywords));
        };
    }

    private static String rest(List<String> keywords) {
        return Strings.strip(String.join(" ", keywords.subList(1, keywords.size())));
    }
}
