package dev.guerdon.lab.improve;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.text.Figures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Makes one commit for each change that was kept, with the figures in its message, as a person would have done. */
@Internal
public final class GitCommits {

    private static final String TRAILER = "Guerdon-Change: ";
    private static final long MINUTES = 5;

    private final Path folder;
    private final String session;

    /**
     * @param folder a folder of the repository
     * @param session names the session in the message, by which a session that goes on finds what it committed before
     */
    public GitCommits(Path folder, String session) {
        this.folder = folder;
        this.session = session;
    }

    /** Refuses, before anything is run, a folder in which no commit can be made, or one with changes of the user's own. */
    public void check(List<Path> paths) throws InterruptedException {
        Path place = existing(folder);
        if (call(place, List.of("git", "rev-parse", "--is-inside-work-tree")).code != 0) {
            throw new LabException(
                    "--commit needs a git repository, and " + folder + " is in none; make one with 'git init'");
        }
        Answer author = call(place, List.of("git", "var", "GIT_COMMITTER_IDENT"));
        if (author.code != 0) {
            throw new LabException(
                    "--commit needs to know who you are: set user.name and user.email with 'git config'");
        }
        List<String> status = new ArrayList<>(List.of("git", "status", "--porcelain", "--"));
        paths.forEach(path -> status.add(path.toAbsolutePath().toString()));
        Answer changed = call(place, status);
        if (changed.code != 0) {
            throw new LabException("--commit writes to one repository, and not all of this is in that of " + folder
                    + ": " + Figures.cut(changed.out, 200));
        }
        if (!changed.out.isBlank()) {
            throw new LabException("there are changes that are not committed in what --commit would write: "
                    + Figures.cut(changed.out, 200) + "; commit or stash them first");
        }
    }

    private static Path existing(Path folder) {
        Path place = folder.toAbsolutePath();
        while (!Files.isDirectory(place) && place.getParent() != null) {
            place = place.getParent();
        }
        return place;
    }

    /** The message for a change: what it brought, how sure that is, and why it was proposed. */
    public String message(Contender kept) {
        Contender.Tested tested = kept.tested().orElseThrow();
        String cause = kept.patch().cause();
        return String.format(
                        Locale.ROOT,
                        "kept: %s%.2f (%.2f to %.2f) on %d tasks",
                        tested.gain() > 0 ? "+" : "",
                        tested.gain(),
                        tested.interval().low(),
                        tested.interval().high(),
                        tested.tasks())
                + (cause.isEmpty() ? "" : "; cause: " + Figures.words(cause))
                + "\n\n" + kept.patch().title() + "\n"
                + (kept.patch().reason().isBlank() ? "" : "\n" + kept.patch().reason() + "\n")
                + "\n" + kept.reason() + "\n\n" + TRAILER + session + "/" + kept.id() + "\n";
    }

    /** Whether a change was committed before, by this session. */
    public boolean has(Contender kept) throws InterruptedException {
        Answer found = call(
                existing(folder),
                List.of("git", "log", "--format=%H", "-F", "--grep=" + TRAILER + session + "/" + kept.id()));
        return found.code == 0 && !found.out.isBlank();
    }

    /** Commits these files and nothing else; whatever the user has staged stays staged. */
    public void commit(Contender kept, List<Path> paths) throws InterruptedException {
        Path place = existing(folder);
        List<String> names =
                paths.stream().map(path -> path.toAbsolutePath().toString()).toList();
        List<String> add = new ArrayList<>(List.of("git", "add", "-A", "--"));
        add.addAll(names);
        require(call(place, add), "git add");
        List<String> commit = new ArrayList<>(List.of("git", "commit", "-q", "-m", message(kept), "--only", "--"));
        commit.addAll(names);
        Answer nothing = call(place, diff(names));
        if (nothing.code == 0) {
            // The change is in none of these files; the history tells of it all the same.
            commit.add(2, "--allow-empty");
        }
        require(call(place, commit), "git commit");
    }

    private static List<String> diff(List<String> names) {
        List<String> diff = new ArrayList<>(List.of("git", "diff", "--cached", "--quiet", "--"));
        diff.addAll(names);
        return diff;
    }

    private void require(Answer answer, String what) {
        if (answer.code != 0) {
            throw new LabException("'" + what + "' failed in " + folder + ": " + Figures.cut(answer.out, 400));
        }
    }

    private record Answer(int code, String out) {}

    private static Answer call(Path place, List<String> command) throws InterruptedException {
        Path out = null;
        try {
            out = Files.createTempFile("guerdon-git-", ".out");
            Process process = new ProcessBuilder(command)
                    .directory(place.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new LabException(
                        "'" + command.get(0) + " " + command.get(1) + "' did not end within " + MINUTES + " minutes");
            }
            return new Answer(process.exitValue(), new String(Files.readAllBytes(out), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            throw new LabException("git cannot be run: " + e.getMessage(), e);
        } finally {
            if (out != null) {
                try {
                    Files.deleteIfExists(out);
                } catch (IOException e) {
                    // The system clears its folder of temporary files.
                }
            }
        }
    }
}
