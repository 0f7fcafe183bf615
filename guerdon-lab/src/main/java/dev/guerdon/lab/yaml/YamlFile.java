package dev.guerdon.lab.yaml;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Utf8;
import dev.guerdon.lab.spi.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads YAML files, of which JSON files are a special case. Strict: a name twice, a tag or a second document is refused. Bounded in
 * size, depth and in what aliases may multiply, and takes time in proportion to the file's size.
 */
@Internal
public final class YamlFile {

    private static final int LARGEST = 32 << 20;

    /** The library copies all of a scalar that it has read whenever it reads on: in small pieces a large scalar takes for ever. */
    private static final int LARGEST_PIECE = 1 << 20;

    private static final int SMALLEST_PIECE = 1 << 10;

    private YamlFile() {}

    public static YamlNode read(Path file) {
        return read(text(file), file.toString());
    }

    /** The text of a file that may be read with {@link #read(String, String)}. */
    public static String text(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                throw tooLarge(file.toString());
            }
            return Utf8.read(file);
        } catch (IOException e) {
            throw new LabException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static LabException tooLarge(String name) {
        return new LabException(name + " is larger than " + (LARGEST >> 20)
                + " MiB; put rows of data into a file of their own, named with 'data'");
    }

    /**
     * Reads a text.
     *
     * @param name the file's name for messages
     */
    public static YamlNode read(String text, String name) {
        if (text.length() > LARGEST) {
            throw tooLarge(name);
        }
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setCodePointLimit(LARGEST)
                .setBufferSize(Math.clamp(text.length(), SMALLEST_PIECE, LARGEST_PIECE))
                .build();
        try {
            return new Composer(
                            name,
                            settings.getSchema().getScalarResolver(),
                            new Parse(settings).parseString(text).iterator())
                    .compose()
                    .orElseThrow(() -> new LabException(name + " is empty"));
        } catch (MarkedYamlEngineException e) {
            Mark at = e.getProblemMark().orElse(null);
            throw new LabException(
                    name + ":" + (at == null ? 1 : at.getLine() + 1) + ": this is not YAML: " + e.getProblem(), e);
        } catch (YamlEngineException e) {
            throw new LabException(name + ": this is not YAML: " + e.getMessage(), e);
        }
    }
}
