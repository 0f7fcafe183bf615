package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.lab.yaml.YamlFile;
import dev.guerdon.lab.yaml.YamlNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value of a YAML file of settings that knows where it stands, so that whatever is wrong with it is said with file and line.
 *
 * <p>Files are read strictly: a name twice, a tag or a second document is refused, and so is every name that means nothing.
 */
@Experimental
public final class SettingsFile {

    private final YamlNode node;

    private SettingsFile(YamlNode node) {
        this.node = node;
    }

    /** Reads a file. */
    public static SettingsFile read(Path file) {
        return new SettingsFile(YamlFile.read(file));
    }

    /** An exception that begins with file and line. */
    public GuerdonException problem(String message) {
        return node.problem(message);
    }

    /**
     * Refuses names that mean nothing here, with those that are alike.
     *
     * @param what what this is, for messages
     */
    public SettingsFile allow(String what, String... names) {
        node.allow(what, names);
        return this;
    }

    /** The member of that name, where there is one that is not null. */
    public Optional<SettingsFile> find(String name) {
        return node.find(name).map(SettingsFile::new);
    }

    /** All members by name, in their order. */
    public Map<String, SettingsFile> members(String what) {
        Map<String, SettingsFile> members = new LinkedHashMap<>();
        node.members(what).forEach((name, value) -> members.put(name, new SettingsFile(value)));
        return members;
    }

    public boolean isObject() {
        return node.isObject();
    }

    /** The elements of a list, or the one value that stands in its place. */
    public List<SettingsFile> oneOrMore(String what) {
        return node.oneOrMore(what).stream().map(SettingsFile::new).toList();
    }

    /** A scalar as it was written. */
    public String text(String what) {
        return node.scalar(what);
    }

    /** The texts of an object's members, by name. */
    public Map<String, String> texts(String what) {
        return node.texts(what);
    }

    public long whole(String what) {
        return node.whole(what);
    }

    public double number(String what) {
        return node.number(what);
    }

    public boolean truth(String what) {
        if (node.value() instanceof Boolean truth) {
            return truth;
        }
        throw node.problem("expected " + what + " as true or false, found '" + node.text() + "'");
    }

    /** The value as JSON would have it. */
    public @Nullable Object plain() {
        return node.plain();
    }
}
