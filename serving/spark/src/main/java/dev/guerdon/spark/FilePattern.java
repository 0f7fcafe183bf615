package dev.guerdon.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobExpander;
import org.apache.hadoop.fs.GlobPattern;
import org.apache.hadoop.fs.Path;

/**
 * A path with Hadoop's wildcards.
 *
 * <p>Hadoop's own search knows nothing of hidden names, and fails at a name with a colon in it.
 */
record FilePattern(Path root, List<List<Step>> ways) {

    private static final Pattern WILDCARD = Pattern.compile("[*?\\[{\\\\]");

    /** Form of one name on the way to a file. */
    private record Step(String text, GlobPattern glob) {

        static Step of(String text) {
            return new Step(text, new GlobPattern(text));
        }

        boolean isPlain() {
            return !WILDCARD.matcher(text).find();
        }

        /** Returns a wildcard does not stand for the first character of a hidden name. */
        boolean fits(String name) {
            return glob.matches(name) && (!isHidden(name) || isHidden(text));
        }
    }

    /** Returns whether engines of this kind pass over files and folders of this name. */
    static boolean isHidden(String name) {
        return name.startsWith("_") || name.startsWith(".");
    }

    /** Returns the pattern that a whole path is; empty if it has no wildcards, or they make no pattern, such as a bracket that nothing closes. */
    static Optional<FilePattern> of(Path whole) {
        String text = whole.toUri().getPath();
        Matcher wildcard = WILDCARD.matcher(text);
        if (!wildcard.find()) {
            return Optional.empty();
        }
        int end = text.lastIndexOf('/', wildcard.start()) + 1;
        List<List<Step>> ways = new ArrayList<>();
        try {
            for (String way : GlobExpander.expand(text.substring(end))) {
                ways.add(names(way).stream().map(Step::of).toList());
            }
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
        return Optional.of(new FilePattern(new Path(whole, text.substring(0, end)), ways));
    }

    private static List<String> names(String path) {
        return Arrays.stream(path.split("/")).filter(name -> !name.isEmpty()).toList();
    }

    /** Returns the files and folders that the pattern fits; one may come twice. */
    List<FileStatus> find(FileSystem system) throws IOException {
        List<FileStatus> found = new ArrayList<>();
        for (List<Step> way : ways) {
            List<FileStatus> reached = at(system, root);
            for (Step step : way) {
                List<FileStatus> next = new ArrayList<>();
                for (FileStatus each : reached) {
                    if (each.isDirectory()) {
                        next.addAll(below(system, each.getPath(), step));
                    }
                }
                reached = next;
            }
            found.addAll(reached);
        }
        return found;
    }

    private static List<FileStatus> below(FileSystem system, Path folder, Step step) throws IOException {
        if (step.isPlain()) {
            return at(system, HadoopStore.below(folder, step.text));
        }
        try {
            return Arrays.stream(system.listStatus(folder))
                    .filter(each -> step.fits(each.getPath().getName()))
                    .toList();
        } catch (FileNotFoundException e) {
            return List.of(); // removed meanwhile
        }
    }

    private static List<FileStatus> at(FileSystem system, Path path) throws IOException {
        try {
            return List.of(system.getFileStatus(path));
        } catch (FileNotFoundException e) {
            return List.of();
        }
    }

    /** Returns the path of a file below the deepest folder that the pattern names without wildcards. */
    String below(Path file) {
        String above = root.toUri().getPath();
        String path = file.toUri().getPath();
        return path.equals(above) ? "" : path.substring(above.endsWith("/") ? above.length() : above.length() + 1);
    }

    /** Returns whether the pattern fits a file or a folder around it. */
    boolean covers(Path file) {
        if (!HadoopStore.isWithin(root, file)) {
            return false;
        }
        List<String> names = names(below(file));
        return ways.stream().anyMatch(way -> covers(way, names));
    }

    private static boolean covers(List<Step> way, List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            if (i < way.size() ? !way.get(i).fits(names.get(i)) : isHidden(names.get(i))) {
                return false;
            }
        }
        return way.size() <= names.size();
    }
}
