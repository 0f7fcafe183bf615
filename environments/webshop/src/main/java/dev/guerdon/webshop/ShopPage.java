package dev.guerdon.webshop;

import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.webshop.catalogue.ShopProduct;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A page of the shop, without the layout. */
sealed interface ShopPage {

    /** Page on which a search is typed. */
    record Start() implements ShopPage {}

    /**
     * Ten results of a search.
     *
     * @param keywords the words that were searched
     * @param number the page, from 1
     * @param total how many results there are
     * @param products those on this page, perhaps without what it does not show
     */
    record Results(List<String> keywords, int number, int total, List<ShopProduct> products) implements ShopPage {
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
    record Item(ShopProduct product, List<String> keywords, int number, Map<String, String> options)
            implements ShopPage {
        public Item {
            keywords = List.copyOf(keywords);
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }

    /** One side of a product, such as its description. */
    record Side(Item item, Tab tab) implements ShopPage {}

    /**
     * Thank you for shopping.
     *
     * @param product what was bought
     * @param options the option values chosen
     * @param reward what it was worth
     */
    record Done(ShopProduct product, Map<String, String> options, double reward) implements ShopPage {
        public Done {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }

    /** Page to which an item page leads besides buying. */
    enum Tab {
        DESCRIPTION("Description"),
        FEATURES("Features"),
        REVIEWS("Reviews"),
        ATTRIBUTES("Attributes");

        private final String label;

        Tab(String label) {
            this.label = label;
        }

        /** Returns the text of its button, also the word in addresses. */
        String label() {
            return label;
        }

        /** Returns the tab whose button has that lower-case text. */
        static Optional<Tab> ofButton(String lowerCase) {
            for (Tab tab : values()) {
                if (PythonStrings.lower(tab.label).equals(lowerCase)) {
                    return Optional.of(tab);
                }
            }
            return Optional.empty();
        }
    }
}
