package dev.guerdon.browser;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.Plugin.Catalogue;
import dev.guerdon.api.SuiteText;
import dev.guerdon.browser.benchmark.BenchmarkFolder;
import dev.guerdon.browser.driver.Machine;
import dev.guerdon.browser.fetch.FetchTools;
import dev.guerdon.browser.oracle.MiniwobOracle;
import dev.guerdon.browser.spi.BrowserTaskSource;
import dev.guerdon.browser.task.BrowserTasks;
import dev.guerdon.browser.traffic.Traffic;

/** Brings the browser: its environment, its tools, its reward, its kinds of tasks and their suites. */
@Internal
public final class BrowserPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        Catalogue catalogue = registration.catalogue();
        BrowserProvider provider = new BrowserProvider(Machine.thisOne(), () -> catalogue.all(BrowserTaskSource.class));
        BrowserTasks.own(catalogue, BenchmarkFolder.ofThisUser()).forEach(registration::add);
        registration.environment(provider);
        BrowserResource resource = new BrowserResource(provider);
        registration.tools(new BrowserTools(resource));
        registration.rewards(new BrowserTaskReward(resource));
        registration.tools(new FetchTools(provider::rules));
        registration.add(new Traffic());
        registration.policy(new MiniwobOracle());
        registration.add(SuiteText.beside(BrowserPlugin.class, "assistantbench"));
        registration.add(SuiteText.beside(BrowserPlugin.class, "miniwob"));
    }
}
