package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.action.Showing;
import dev.guerdon.browser.proxy.Upstream;
import dev.guerdon.browser.tab.Persona;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a user asks of the browser of each episode, whatever the task.
 *
 * @param persona who the browser is, to pages
 * @param savedState the file that gets cookies and storage when an episode ends; null for none
 * @param upstream a proxy of the user's own; null for none
 * @param showing how actions are shown to people
 */
@Internal
public record SessionOptions(
        Persona persona,
        @Nullable Path savedState,
        @Nullable Upstream upstream,
        Showing showing) {

    /** Nothing out of the ordinary. */
    public static final SessionOptions STANDARD = new SessionOptions(Persona.STANDARD, null, null, Showing.NONE);
}
