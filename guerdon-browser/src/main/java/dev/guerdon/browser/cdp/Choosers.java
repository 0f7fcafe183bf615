package dev.guerdon.browser.cdp;

import dev.guerdon.browser.cdp.Wire.Deadline;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.spi.PageException.Kind;
import dev.guerdon.browser.tab.Tab.Chooser;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The file choosers that a page opens. */
final class Choosers {

    private static final String INTERCEPT = "Page.setInterceptFileChooserDialog";

    private final TargetTab tab;
    private @Nullable Message opened;

    Choosers(TargetTab tab) {
        this.tab = tab;
    }

    void opened(Message event) {
        opened = event;
    }

    /** The chooser that an action opens; empty where none came in time. */
    Optional<Chooser> choose(Runnable action) {
        opened = null;
        tab.call(tab.session(), INTERCEPT, Map.of("enabled", true), Deadline.NEVER);
        try {
            Deadline deadline = Deadline.in(tab.timeoutMillis());
            action.run();
            if (!tab.until(() -> opened != null, deadline)) {
                return Optional.empty();
            }
        } finally {
            if (!tab.isClosed()) {
                tab.wire().tell(tab.session(), INTERCEPT, Map.of("enabled", false));
            }
        }
        Message chooser = Objects.requireNonNull(opened);
        return Optional.of(files -> put(chooser, files));
    }

    private void put(Message chooser, List<Path> files) {
        if (files.size() > 1 && chooser.text("mode").equals("selectSingle")) {
            throw new PageException(Kind.REFUSED, "Error: Non-multiple file input can only accept single file");
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

    /** The browser has no command that takes files back. */
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
