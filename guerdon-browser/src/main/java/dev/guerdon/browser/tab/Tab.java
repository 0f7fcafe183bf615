package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.BrowserPage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A tab, with all that an environment does to it. */
@Internal
public interface Tab extends BrowserPage {

    Tabs tabs();

    Frame mainFrame();

    /** All frames, the main one first. */
    List<Frame> frames();

    /**
     * The element with a bid.
     *
     * @param path the bids of the frames that hold it, from the outside, and its own
     * @return the index of the first part of the path that is not there, or the element
     */
    Found find(List<String> path);

    /** What a search found. */
    sealed interface Found {
        /** The element. */
        record Here(Element element) implements Found {}

        /** Nothing with a bid of the path, its index is given. */
        record Missing(int index) implements Found {}
    }

    Input input();

    /**
     * Waits for a file chooser that an action opens.
     *
     * @return the chooser; empty where none came in the time that the task's needs give
     */
    Optional<Chooser> choose(Runnable action);

    /** A file chooser of a page. */
    @FunctionalInterface
    interface Chooser {
        void files(List<Path> files);
    }

    /** Goes back in the history and waits for the page; does nothing where there is no page before. */
    void goBack();

    void goForward();

    void bringToFront();

    void close();

    /** Waits, and handles meanwhile what happens. */
    void pause(double millis);

    /** Handles an event of the DevTools protocol, whenever it comes. */
    void hearDevTools(String event, Consumer<Map<String, @Nullable Object>> listener);

    /** A command of the DevTools protocol. */
    record Command(String method, Map<String, ?> parameters) {}

    /** The answers to commands that do not depend on each other. */
    default List<Map<String, @Nullable Object>> devTools(List<Command> commands) {
        return commands.stream()
                .map(command -> devTools(command.method(), command.parameters()))
                .toList();
    }

    /** As {@link #devTools(String, Map)}, for commands without parameters. */
    default void devTools(String method) {
        devTools(method, Map.of());
    }
}
