package dev.guerdon.viewer.episode;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Problem;
import dev.guerdon.viewer.page.Screen;
import dev.guerdon.viewer.trace.OpenRuns;
import dev.guerdon.viewer.trace.OpenRuns.Opened;
import dev.guerdon.viewer.trace.Recording;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A file that an episode left. Pictures of pixels are shown; everything else is text or saved, and never a page. */
@Internal
public final class ArtifactScreen implements Screen {

    private final OpenRuns runs;

    public ArtifactScreen(OpenRuns runs) {
        this.runs = runs;
    }

    @Override
    public String path() {
        return "/runs/{run}/artifact";
    }

    @Override
    public Answer show(Address address, Links links) {
        Opened opened = runs.episode(address.part("run"), address.text("task", ""), address.number("repeat", 0));
        String name = address.text("file", "");
        Path file = Recording.of(opened.detail())
                .flatMap(all -> all.file(name))
                .orElseThrow(() -> Problem.notFound("the episode left no file '" + name + "'"));
        String type = type(name);
        return new Answer.Stream(type, type.startsWith("application/") ? name : "", out -> Files.copy(file, out));
    }

    private static String type(String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return switch (ending) {
            case "png" -> "image/png";
            case "jpg", "jpeg" -> "image/jpeg";
            case "log", "txt", "json" -> "text/plain; charset=utf-8";
            default -> "application/octet-stream";
        };
    }
}
