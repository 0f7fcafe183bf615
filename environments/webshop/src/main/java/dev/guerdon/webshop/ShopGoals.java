package dev.guerdon.webshop;

import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.webshop.catalogue.HumanInstructions;
import dev.guerdon.webshop.catalogue.ProductCatalogue;
import dev.guerdon.webshop.catalogue.ShopProduct;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The goals of a shop in their order.
 *
 * <p>A goal is kept as three numbers (its product, which of the product's instructions or option choices it is, its price limit) and
 * written out when asked for, so that millions of synthetic goals stay small.
 */
final class ShopGoals {

    /** The seed with which the reference shuffles its goals. */
    private static final long ORDER_SEED = 233;

    private final ProductCatalogue catalogue;
    private final @Nullable HumanInstructions human;
    private final int[] products;
    private final int[] variants;
    private final int[] limits;
    private int[] order;
    private double @Nullable [] sums;
    private @Nullable Map<Integer, Double> weights;

    private ShopGoals(
            ProductCatalogue catalogue,
            @Nullable HumanInstructions human,
            int[] products,
            int[] variants,
            int[] limits) {
        this.catalogue = catalogue;
        this.human = human;
        this.products = products;
        this.variants = variants;
        this.limits = limits;
        this.order = new int[products.length];
        Arrays.setAll(order, i -> i);
    }

    /** Goals from the instructions that people wrote, in product order. */
    public static ShopGoals human(ProductCatalogue catalogue, HumanInstructions instructions, PythonRandom random) {
        TreeMap<Integer, String> withInstructions = new TreeMap<>();
        for (String asin : instructions.asins()) {
            int number = catalogue.find(asin);
            if (number >= 0) {
                withInstructions.put(number, asin);
            }
        }
        Builder goals = new Builder();
        withInstructions.forEach((number, asin) -> {
            int count = instructions.of(asin).size();
            for (int i = 0; i < count; i++) {
                goals.add(number, i, limit(catalogue.price(number), random));
            }
        });
        return goals.build(catalogue, instructions);
    }

    /** Goals from the machine-written instructions, one for each choice of options, in product order. */
    public static ShopGoals synthetic(ProductCatalogue catalogue, PythonRandom random) {
        Builder goals = new Builder();
        for (int number = 0; number < catalogue.size(); number++) {
            if (catalogue.variants(number) < 0) {
                continue;
            }
            int limit = limit(catalogue.price(number), random);
            for (int variant = 0; variant < catalogue.variants(number); variant++) {
                goals.add(number, variant, limit);
            }
        }
        return goals.build(catalogue, null);
    }

    /** Returns the price limit: the larger of two of the next four multiples of ten, 0 where there are not two. */
    private static int limit(double price, PythonRandom random) {
        int[] candidates = new int[4];
        int count = 0;
        for (int limit = 10; limit <= 990 && count < 4; limit += 10) {
            if (limit > price) {
                candidates[count++] = limit;
            }
        }
        if (count < 2) {
            return 0;
        }
        int[] two = random.sample(count, 2);
        return Math.max(candidates[two[0]], candidates[two[1]]);
    }

    /** Puts the goals into the reference's order, and leaves the random numbers where the reference has them then. */
    public void shuffle(PythonRandom random) {
        random.seed(ORDER_SEED);
        random.shuffle(order);
        sums = null;
    }

    /** Keeps {@code count} goals drawn by weight, in the order they were drawn. */
    public void limit(int count, PythonRandom random) {
        if (count >= size()) {
            return;
        }
        Set<Integer> drawn = new LinkedHashSet<>();
        while (drawn.size() < count) {
            drawn.add(draw(random));
        }
        order = drawn.stream().mapToInt(place -> order[place]).toArray();
        sums = null;
    }

    public int size() {
        return order.length;
    }

    /**
     * Returns a place drawn by weight, as the reference draws it: one beyond the place that the weights name, so the first goal never
     * comes, unless it is the only one.
     */
    public int draw(PythonRandom random) {
        double[] running = sums();
        double position = random.uniform(0, running[running.length - 1]);
        return Math.min(PythonRandom.bisectRight(running, position, running.length), running.length - 2);
    }

    /**
     * Returns a place drawn by weight from a word and a seed: the same two give the same place, others another, in any order and thread. Unlike
     * the reference's draw it gives the first goal its share.
     */
    public int drawn(String word, long seed) {
        if (order.length == 0) {
            throw new WebshopException(
                    "this shop has no goals to draw from; its products have no instructions of the kind"
                            + " that was asked for (see --goals)");
        }
        long bits = seed;
        for (int i = 0; i < word.length(); i++) {
            bits = scattered(bits + word.charAt(i));
        }
        double[] running = sums();
        if (running[running.length - 1] == 0) {
            return (int) Math.floorMod(scattered(bits), (long) order.length); // nothing is known to weigh by
        }
        double position = (scattered(bits) >>> 11) * 0x1p-53 * running[running.length - 1];
        return Math.min(PythonRandom.bisectRight(running, position, running.length), running.length - 1) - 1;
    }

    /** Changes about half of the bits, so that neighbours have nothing in common. */
    private static long scattered(long bits) {
        long mixed = (bits + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** Returns a place drawn as AgentFly's server draws it: from a shuffled copy, by weight. */
    public int shuffledDraw(PythonRandom random) {
        int[] places = new int[order.length];
        Arrays.setAll(places, i -> i);
        random.shuffle(places);
        double[] running = new double[places.length];
        double sum = 0;
        for (int i = 0; i < places.length; i++) {
            sum += weight(places[i]);
            running[i] = sum;
        }
        return places[random.weighted(running)];
    }

    /** Returns the running sums of the weights, with a leading 0. */
    synchronized double[] sums() {
        double[] running = sums;
        if (running == null) {
            running = new double[order.length + 1];
            for (int place = 0; place < order.length; place++) {
                running[place + 1] = running[place] + weight(place);
            }
            sums = running;
        }
        return running;
    }

    /** Returns how likely a random session gets the goal: rare attributes count more. */
    double weight(int place) {
        return human != null ? 1 : weights().getOrDefault(products[order[place]], 0.0);
    }

    /** Returns the weight of the goals of each product. */
    private synchronized Map<Integer, Double> weights() {
        Map<Integer, Double> known = weights;
        if (known == null) {
            known = new HashMap<>();
            Map<String, Integer> counts = attributeCounts();
            for (int number : products) {
                known.computeIfAbsent(number, n -> weight(instruction(catalogue.product(n)), counts));
            }
            weights = known;
        }
        return known;
    }

    private Map<String, Integer> attributeCounts() {
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < products.length; ) {
            int number = products[i];
            int end = i;
            while (end < products.length && products[end] == number) {
                end++;
            }
            int goals = end - i;
            for (String attribute : instruction(catalogue.product(number)).attributes()) {
                counts.merge(attribute, goals, Integer::sum);
            }
            i = end;
        }
        return counts;
    }

    private static double weight(ShopProduct.Instruction instruction, Map<String, Integer> counts) {
        double sum = 0;
        for (String attribute : instruction.attributes()) {
            sum += 1.0 / counts.getOrDefault(attribute, 1);
        }
        return instruction.attributes().isEmpty()
                ? 0
                : sum / instruction.attributes().size();
    }

    private static ShopProduct.Instruction instruction(ShopProduct product) {
        ShopProduct.Instruction instruction = product.instruction();
        if (instruction == null) {
            throw new WebshopException("the product " + product.asin() + " has lost its instruction");
        }
        return instruction;
    }

    /** Returns the instruction of the goal at a place, as pages show it. */
    public ShopGoal goal(int place) {
        if (place < 0 || place >= order.length) {
            throw new WebshopException(
                    "there is no goal " + place + "; this shop has the goals 0 to " + (order.length - 1));
        }
        int i = order[place];
        ShopProduct product = catalogue.product(products[i]);
        if (human != null) {
            ShopProduct.Instruction instruction = human.of(product.asin()).get(variants[i]);
            List<ShopGoal.Choice> options = instruction.options().stream()
                    .map(value -> new ShopGoal.Choice(null, value))
                    .toList();
            String text = stripDots(instruction.text()) + priceText(limits[i]);
            return goal(product, text, instruction, limits[i], options);
        }
        ShopProduct.Instruction instruction = instruction(product);
        List<ShopGoal.Choice> options = choices(product, variants[i]);
        StringBuilder text = new StringBuilder(instruction.text());
        String separator = " with ";
        for (ShopGoal.Choice choice : options) {
            text.append(separator).append(choice.name()).append(": ").append(choice.value());
            separator = ", and ";
        }
        return goal(product, text + priceText(limits[i]), instruction, limits[i], options);
    }

    private static ShopGoal goal(
            ShopProduct product,
            String text,
            ShopProduct.Instruction instruction,
            int limit,
            List<ShopGoal.Choice> options) {
        return new ShopGoal(
                product.asin(),
                product.category(),
                product.query(),
                product.title(),
                product.productCategory(),
                text,
                instruction.attributes(),
                limit == 0 ? ShopGoal.NO_LIMIT : limit,
                options);
    }

    /** Returns the n-th choice of all options: names sorted, the last one varying fastest. */
    private static List<ShopGoal.Choice> choices(ShopProduct product, int variant) {
        List<String> names = new ArrayList<>(product.options().keySet());
        names.sort(null);
        List<ShopGoal.Choice> choices = new ArrayList<>(names.size());
        int rest = variant;
        for (String name : names.reversed()) {
            List<String> values = product.options().getOrDefault(name, List.of());
            choices.addFirst(new ShopGoal.Choice(name, values.get(rest % values.size())));
            rest /= values.size();
        }
        return choices;
    }

    private static String priceText(int limit) {
        return limit == 0 ? "" : String.format(Locale.ROOT, ", and price lower than %d.00 dollars", limit);
    }

    private static String stripDots(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && text.charAt(start) == '.') {
            start++;
        }
        while (end > start && text.charAt(end - 1) == '.') {
            end--;
        }
        return text.substring(start, end);
    }

    /** Three growing columns of numbers. */
    private static final class Builder {
        private int[] products = new int[64];
        private int[] variants = new int[64];
        private int[] limits = new int[64];
        private int size;

        void add(int product, int variant, int limit) {
            if (size == products.length) {
                int larger = size + (size >> 1);
                products = Arrays.copyOf(products, larger);
                variants = Arrays.copyOf(variants, larger);
                limits = Arrays.copyOf(limits, larger);
            }
            products[size] = product;
            variants[size] = variant;
            limits[size++] = limit;
        }

        ShopGoals build(ProductCatalogue catalogue, @Nullable HumanInstructions human) {
            return new ShopGoals(
                    catalogue,
                    human,
                    Arrays.copyOf(products, size),
                    Arrays.copyOf(variants, size),
                    Arrays.copyOf(limits, size));
        }
    }
}
