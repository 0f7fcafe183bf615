package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Links between the pages of a server.
 *
 * @param root the path below which the viewer is mounted, empty or such as {@code /view}
 * @param version names the build, so that browsers may keep assets
 * @param formKey what forms must show; empty for a viewer that only reads
 */
@Internal
public record ServedLinks(String root, String version, String formKey) implements Links {

    @Override
    public String asset(String name) {
        return root + "/assets/" + version + "/" + name;
    }

    @Override
    public String runs() {
        return root + "/";
    }

    @Override
    public String run(String run) {
        return root + "/runs/" + escaped(run);
    }

    @Override
    public String runFrom(String run, int offset) {
        return run(run) + (offset == 0 ? "" : "?offset=" + offset);
    }

    @Override
    public String episode(String run, String task, int repeat, int step) {
        return run(run) + "/episode?task=" + escaped(task) + "&repeat=" + repeat
                + (step < 0 ? "" : "&step=" + (step + 1));
    }

    @Override
    public String compare(String base, String candidate) {
        return root + "/compare?base=" + escaped(base) + "&candidate=" + escaped(candidate);
    }

    @Override
    public String comparison() {
        return root + "/compare";
    }

    @Override
    public String traces(String base, String candidate, String task, int repeat) {
        return root + "/traces?base=" + escaped(base) + "&candidate=" + escaped(candidate) + "&task=" + escaped(task)
                + "&repeat=" + repeat;
    }

    @Override
    public String artifact(String run, String task, int repeat, String file) {
        return run(run) + "/artifact?task=" + escaped(task) + "&repeat=" + repeat + "&file=" + escaped(file);
    }

    @Override
    public String text(String run, String task, int repeat, int step, String part) {
        return run(run) + "/text?task=" + escaped(task) + "&repeat=" + repeat + "&step=" + (step + 1) + "&part="
                + escaped(part);
    }

    @Override
    public String steps(String run, String task, int repeat) {
        return run(run) + "/step?task=" + escaped(task) + "&repeat=" + repeat + "&step=";
    }

    @Override
    public String chat(String run, String task, int repeat, int from) {
        return run(run) + "/chat?task=" + escaped(task) + "&repeat=" + repeat + (from <= 0 ? "" : "&from=" + from);
    }

    @Override
    public String diagnosis(String run) {
        return run(run) + "/diagnosis";
    }

    @Override
    public String sessions() {
        return root + "/sessions";
    }

    @Override
    public String session(String session) {
        return sessions() + "/" + escaped(session);
    }

    @Override
    public String rewards() {
        return root + "/rewards";
    }

    @Override
    public String reward(String reward) {
        return rewards() + "/" + escaped(reward);
    }

    @Override
    public boolean served() {
        return true;
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
