package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.PythonRandom;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The products of a shop by number, with their index and their drawn prices.
 *
 * <p>Small sets live in memory, large ones inside the index on disk; either way a product's number is its place in the file.
 */
@Internal
public final class Catalogue {

    private final ProductIndex index;
    private final IntFunction<Product> products;
    private final boolean shared;
    private final double[] prices;
    private final int[] variants;

    private Catalogue(
            ProductIndex index, IntFunction<Product> products, boolean shared, double[] prices, int[] variants) {
        this.index = index;
        this.products = products;
        this.shared = shared;
        this.prices = prices;
        this.variants = variants;
    }

    /** A catalogue held in memory. Prices are drawn in product order. */
    public static Catalogue of(List<Product> products, ProductIndex index, PythonRandom random) {
        double[] prices = new double[products.size()];
        int[] variants = new int[products.size()];
        for (int i = 0; i < prices.length; i++) {
            prices[i] = products.get(i).pricing().draw(random);
            variants[i] = ProductIndexWriter.variants(products.get(i));
        }
        return new Catalogue(index, products::get, true, prices, variants);
    }

    /** A catalogue whose products stay inside their index. */
    public static Catalogue stored(ProductIndex index, PythonRandom random) {
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
        return new Catalogue(index, number -> ProductCodec.decode(index.stored(number)), false, prices, variants);
    }

    public int size() {
        return prices.length;
    }

    public Product product(int number) {
        return products.apply(number);
    }

    /** The product, without what a page of results does not show where it is read from disk for this call. */
    public Product brief(int number) {
        return shared ? product(number) : product(number).brief();
    }

    public double price(int number) {
        return prices[number];
    }

    /** How many synthetic goals the product gives, -1 where it has no machine-written instruction. */
    public int variants(int number) {
        return variants[number];
    }

    /** The number of the product with that id, or -1. */
    public int find(String asin) {
        return index.find(asin);
    }

    public ProductIndex index() {
        return index;
    }
}
