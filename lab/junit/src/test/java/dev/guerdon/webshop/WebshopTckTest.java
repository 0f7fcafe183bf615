package dev.guerdon.webshop;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.junit.EnvironmentTck;
import dev.guerdon.webshop.catalogue.ProductCatalogue;
import dev.guerdon.webshop.catalogue.ShopOptions;
import java.util.List;
import java.util.Map;

/** Runs the kit on the bundled shop. */
class WebshopTckTest extends EnvironmentTck {

    @Override
    protected EnvironmentProvider provider() {
        return new WebshopProvider();
    }

    @Override
    protected List<String> episode() {
        return List.of(
                "search[gluten free protein bars]",
                "click[next >]",
                "click[< prev]",
                "nonsense",
                "click[" + firstResult() + "]",
                "click[features]",
                "click[< prev]",
                "click[buy now]");
    }

    private static String firstResult() {
        ProductCatalogue catalogue = ShopWorld.shared(ShopOptions.bundled()).catalogue();
        return PythonStrings.lower(catalogue
                .product(catalogue.find(List.of("gluten free protein bars"), () -> new PythonRandom(0))[0])
                .asin());
    }

    @Override
    protected Task unknownTask() {
        return Task.of("webshop-999999", "Buy something.", Map.of("session", 999_999));
    }

    @Override
    protected boolean refused(Step step) {
        return step.info().containsKey("error");
    }
}
