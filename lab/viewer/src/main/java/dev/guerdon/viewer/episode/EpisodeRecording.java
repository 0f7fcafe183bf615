package dev.guerdon.viewer.episode;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.spi.GzipStream;
import dev.guerdon.lab.spi.EpisodeDetail;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files that an episode in a browser left: a picture and the page's trees for each step, and a log. Others wrote them, so each is
 * read up to a bound, and one that is damaged is a page without it.
 */
final class EpisodeRecording {

    private static final int MOST_BYTES = 32 << 20;
    /** The first bytes of a PNG picture. */
    private static final int PNG = 0x89504e47;

    private static final List<String> PHASES =
            List.of("action_exec", "wait_for_page_loading", "validation", "get_observation");

    private final Path folder;

    private EpisodeRecording(Path folder) {
        this.folder = folder;
    }

    /** Returns the recording of an episode, if it has one. */
    public static Optional<EpisodeRecording> of(EpisodeDetail detail) {
        return detail.artifacts()
                .filter(folder -> Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS))
                .map(EpisodeRecording::new);
    }

    /**
     * A step of the recording: the page before the step's action.
     *
     * @param url the page's address
     * @param axTree the accessibility tree as text
     * @param dom the page's HTML
     * @param action the browser's action that was chosen on this page; empty for none
     * @param thought what the agent thought
     * @param boxes where elements are, by their ids: x, y, width, height
     * @param seconds how long each part of the step that led here took
     */
    public record Frame(
            String url,
            String axTree,
            String dom,
            String action,
            String thought,
            Map<String, List<Double>> boxes,
            Map<String, Double> seconds) {

        static final Frame NONE = new Frame("", "", "", "", "", Map.of(), Map.of());
    }

    /** Returns a step's page; an empty one if it was not kept, or cannot be read. */
    public Frame frame(int step) {
        Path file = folder.resolve("step_" + step + ".json.gz");
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Frame.NONE;
        }
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = new GzipStream(raw)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            return bytes.length > MOST_BYTES ? Frame.NONE : read(JsonCodec.read(bytes, file.toString()));
        } catch (IOException | GuerdonException | IllegalArgumentException | ClassCastException e) {
            return Frame.NONE;
        }
    }

    private static Frame read(Json json) {
        Json page = json.find("obs").orElse(new Json(Map.of()));
        Map<String, List<Double>> boxes = new LinkedHashMap<>();
        page.find("extra_element_properties")
                .ifPresent(all -> all.asMap()
                        .forEach((bid, value) -> new Json(value)
                                .find("bbox")
                                .map(box -> box.asList().stream()
                                        .map(Json::asDouble)
                                        .toList())
                                .filter(box -> box.size() == 4)
                                .ifPresent(box -> boxes.put(bid, box))));
        Map<String, Double> seconds = new LinkedHashMap<>();
        json.find("profiling").ifPresent(times -> {
            for (String phase : PHASES) {
                Optional<Json> from = times.find(phase + "_start");
                Optional<Json> to = times.find(phase + "_stop");
                if (from.isPresent() && to.isPresent()) {
                    seconds.put(
                            phase, Math.max(0, to.get().asDouble() - from.get().asDouble()));
                }
            }
        });
        return new Frame(
                text(page, "url"),
                text(page, "axtree_txt"),
                text(page, "dom_txt"),
                text(json, "action"),
                json.find("agent_info").map(info -> text(info, "think")).orElse(""),
                boxes,
                seconds);
    }

    private static String text(Json json, String name) {
        return json.find(name).filter(Json::isString).map(Json::asString).orElse("");
    }

    /**
     * A picture of a step.
     *
     * @param file its name in the folder
     * @param width in pixels
     * @param height in pixels
     */
    public record Picture(String file, int width, int height) {}

    /** Returns what could be seen in a step, where a picture of it was kept. */
    public Optional<Picture> picture(int step) {
        String name = "screenshot_step_" + step + ".png";
        Path file = folder.resolve(name);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] head = in.readNBytes(24);
            boolean png = head.length == 24 && ByteBuffer.wrap(head).getInt(0) == PNG;
            int width = png ? ByteBuffer.wrap(head).getInt(16) : 0;
            int height = png ? ByteBuffer.wrap(head).getInt(20) : 0;
            return width > 0 && height > 0 && width < 1 << 15 && height < 1 << 15
                    ? Optional.of(new Picture(name, width, height))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns what was logged, up to a bound. */
    public String log() {
        Path file = folder.resolve("experiment.log");
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "the log cannot be read: " + e.getMessage();
        }
    }

    /** Returns the names of all files, in order. */
    public List<String> files() {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Returns a file by its name; empty where the folder has none of that name itself, whatever links or paths say. */
    public Optional<Path> file(String name) {
        return files().contains(name) ? Optional.of(folder.resolve(name)) : Optional.empty();
    }
}
