package dev.guerdon.viewer.bundle;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Sha256;
import dev.guerdon.viewer.page.Links;
import java.util.Locale;
import java.util.Map;

/** Links of a page of a bundle: relative files. What is linked to becomes part of the bundle. */
@Internal
public final class BundleLinks implements Links {

    private static final int LONGEST = 60;
    private static final int HASH = 5;

    private final String up;
    private final PageQueue queue;

    /** The links of a page. */
    public BundleLinks(BundlePage page, PageQueue queue) {
        this.up = page.up();
        this.queue = queue;
    }

    /** The page that a bundle begins with. */
    public static BundlePage start() {
        return BundlePage.of("index.html", "/", Map.of(), Map.of());
    }

    private String to(String file, String screen, Map<String, String> path, Map<String, String> query) {
        queue.add(BundlePage.of(file, screen, path, query));
        return up + file;
    }

    @Override
    public String asset(String name) {
        return up + "assets/" + name;
    }

    @Override
    public String runs() {
        return up + start().file();
    }

    @Override
    public String run(String run) {
        return runFrom(run, 0);
    }

    @Override
    public String runFrom(String run, int offset) {
        if (!queue.hasRun(run)) {
            return "";
        }
        String file = folder(run) + (offset == 0 ? "index.html" : "rows-" + offset + ".html");
        return to(file, "/runs/{run}", Map.of("run", run), Map.of("offset", String.valueOf(offset)));
    }

    private static String folder(String run) {
        return "runs/" + safe(run) + "/";
    }

    @Override
    public String episode(String run, String task, int repeat, int step) {
        String file = folder(run) + "episodes/" + safe(task + "#" + repeat) + ".html";
        if (!queue.hasRun(run) || !queue.hasEpisode(run, file)) {
            return "";
        }
        return to(file, "/runs/{run}/episode", Map.of("run", run), episodeQuery(task, repeat))
                + (step < 0 ? "" : "#step-" + (step + 1));
    }

    private static Map<String, String> episodeQuery(String task, int repeat) {
        return Map.of("task", task, "repeat", String.valueOf(repeat));
    }

    @Override
    public String chat(String run, String task, int repeat, int from) {
        String file = folder(run) + "chats/" + safe(task + "#" + repeat) + ".html";
        return queue.hasRun(run) ? to(file, "/runs/{run}/chat", Map.of("run", run), episodeQuery(task, repeat)) : "";
    }

    @Override
    public String artifact(String run, String task, int repeat, String name) {
        String file = folder(run) + "files/" + safe(task + "#" + repeat) + "/" + safe(name);
        return to(
                file,
                "/runs/{run}/artifact",
                Map.of("run", run),
                Map.of("task", task, "repeat", String.valueOf(repeat), "file", name));
    }

    @Override
    public String diagnosis(String run) {
        return queue.hasRun(run)
                ? to(folder(run) + "diagnosis.html", "/runs/{run}/diagnosis", Map.of("run", run), Map.of())
                : "";
    }

    @Override
    public String compare(String base, String candidate) {
        return queue.hasRun(base) && queue.hasRun(candidate)
                ? to(
                        "compare/" + safe(base) + "~" + safe(candidate) + ".html",
                        "/compare",
                        Map.of(),
                        Map.of("base", base, "candidate", candidate))
                : "";
    }

    @Override
    public String traces(String base, String candidate, String task, int repeat) {
        return queue.hasRun(base) && queue.hasRun(candidate)
                ? to(
                        "compare/" + safe(base) + "~" + safe(candidate) + "/" + safe(task + "#" + repeat) + ".html",
                        "/traces",
                        Map.of(),
                        Map.of("base", base, "candidate", candidate, "task", task, "repeat", String.valueOf(repeat)))
                : "";
    }

    @Override
    public String sessions() {
        return to("sessions.html", "/sessions", Map.of(), Map.of());
    }

    @Override
    public String session(String session) {
        return to("sessions/" + safe(session) + ".html", "/sessions/{session}", Map.of("session", session), Map.of());
    }

    @Override
    public boolean served() {
        return false;
    }

    /** A name that every file system and every address takes, and that no other text has. */
    static String safe(String text) {
        int dot = text.lastIndexOf('.');
        String ending = dot > 0 && text.substring(dot).matches("\\.[a-z0-9]{1,5}") ? text.substring(dot) : "";
        String body = text.substring(0, text.length() - ending.length());
        String safe = body.replaceAll("[^A-Za-z0-9_-]+", "_");
        safe = safe.substring(0, Math.min(safe.length(), LONGEST));
        // Some file systems do not tell upper from lower case.
        boolean same = safe.equals(body) && safe.equals(safe.toLowerCase(Locale.ROOT)) && !safe.isEmpty();
        return (same ? safe : safe + "-" + Sha256.hex(text, HASH)) + ending;
    }
}
