package dev.guerdon.webshop.shop;

import dev.guerdon.api.Internal;
import dev.guerdon.webshop.catalogue.Product;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A page of the shop, without the layout. */
@Internal
public sealed interface Page {

    /** Where a search is typed. */
    record Start() implements Page {}

    /**
     * Ten results of a search.
     *
     * @param keywords the words that were searched
     * @param number the page, from 1
     * @param total how many results there are
     * @param products those on this page, perhaps without what it does not show
     */
    record Results(List<String> keywords, int number, int total, List<Product> products) implements Page {
        public Results {
            keywords = List.copyOf(keywords);
            products = List.copyOf(products);
        }
    }

    /**
     * A product.
     *
     * @param product what is shown
     * @param keywords the search that led here
     * @param number the result page that led here
     * @param options the option values chosen so far, by name
     */
    record Item(Product product, List<String> keywords, int number, Map<String, String> options) implements Page {
        public Item {
            keywords = List.copyOf(keywords);
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }

    /** One side of a product, such as its description. */
    record Side(Item item, Tab tab) implements Page {}

    /**
     * Thank you for shopping.
     *
     * @param product what was bought
     * @param options the option values chosen
     * @param reward what it was worth
     */
    record Done(Product product, Map<String, String> options, double reward) implements Page {
        public Done {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }
}
