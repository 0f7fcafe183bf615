package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import java.util.List;

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

    /** An episode, at a step; -1 for none. */
    String episode(String run, String task, int repeat, int step);

    /** Two runs side by side. */
    String compare(String base, String candidate);

    /** One task in two runs: both traces side by side. */
    String traces(String base, String candidate, String task, int repeat);

    /** A file that an episode left, such as a screenshot. */
    String artifact(String run, String task, int repeat, String file);

    /** Whether pages come from a server, so that forms, filters and live parts work. */
    boolean served();

    /** What a form must show, so that no other site can send it; empty where no form works. */
    default String formKey() {
        return "";
    }

    /** The parts of the viewer, for the top of every page. */
    default List<Frame.Section> sections() {
        return List.of(new Frame.Section("Runs", runs(), false));
    }
}
