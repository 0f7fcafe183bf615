package dev.guerdon.browser;

import dev.guerdon.browser.spi.BrowserPage;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.browser.view.CdpValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The task of the recordings that reads its score from the page. */
record ScoredTask(String url, List<Map<String, @Nullable Object>> goal) implements BrowserTask {

    @Override
    public Start setup(BrowserPage page) {
        page.navigate(url);
        return new Start(goal, Map.of("setup", "done"));
    }

    @Override
    public Verdict validate(BrowserPage page, List<ChatMessage> chat) {
        Map<?, ?> told = CdpValues.object(
                page.evaluate("() => typeof h_task === 'undefined' ? { info: { no_task: true } } : h_task"));
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        CdpValues.object(told.get("info")).forEach((name, value) -> info.put(String.valueOf(name), value));
        return new Verdict(
                CdpValues.number(told.get("score")),
                Boolean.TRUE.equals(told.get("done")),
                CdpValues.text(told.get("message")),
                info);
    }
}
