package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.cpython.PythonStrings;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The products of a shop by number, with their index and their drawn prices.
 *
 * <p>Small sets live in memory, large ones inside the index on disk; either way a product's number is its place in the file.
 */
@Internal
public final class ProductCatalogue {

    private final ProductIndex index;
    private final IntFunction<ShopProduct> products;
    private final boolean shared;
    private final double[] prices;
    private final int[] variants;

    private ProductCatalogue(
            ProductIndex index, IntFunction<ShopProduct> products, boolean shared, double[] prices, int[] variants) {
        this.index = index;
        this.products = products;
        this.shared = shared;
        this.prices = prices;
        this.variants = variants;
    }

    /** Returns a catalogue held in memory. Prices are drawn in product order. */
    public static ProductCatalogue of(List<ShopProduct> products, ProductIndex index, PythonRandom random) {
        double[] prices = new double[products.size()];
        int[] variants = new int[products.size()];
        for (int i = 0; i < prices.length; i++) {
            prices[i] = products.get(i).pricing().draw(random);
            variants[i] = ProductIndexWriter.variants(products.get(i));
        }
        return new ProductCatalogue(index, products::get, true, prices, variants);
    }

    /** Returns a catalogue whose products stay inside their index. */
    public static ProductCatalogue stored(ProductIndex index, PythonRandom random) {
        long nothing = Double.doubleToRawLongBits(Double.NaN);
        long[] first = index.column(ProductIndexWriter.PRICE, nothing);
        long[] second = index.column(ProductIndexWriter.SECOND_PRICE, nothing);
        long[] counts = index.column(ProductIndexWriter.VARIANTS, -1);
        double[] prices = new double[first.length];
        int[] variants = new int[first.length];
        for (int i = 0; i < prices.length; i++) {
            double from = Double.longBitsToDouble(first[i]);
            double to = Double.longBitsToDouble(second[i]);
            prices[i] = Double.isNaN(to) ? from : random.uniform(from, to);
            variants[i] = (int) counts[i];
        }
        return new ProductCatalogue(
                index, number -> ProductIndexWriter.ProductCodec.decode(index.stored(number)), false, prices, variants);
    }

    public int size() {
        return prices.length;
    }

    public ShopProduct product(int number) {
        return products.apply(number);
    }

    /** Returns the product, without what a page of results does not show if it is read from disk for this call. */
    public ShopProduct brief(int number) {
        return shared ? product(number) : product(number).brief();
    }

    public double price(int number) {
        return prices[number];
    }

    /** Returns how many synthetic goals the product gives, -1 if it has no machine-written instruction. */
    public int variants(int number) {
        return variants[number];
    }

    /** Returns the number of the product with that id, or -1. */
    public int find(String asin) {
        return index.find(asin);
    }

    /**
     * Returns the products that a search finds; a first word such as {@code <c>} lists a category instead, and {@code <r>} draws
     * some.
     */
    public int[] find(List<String> keywords, Supplier<PythonRandom> random) {
        return switch (keywords.getFirst()) {
            case "<r>" -> {
                if (size() < ProductIndex.TOP) {
                    throw new WebshopException(
                            "<r> shows " + ProductIndex.TOP + " random products; this shop has only " + size());
                }
                yield random.get().sample(size(), ProductIndex.TOP);
            }
            case "<a>" -> index.listing(ProductIndexWriter.ATTRIBUTE, rest(keywords));
            case "<c>" -> {
                if (keywords.size() < 2) {
                    throw new WebshopException("<c> needs a category behind it, such as <c> garden");
                }
                yield index.listing(ProductIndexWriter.CATEGORY, PythonStrings.strip(keywords.get(1)));
            }
            case "<q>" -> index.listing(ProductIndexWriter.QUERY, rest(keywords));
            default -> index.search(String.join(" ", keywords));
        };
    }

    private static String rest(List<String> keywords) {
        return PythonStrings.strip(String.join(" ", keywords.subList(1, keywords.size())));
    }
}
