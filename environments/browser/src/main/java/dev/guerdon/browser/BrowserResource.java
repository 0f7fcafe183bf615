package dev.guerdon.browser;

import dev.guerdon.api.Context;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.browser.driver.SharedBrowser;
import dev.guerdon.core.Registry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Resource by which the agent, the tools and the rewards of one rollout come to the same browser. */
final class BrowserResource {

    /** Name of the resource and of the environment. */
    static final String NAME = "browser";

    private static final BrowserResource INSTALLED =
            new BrowserResource(() -> Registry.discover().environment(NAME));

    private final Supplier<EnvironmentProvider> provider;

    private BrowserResource(Supplier<EnvironmentProvider> provider) {
        this.provider = provider;
    }

    BrowserResource(BrowserProvider provider) {
        this(() -> provider);
    }

    /** Returns the browser with the kinds of tasks that are installed here. */
    static BrowserResource installed() {
        return INSTALLED;
    }

    /** Returns the browser that the rollout has, in whatever scope it was acquired; else a new one at the beginning of the rollout's task. */
    BrowserEnvironment of(Context context) {
        Optional<BrowserEnvironment> held = context.held(NAME, BrowserEnvironment.class);
        if (held.isPresent()) {
            return held.get();
        }
        try {
            return context.acquire(
                    spec(context.environmentOptions()),
                    Context.Scope.GLOBAL,
                    fresh -> fresh.reset(new Task(context.rolloutId(), List.of(), context.metadata()), context.seed()));
        } catch (UnscoredException e) {
            throw e;
        } catch (GuerdonException e) {
            // What is wrong with an action is part of its step; this is a browser that is missing or a page that could
            // not begin.
            throw new UnscoredException(Score.Reason.RESOURCE, "there is no browser to act in: " + e.getMessage());
        }
    }

    /** Browsers with different options are no substitutes for each other, so each kind has a pool of its own. */
    private ResourceSpec<BrowserEnvironment> spec(Map<String, String> suites) {
        Map<String, String> options = new TreeMap<>(BrowserProvider.FOR_MODELS);
        if (!suites.isEmpty()) {
            List<String> known = provider.get().options().stream()
                    .map(EnvironmentProvider.Option::name)
                    .toList();
            suites.forEach((name, value) -> {
                // A suite of another environment may use the browser's tools beside its own.
                if (known.contains(name)) {
                    options.put(name, value);
                }
            });
        }
        String backend = options.equals(BrowserProvider.FOR_MODELS)
                ? "local"
                : "local-" + Integer.toHexString(options.hashCode());
        return new ResourceSpec<>(NAME, backend, BrowserEnvironment.class, SharedBrowser.MOST_LANES, () ->
                (BrowserEnvironment) provider.get().open(options));
    }
}
