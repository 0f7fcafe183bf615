package dev.guerdon.browser.driver;

import dev.guerdon.browser.driver.CdpConnection.Deadline;
import dev.guerdon.browser.driver.CdpConnection.Message;
import dev.guerdon.browser.spi.PageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The file choosers that a page opens. */
final class FileChoosers {

    private static final String INTERCEPT = "Page.setInterceptFileChooserDialog";

    private final TargetTab tab;
    private @Nullable Message opened;

    FileChoosers(TargetTab tab) {
        this.tab = tab;
    }

    void opened(Message event) {
        opened = event;
    }

    /** Returns what gives files to the chooser that an action opens; empty if none came in the time that the task's needs give. */
    Optional<Consumer<List<Path>>> choose(Runnable action) {
        opened = null;
        tab.call(INTERCEPT, Map.of("enabled", true));
        try {
            Deadline deadline = Deadline.in(tab.timeoutMillis());
            action.run();
            if (!tab.until(() -> opened != null, deadline)) {
                return Optional.empty();
            }
        } finally {
            if (!tab.isClosed()) {
                tab.send(INTERCEPT, Map.of("enabled", false));
            }
        }
        Message chooser = Objects.requireNonNull(opened);
        return Optional.of(files -> put(chooser, files));
    }

    private void put(Message chooser, List<Path> files) {
        if (files.size() > 1 && chooser.text("mode").equals("selectSingle")) {
            throw new PageException(
                    PageException.Kind.REFUSED, "Error: Non-multiple file input can only accept single file");
        }
        if (files.isEmpty()) {
            clear(chooser);
            return;
        }
        tab.call(
                chooser.session(),
                "DOM.setFileInputFiles",
                Map.of(
                        "files",
                                files.stream()
                                        .map(file -> file.toAbsolutePath().toString())
                                        .toList(),
                        "backendNodeId",
                                Objects.requireNonNull(chooser.content().get("backendNodeId"))),
                Deadline.NEVER);
    }

    /** Removes the files of an input, for which the browser has no command. */
    private void clear(Message chooser) {
        TargetFrame frame = Objects.requireNonNull(tab.tree().find(chooser.text("frameId")));
        TargetFrame.Remote input =
                frame.inOwnWorld(Objects.requireNonNull(chooser.content().get("backendNodeId")), Deadline.NEVER);
        frame.callOn(
                input,
                "e => { e.files = new DataTransfer().files;"
                        + " e.dispatchEvent(new Event('input', { bubbles: true, composed: true }));"
                        + " e.dispatchEvent(new Event('change', { bubbles: true })); }",
                List.of(),
                Deadline.NEVER);
    }
}
