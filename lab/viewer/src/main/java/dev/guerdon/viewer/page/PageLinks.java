package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import java.util.List;
import java.util.stream.Stream;

/**
 * Addresses of other pages, as a page's links name them: on a server by path and query, in a bundle by file. All parts are escaped here, and
 * nowhere else. A link is empty if there is no such page.
 */
@Internal
public interface PageLinks {

    /**
     * Returns where a page is.
     *
     * @param screen its path, with parts in braces
     * @param parts names and values in turns: the parts of the path, then those of the query; an empty value is left out
     */
    String to(String screen, String... parts);

    /** Returns a style, script or picture of the viewer's own. */
    String asset(String name);

    /** Returns whether pages come from a server, so that forms, filters and live parts work. */
    boolean served();

    /** Returns what a form must show, so that no other site can send it; empty if no form works. */
    default String formKey() {
        return "";
    }

    /** Returns the list of runs. */
    default String runs() {
        return to("/");
    }

    /** Returns a run. */
    default String run(String run) {
        return to("/runs/{run}", "run", run);
    }

    /** Returns a run, its table from a row on. */
    default String runFrom(String run, int offset) {
        return to("/runs/{run}", "run", run, "offset", offset == 0 ? "" : String.valueOf(offset));
    }

    /** Returns a page on an episode. */
    private String about(String page, String run, String task, int repeat, String... more) {
        return to(
                "/runs/{run}/" + page,
                Stream.concat(
                                Stream.of("run", run, "task", TaskReference.of(task), "repeat", String.valueOf(repeat)),
                                Stream.of(more))
                        .toArray(String[]::new));
    }

    /** Returns an episode, at a step; -1 for none. */
    default String episode(String run, String task, int repeat, int step) {
        return about("episode", run, task, repeat, "step", step < 0 ? "" : String.valueOf(step + 1));
    }

    /** Returns a file that an episode left, such as a screenshot. */
    default String artifact(String run, String task, int repeat, String file) {
        return about("artifact", run, task, repeat, "file", file);
    }

    /** Returns the whole of a text of a step that a page shows only a part of. */
    default String text(String run, String task, int repeat, int step, String part) {
        return about("text", run, task, repeat, "step", String.valueOf(step + 1), "part", part);
    }

    /** Returns what the number of a step is added to, from 1, to get that step without a page around it. */
    default String steps(String run, String task, int repeat) {
        String page = about("step", run, task, repeat);
        return page.isEmpty() ? "" : page + "&step=";
    }

    /** Returns what was said in an episode, from a message on. */
    default String chat(String run, String task, int repeat, int from) {
        return about("chat", run, task, repeat, "from", from <= 0 ? "" : String.valueOf(from));
    }

    /** Returns why the episodes of a run lost reward. */
    default String diagnosis(String run) {
        return to("/runs/{run}/diagnosis", "run", run);
    }

    /** Two runs side by side. */
    default String compare(String base, String candidate) {
        return to("/compare", "base", base, "candidate", candidate);
    }

    /** Returns one task in two runs: both traces side by side. */
    default String traces(String base, String candidate, String task, int repeat) {
        return to(
                "/traces",
                "base",
                base,
                "candidate",
                candidate,
                "task",
                TaskReference.of(task),
                "repeat",
                String.valueOf(repeat));
    }

    /** Returns the sessions of the folder of runs. */
    default String sessions() {
        return to("/sessions");
    }

    /** Returns a session. */
    default String session(String session) {
        return to("/sessions/{session}", "session", session);
    }

    /** Returns the rewards that can be tried. */
    default String rewards() {
        return to("/rewards");
    }

    /** Returns a reward. */
    default String reward(String reward) {
        return to("/rewards/{reward}", "reward", reward);
    }

    /** Returns the parts of the viewer, for the top of every page. */
    default List<PageFrame.Section> sections() {
        return Stream.of(
                        new PageFrame.Section("Runs", runs(), false),
                        new PageFrame.Section("Sessions", sessions(), false),
                        new PageFrame.Section("Rewards", rewards(), false))
                .filter(section -> !section.address().isEmpty())
                .toList();
    }
}
