package dev.guerdon.browser;

import dev.guerdon.api.Context;
import dev.guerdon.api.Context.Scope;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.browser.driver.Browsers;
import dev.guerdon.core.Registry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** How the agent, the tools and the rewards of one rollout come to the same browser. */
final class BrowserResource {

    /** What the resource and the environment are called. */
    static final String NAME = "browser";

    private static final BrowserResource INSTALLED = new BrowserResource(
            () -> (BrowserEnvironment) Registry.discover().environment(NAME).open(BrowserProvider.FOR_MODELS));

    private final ResourceSpec<BrowserEnvironment> spec;

    private BrowserResource(Callable<BrowserEnvironment> factory) {
        spec = ResourceSpec.local(NAME, BrowserEnvironment.class, Browsers.MOST_LANES, factory);
    }

    BrowserResource(BrowserProvider provider) {
        this(() -> (BrowserEnvironment) provider.open(BrowserProvider.FOR_MODELS));
    }

    /** The browser with the kinds of tasks that are installed here. */
    static BrowserResource installed() {
        return INSTALLED;
    }

    /** The browser that the rollout has, in whatever scope it was acquired; else a new one at the beginning of the rollout's task. */
    BrowserEnvironment of(Context context) {
        Optional<BrowserEnvironment> held = context.held(NAME, BrowserEnvironment.class);
        if (held.isPresent()) {
            return held.get();
        }
        try {
            return context.acquire(
                    spec,
                    Scope.GLOBAL,
                    fresh -> fresh.reset(new Task(context.rolloutId(), List.of(), context.metadata()), context.seed()));
        } catch (UnscoredException e) {
            throw e;
        } catch (GuerdonException e) {
            // What is wrong with an action is part of its step; this is a browser that is missing or a page that could
            // not begin.
            throw new UnscoredException(Score.Reason.RESOURCE, "there is no browser to act in: " + e.getMessage());
        }
    }
}
