package dev.guerdon.browser;

import dev.guerdon.browser.spi.BrowserPage;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.browser.spi.PageException;
import java.time.Duration;
import java.util.List;

/**
 * A page and perhaps a goal, and no judgement: it ends when the user writes {@code exit}.
 *
 * @param startUrl where it begins
 * @param goal the goal, empty for none
 */
record OpenEndedTask(String startUrl, String goal) implements BrowserTask {

    private static final Duration MOST = Duration.ofSeconds(10);

    @Override
    public Start setup(BrowserPage page) {
        try {
            page.navigate(startUrl, MOST);
        } catch (PageException e) {
            if (e.kind() != PageException.Kind.LOST) {
                throw e;
            }
            // The agent begins with an empty tab, and reads why.
        }
        return Start.of(goal);
    }

    @Override
    public Verdict validate(BrowserPage page, List<ChatMessage> chat) {
        boolean exit = chat.stream()
                .anyMatch(said ->
                        said.role().equals(ChatMessage.USER) && said.message().equals("exit"));
        return new Verdict(0, exit, "", java.util.Map.of());
    }

    @Override
    public boolean judges() {
        return false;
    }
}
