package dev.guerdon.viewer.note;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.index.Column;
import dev.guerdon.viewer.index.EpisodeIndex;
import dev.guerdon.viewer.index.SetColumn;
import dev.guerdon.viewer.page.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
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
import org.jspecify.annotations.Nullable;

/** The notes and tags of runs, each run's in a file {@code notes.json} in its folder. */
@Internal
public final class Notes {

    static final String FILE = "notes.json";

    private static final int LONGEST_TEXT = 4000;
    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_TAG = 40;
    private static final int MOST_TAGS = 20;
    private static final int MOST_NOTES = 10_000;

    private final RunStore store;
    private final boolean writable;
    private final Clock clock;
    private final Map<String, Known> known = new HashMap<>();

    private record Known(String stamp, List<Note> notes) {}

    /** Notes of the runs of a folder, which may be changed or only be read. */
    public Notes(RunStore store, boolean writable) {
        this(store, writable, Clock.systemUTC());
    }

    Notes(RunStore store, boolean writable, Clock clock) {
        this.store = store;
        this.writable = writable;
        this.clock = clock;
    }

    /** Whether notes may be written here. */
    public boolean writable() {
        return writable;
    }

    /** All notes of a run, the oldest first. */
    public List<Note> of(String run) {
        RunInfo info = store.outline(run);
        String stamp = stamp(info.name());
        synchronized (known) {
            Known last = known.get(run);
            if (last != null && last.stamp.equals(stamp)) {
                return last.notes;
            }
        }
        List<Note> notes = read(info.name());
        synchronized (known) {
            known.put(run, new Known(stamp, notes));
        }
        return notes;
    }

    /** The notes of an episode, the oldest first. */
    public List<Note> of(String run, String task, int repeat) {
        return of(run).stream()
                .filter(note -> note.task().equals(task) && note.repeat() == repeat)
                .toList();
    }

    private List<Note> read(String run) {
        try {
            return file(run).read().stream().map(Note::of).toList();
        } catch (DateTimeException e) {
            throw new GuerdonException(path(run) + " is no file of notes: " + e.getMessage(), e);
        }
    }

    private Path path(String run) {
        return store.root().resolve(run).resolve(FILE);
    }

    private SharedFile file(String run) {
        return new SharedFile(path(run), "notes");
    }

    /** Changes with the file. A file that was just written may be written again within the same tick of the clock. */
    private String stamp(String run) {
        try {
            long age = clock.millis() - Files.getLastModifiedTime(path(run)).toMillis();
            String tick = Math.abs(age) < 1000 ? " " + UUID.randomUUID() : "";
            return Files.size(path(run)) + "@" + Files.getLastModifiedTime(path(run)) + tick;
        } catch (NoSuchFileException e) {
            return "none";
        } catch (IOException e) {
            throw new GuerdonException(path(run) + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Writes a note.
     *
     * @param task the episode's task, empty for the run as a whole
     * @param text the words; may be empty where there are tags
     * @throws Problem where nothing may be written, or a part is too long
     */
    public Note add(String run, String task, int repeat, String text, Collection<String> tags, String who) {
        requireWritable();
        RunInfo info = store.outline(run);
        List<String> clean = tags.stream()
                .map(String::strip)
                .filter(tag -> !tag.isEmpty())
                .distinct()
                .toList();
        clean.forEach(Notes::requireTag);
        requireLength("a note", text, LONGEST_TEXT);
        requireLength("a name", who, LONGEST_NAME);
        requireLength("a task", task, LONGEST_TEXT);
        if (clean.size() > MOST_TAGS) {
            throw Problem.badRequest("expected at most " + MOST_TAGS + " tags, found " + clean.size());
        }
        if (text.isBlank() && clean.isEmpty()) {
            throw Problem.badRequest("expected a text or a tag, found neither");
        }
        Note note = new Note(
                UUID.randomUUID().toString(),
                task,
                task.isEmpty() ? 0 : repeat,
                text.strip(),
                clean,
                who.strip(),
                clock.instant().truncatedTo(ChronoUnit.SECONDS));
        file(info.name()).change(entries -> {
            if (entries.size() >= MOST_NOTES) {
                throw Problem.badRequest("the run has " + MOST_NOTES + " notes, which is the most; delete some first");
            }
            List<Map<String, @Nullable Object>> all = new ArrayList<>(entries);
            all.add(note.entry());
            return all;
        });
        return note;
    }

    /**
     * Deletes a note.
     *
     * @throws Problem where there is none, or nothing may be written
     */
    public void delete(String run, String id) {
        requireWritable();
        file(store.outline(run).name()).change(entries -> {
            List<Map<String, @Nullable Object>> others = entries.stream()
                    .filter(entry -> !id.equals(entry.get("id")))
                    .toList();
            if (others.size() == entries.size()) {
                throw Problem.notFound("there is no note '" + id + "'; somebody may have deleted it");
            }
            return others;
        });
    }

    private void requireWritable() {
        if (!writable) {
            throw Problem.forbidden("nothing can be written here: the viewer only reads");
        }
    }

    private static void requireLength(String what, String text, int most) {
        if (text.length() > most) {
            throw Problem.badRequest(
                    "expected " + what + " of at most " + most + " characters, found " + text.length());
        }
    }

    private static void requireTag(String tag) {
        requireLength("a tag", tag, LONGEST_TAG);
        if (!tag.codePoints().allMatch(c -> Character.isLetterOrDigit(c) || "-_.:/ +".indexOf(c) >= 0)) {
            throw Problem.badRequest("expected a tag of letters, digits, spaces and - _ . : / +, found '" + tag + "'");
        }
    }

    /** The columns {@code tag} and {@code note} for the episodes of an index. */
    public List<Column> columns(EpisodeIndex index) {
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
}
