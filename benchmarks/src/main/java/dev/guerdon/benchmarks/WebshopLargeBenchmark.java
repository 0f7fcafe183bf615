package dev.guerdon.benchmarks;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.base.FolderTree;
import dev.guerdon.webshop.WebshopEnvironment;
import dev.guerdon.webshop.catalogue.CatalogueGenerator;
import dev.guerdon.webshop.shop.Shop;
import dev.guerdon.webshop.shop.ShopOptions;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Builds the index of a large made-up catalogue on disk, opens it again, and shops in it; the number of products is an argument. */
public final class WebshopLargeBenchmark implements Benchmark {

    private static final int PRODUCTS = 200_000;

    @Override
    public String name() {
        return "webshop-large";
    }

    @Override
    public String description() {
        return "WebShop: a catalogue of " + PRODUCTS + " products on disk: time and heap to build, to open, to shop";
    }

    @Override
    public void run(PrintStream out, String[] arguments) throws Exception {
        int products = arguments.length > 0 ? Integer.parseInt(arguments[0]) : PRODUCTS;
        Path folder = Files.createTempDirectory("guerdon-webshop-large");
        try {
            long start = System.nanoTime();
            new CatalogueGenerator(7, products).writeTo(folder);
            long size = Files.size(folder.resolve("items_shuffle.json"));
            out.printf("made %,d products, %,d MB, in %.1f s%n", products, size >> 20, since(start));
            ShopOptions options =
                    ShopOptions.bundled().withData(folder).withFullSet().withIndex(folder.resolve("index"));
            AtomicLong most = new AtomicLong();
            start = System.nanoTime();
            Shop built = Shop.open(options, (count, bytes, total) -> {
                Runtime runtime = Runtime.getRuntime();
                most.accumulateAndGet(runtime.totalMemory() - runtime.freeMemory(), Math::max);
            });
            out.printf(
                    "built the index in %.1f s, at most %.0f MB of heap seen: %s%n",
                    since(start), most.get() / 1e6, built.loaded().summary());
            start = System.nanoTime();
            Shop opened = Shop.open(options);
            out.printf("opened it again in %.2f s: %,d goals%n", since(start), opened.goalCount());
            shop(out, opened);
        } finally {
            FolderTree.delete(folder);
        }
    }

    private static void shop(PrintStream out, Shop shop) {
        int episodes = 200;
        int steps = 0;
        double reward = 0;
        long start = System.nanoTime();
        for (int goal = 0; goal < episodes; goal++) {
            Environment environment = WebshopEnvironment.of(shop);
            environment.reset(Task.of("t", "", Map.of("session", goal)));
            environment.step(environment.actions().getFirst());
            List<String> results = environment.actions();
            environment.step(results.get(Math.min(2, results.size() - 1)));
            Step bought = environment.step("click[buy now]");
            reward += bought.reward();
            steps += 3;
        }
        double seconds = since(start);
        out.printf("%d steps in %.1f s, mean reward %.3f%n", steps, seconds, reward / episodes);
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
