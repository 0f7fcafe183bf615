package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An action of the user's own, to be used with the subset {@code custom}.
 *
 * @param signature its name and parameters, such as {@code "pick_date(bid: str, date: str, keep_open: bool = False)"}
 * @param description what it does, for the model
 * @param examples calls that show how it is used
 * @param body carries it out
 */
@Experimental
public record CustomAction(Signature signature, String description, List<String> examples, Body body)
        implements Action {

    /** Carries an action out. What it throws is told to the agent and ends nothing. */
    @FunctionalInterface
    public interface Body {

        /**
         * Acts.
         *
         * @param browser what it can reach
         * @param arguments a value for each parameter by name: what the agent gave, else the default
         */
        void run(Browsing browser, Map<String, @Nullable Object> arguments) throws Exception;
    }

    /** What an action can reach while it runs. */
    public interface Browsing {

        /** The active page. */
        BrowserPage page();

        /** The element with that bid, in whatever frame. */
        BrowserElement element(String bid);

        /** Writes to the user as the assistant. */
        void sendMessageToUser(String text);

        /** Tells the user that the task cannot be done, which ends the episode. */
        void reportInfeasible(String reason);
    }

    public CustomAction {
        examples = List.copyOf(examples);
    }

    public static CustomAction of(String signature, String description, Body body) {
        return new CustomAction(Signature.parse(signature), description, List.of(), body);
    }
}
