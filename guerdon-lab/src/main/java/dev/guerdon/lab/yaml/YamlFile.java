package dev.guerdon.lab.yaml;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.LabException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads YAML files, of which JSON files are a special case. Strict: a name twice, a tag or a second document is refused. Bounded in
 * size, depth and in what aliases may multiply.
 */
@Internal
public final class YamlFile {

    private static final int LARGEST = 32 << 20;
    private static final int DEEPEST = 60;
    private static final int MOST_NODES = 2_000_000;

    private final String name;
    private int nodes;

    private YamlFile(String name) {
        this.name = name;
    }

    public static YamlNode read(Path file) {
        try {
            return read(Files.readString(file), file.toString());
        } catch (IOException e) {
            throw new LabException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Reads a text.
     *
     * @param name the file's name for messages
     */
    public static YamlNode read(String text, String name) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setAllowDuplicateKeys(false)
                .setAllowRecursiveKeys(false)
                .setCodePointLimit(LARGEST)
                .build();
        Optional<Node> root;
        try {
            root = new Compose(settings).composeString(text);
        } catch (MarkedYamlEngineException e) {
            Mark at = e.getProblemMark().orElse(null);
            throw new LabException(
                    name + ":" + (at == null ? 1 : at.getLine() + 1) + ": this is not YAML: " + e.getProblem(), e);
        } catch (YamlEngineException e) {
            throw new LabException(name + ": this is not YAML: " + e.getMessage(), e);
        }
        return root.map(node -> new YamlFile(name).convert(node, 0))
                .orElseThrow(() -> new LabException(name + " is empty"));
    }

    private YamlNode convert(Node node, int depth) {
        int line = node.getStartMark().map(Mark::getLine).orElse(0) + 1;
        if (depth > DEEPEST || ++nodes > MOST_NODES) {
            throw new LabException(name + ":" + line + ": nested too deep, or too large");
        }
        return switch (node) {
            case MappingNode mapping -> new YamlNode(name, line, object(mapping, depth), "");
            case SequenceNode sequence -> {
                List<YamlNode> list = new ArrayList<>();
                for (Node element : sequence.getValue()) {
                    list.add(convert(element, depth + 1));
                }
                yield new YamlNode(name, line, list, "");
            }
            case ScalarNode scalar -> new YamlNode(name, line, plain(scalar, line), scalar.getValue());
            default -> throw new LabException(name + ":" + line + ": this kind of value is not supported here");
        };
    }

    private Map<String, YamlNode> object(MappingNode mapping, int depth) {
        Map<String, YamlNode> object = new LinkedHashMap<>();
        for (NodeTuple member : mapping.getValue()) {
            int line = member.getKeyNode().getStartMark().map(Mark::getLine).orElse(0) + 1;
            if (!(member.getKeyNode() instanceof ScalarNode key)) {
                throw new LabException(name + ":" + line + ": a name must be a plain text");
            }
            YamlNode value = convert(member.getValueNode(), depth + 1);
            // A message about a member is best read with the line of its name.
            YamlNode placed = new YamlNode(name, line, value.value(), value.text());
            if (object.put(key.getValue(), placed) != null) {
                throw new LabException(name + ":" + line + ": '" + key.getValue() + "' stands here twice");
            }
        }
        return object;
    }

    private @Nullable Object plain(ScalarNode scalar, int line) {
        String text = scalar.getValue();
        Tag tag = scalar.getTag();
        if (tag.equals(Tag.STR)) {
            return text;
        } else if (tag.equals(Tag.NULL)) {
            return null;
        } else if (tag.equals(Tag.BOOL)) {
            return Boolean.valueOf(text);
        } else if (tag.equals(Tag.INT)) {
            return whole(text);
        } else if (tag.equals(Tag.FLOAT)) {
            return switch (text) {
                case ".inf", "-.inf", ".nan" ->
                    throw new LabException(name + ":" + line + ": expected a finite number, found " + text);
                default -> Double.valueOf(text);
            };
        }
        throw new LabException(name + ":" + line + ": the tag " + tag.getValue() + " is not supported here");
    }

    private static Number whole(String text) {
        BigInteger number = new BigInteger(text);
        if (number.bitLength() < 32) {
            return number.intValue();
        }
        return number.bitLength() < 64 ? (Number) number.longValue() : number;
    }
}
