package dev.guerdon.browser;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.SuiteText;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.browser.network.FetchTools;
import dev.guerdon.browser.network.TrafficMode;
import dev.guerdon.browser.spi.BrowserTaskSource;

/** Brings the browser: its environment, its tools, its reward, its kinds of tasks and their suites. */
@Internal
public final class BrowserPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        Plugin.Catalogue catalogue = registration.catalogue();
        BrowserProvider provider =
                new BrowserProvider(InstalledPrograms.thisOne(), () -> catalogue.all(BrowserTaskSource.class));
        BrowserTasks.own(catalogue, BenchmarkFolder.ofThisUser()).forEach(registration::add);
        registration.environment(provider);
        BrowserResource resource = new BrowserResource(provider);
        BrowserTools browser = new BrowserTools(resource);
        registration.tools(browser);
        registration.rewards(browser);
        registration.tools(new FetchTools(provider::rules));
        registration.add(new TrafficMode());
        registration.add(SuiteText.beside(BrowserPlugin.class, "assistantbench"));
        registration.add(SuiteText.beside(BrowserPlugin.class, "miniwob"));
    }
}
