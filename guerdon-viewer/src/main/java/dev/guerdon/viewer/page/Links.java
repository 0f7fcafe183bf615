package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where other pages are, as a page's links name them: on a server by path and query, in a bundle by file. All parts are escaped here, and
 * nowhere else.
 */
@Internal
public interface Links {

    /** A style, script or picture of the viewer's own. */
    String asset(String name);

    /** The list of runs. */
    String runs();

    /** A run. */
    String run(String run);

    /** A run, its table from a row on. */
    String runFrom(String run, int offset);

    /** An episode, at a step; -1 for none. */
    String episode(String run, String task, int repeat, int step);

    /** Two runs side by side. */
    String compare(String base, String candidate);

    /** Where two runs are chosen to be compared, for a form; empty where no form works. */
    default String comparison() {
        return "";
    }

    /** One task in two runs: both traces side by side. */
    String traces(String base, String candidate, String task, int repeat);

    /** A file that an episode left, such as a screenshot. */
    String artifact(String run, String task, int repeat, String file);

    /** The whole of a text of a step that a page shows only a part of; empty where there is no such place. */
    default String text(String run, String task, int repeat, int step, String part) {
        return "";
    }

    /** What the number of a step is added to, from 1, to get that step without a page around it; empty where there is no such place. */
    default String steps(String run, String task, int repeat) {
        return "";
    }

    /** What was said in an episode, from a message on; empty where there is no such page. */
    default String chat(String run, String task, int repeat, int from) {
        return "";
    }

    /** Why the episodes of a run lost reward; empty where there is no such page. */
    default String diagnosis(String run) {
        return "";
    }

    /** The sessions of the folder of runs; empty where there is no such page. */
    default String sessions() {
        return "";
    }

    /** A session; empty where there is no such page. */
    default String session(String session) {
        return "";
    }

    /** The rewards that can be tried; empty where there are none. */
    default String rewards() {
        return "";
    }

    /** A reward; empty where there is no such page. */
    default String reward(String reward) {
        return "";
    }

    /** Whether pages come from a server, so that forms, filters and live parts work. */
    boolean served();

    /** What a form must show, so that no other site can send it; empty where no form works. */
    default String formKey() {
        return "";
    }

    /** The parts of the viewer, for the top of every page. */
    default List<Frame.Section> sections() {
        return Stream.of(
                        new Frame.Section("Runs", runs(), false),
                        new Frame.Section("Sessions", sessions(), false),
                        new Frame.Section("Rewards", rewards(), false))
                .filter(section -> !section.address().isEmpty())
                .toList();
    }
}
