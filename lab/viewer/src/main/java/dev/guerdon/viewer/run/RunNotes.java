package dev.guerdon.viewer.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.ProcessLock;
import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.run.FigureColumn.SetColumn;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The notes and tags of runs, each run's in a file {@code notes.json} in its folder, which several processes may change: each reads it,
 * changes it and replaces it while it has the lock.
 */
final class RunNotes {

    static final String FILE = "notes.json";

    private static final int FORMAT = 1;
    private static final long MOST_BYTES = 8L << 20;
    private static final int TRIES = 100;
    private static final long PAUSE_NANOS = 20_000_000;

    /** For all files: writing is rare. The lock of the operating system knows processes only. */
    private static final ReentrantLock OWN = new ReentrantLock();

    private static final int LONGEST_TEXT = 4000;
    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_TAG = 40;
    private static final int MOST_TAGS = 20;
    private static final int MOST_NOTES = 10_000;

    private final RunStore store;
    private final boolean writable;

    /** Notes of the runs of a folder, which may be changed or only be read. */
    public RunNotes(RunStore store, boolean writable) {
        this.store = store;
        this.writable = writable;
    }

    /** Reads all notes of a run, the oldest first; none if there is no file. */
    public List<Note> of(String run) {
        Path file = file(run);
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new GuerdonException(file + " has more than " + MOST_BYTES + " bytes, and is not read");
            }
            Json json = JsonCodec.read(Files.readAllBytes(file), file.toString());
            int format = json.get("format").asInt();
            if (format > FORMAT) {
                throw new GuerdonException(
                        file + " has format " + format + ", and this version of Guerdon reads up to " + FORMAT);
            }
            return json.get("notes").asList().stream().map(Note::of).toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new GuerdonException(file + " cannot be read: " + e.getMessage(), e);
        } catch (DateTimeException e) {
            throw new GuerdonException(file + " is no file of notes: " + e.getMessage(), e);
        }
    }

    private Path file(String run) {
        return store.root().resolve(store.outline(run).name()).resolve(FILE);
    }

    /** Puts other notes in the place of those that are there; readers see the old file or the new one. */
    @SuppressWarnings("try") // the lock is held, not used
    private void change(String run, UnaryOperator<List<Note>> change) {
        if (!writable) {
            throw PageProblem.forbidden("nothing can be written here: the viewer only reads");
        }
        Path file = file(run);
        OWN.lock();
        try (ProcessLock lock = lock(file)) {
            Map<String, @Nullable Object> whole = new LinkedHashMap<>();
            whole.put("format", FORMAT);
            whole.put("notes", change.apply(of(run)));
            StringWriter text = new StringWriter();
            try (JsonGenerator json = JsonCodec.factory().createGenerator(text)) {
                JsonCodec.writeValue(json.useDefaultPrettyPrinter(), whole);
            }
            if (text.toString().getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
                throw PageProblem.badRequest(
                        file + " would have more than " + MOST_BYTES + " bytes; delete some first");
            }
            KeptFile.replace(file, text + "\n");
        } catch (IOException e) {
            throw new GuerdonException(file + " cannot be written: " + e.getMessage(), e);
        } finally {
            OWN.unlock();
        }
    }

    private static ProcessLock lock(Path file) {
        for (int tries = 0; ; tries++) {
            try {
                return ProcessLock.beside(file, file.toString());
            } catch (ProcessLock.Taken e) {
                if (tries == TRIES) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /**
     * Writes a note.
     *
     * @param task the episode's task, empty for the run as a whole
     * @param text the words; may be empty where there are tags
     * @throws PageProblem where nothing may be written, or a part is too long
     */
    public Note add(String run, String task, int repeat, String text, Collection<String> tags, String who) {
        List<String> clean = tags.stream()
                .map(String::strip)
                .filter(tag -> !tag.isEmpty())
                .distinct()
                .toList();
        clean.forEach(RunNotes::requireTag);
        requireLength("a note", text, LONGEST_TEXT);
        requireLength("a name", who, LONGEST_NAME);
        requireLength("a task", task, LONGEST_TEXT);
        if (clean.size() > MOST_TAGS) {
            throw PageProblem.badRequest("expected at most " + MOST_TAGS + " tags, found " + clean.size());
        }
        if (text.isBlank() && clean.isEmpty()) {
            throw PageProblem.badRequest("expected a text or a tag, found neither");
        }
        Note note = new Note(
                UUID.randomUUID().toString(),
                task,
                task.isEmpty() ? 0 : repeat,
                text.strip(),
                clean,
                who.strip(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
        change(run, notes -> {
            if (notes.size() >= MOST_NOTES) {
                throw PageProblem.badRequest(
                        "the run has " + MOST_NOTES + " notes, which is the most; delete some first");
            }
            List<Note> all = new ArrayList<>(notes);
            all.add(note);
            return all;
        });
        return note;
    }

    /**
     * Deletes a note.
     *
     * @throws PageProblem if there is none, or nothing may be written
     */
    public void delete(String run, String id) {
        change(run, notes -> {
            List<Note> others =
                    notes.stream().filter(note -> !note.id().equals(id)).toList();
            if (others.size() == notes.size()) {
                throw PageProblem.notFound("there is no note '" + id + "'; somebody may have deleted it");
            }
            return others;
        });
    }

    private static void requireLength(String what, String text, int most) {
        if (text.length() > most) {
            throw PageProblem.badRequest(
                    "expected " + what + " of at most " + most + " characters, found " + text.length());
        }
    }

    private static void requireTag(String tag) {
        requireLength("a tag", tag, LONGEST_TAG);
        if (!tag.codePoints().allMatch(c -> Character.isLetterOrDigit(c) || "-_.:/ +".indexOf(c) >= 0)) {
            throw PageProblem.badRequest(
                    "expected a tag of letters, digits, spaces and - _ . : / +, found '" + tag + "'");
        }
    }

    /** Returns the columns {@code tag} and {@code note} for the episodes of an index. */
    public List<FigureColumn> columns(EpisodeIndex index) {
        record Key(String task, int repeat) {}
        Map<Key, List<Note>> byEpisode = new LinkedHashMap<>();
        of(index.run().name()).stream()
                .filter(note -> !note.task().isEmpty())
                .forEach(note -> byEpisode
                        .computeIfAbsent(new Key(note.task(), note.repeat()), key -> new ArrayList<>())
                        .add(note));
        Map<Integer, SortedSet<String>> tags = new HashMap<>();
        Map<Integer, SortedSet<String>> texts = new HashMap<>();
        index.rows(byEpisode.keySet(), Key::task, Key::repeat).forEach((key, row) -> {
            for (Note note : byEpisode.getOrDefault(key, List.of())) {
                tags.computeIfAbsent(row, each -> new TreeSet<>()).addAll(note.tags());
                if (!note.text().isEmpty()) {
                    texts.computeIfAbsent(row, each -> new TreeSet<>()).add(note.text());
                }
            }
        });
        return List.of(SetColumn.of("tag", index.size(), tags), SetColumn.of("note", index.size(), texts));
    }

    /**
     * Note that somebody wrote about an episode or a run.
     *
     * @param id names it within its run
     * @param task the episode's task, empty for the run as a whole
     * @param repeat the episode's repeat
     * @param text the words, which may be empty where there are tags
     * @param tags short words for filters
     * @param who wrote it, in their own words
     * @param when it was written
     */
    record Note(String id, String task, int repeat, String text, List<String> tags, String who, Instant when) {

        private static Note of(Json json) {
            return new Note(
                    json.get("id").asString(),
                    json.get("task").asString(),
                    json.get("repeat").asInt(),
                    json.get("text").asString(),
                    json.get("tags").asList().stream().map(Json::asString).toList(),
                    json.get("who").asString(),
                    Instant.parse(json.get("when").asString()));
        }
    }
}
