package dev.guerdon.lab.suite;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.SettingsFile;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

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

    public static SettingsFile read(Path file) {
        return read(text(file), file.toString());
    }

    /** Returns the text of a file that may be read with {@link #read(String, String)}. */
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
    public static SettingsFile read(String text, String name) {
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

    /**
     * Makes values of the events of a YAML parser.
     *
     * <p>The library's own composer calls itself once for each level of nesting, however deep, and multiplies what aliases name. This one
     * stops at the first level, value or document too many, before the parser has looked at what follows.
     */
    static final class Composer {

        private static final int DEEPEST = 60;
        private static final int MOST_VALUES = 1_000_000;
        private static final int LONGEST_NUMBER = 1_000;
        private static final int LONGEST_SHOWN = 60;

        /** A value that others may name again, with how many values it consists of. */
        private record Anchored(SettingsFile node, int size) {}

        private final String name;
        private final ScalarResolver resolver;
        private final Iterator<Event> events;
        private final Map<Anchor, Anchored> anchors = new HashMap<>();
        private int values;

        Composer(String name, ScalarResolver resolver, Iterator<Event> events) {
            this.name = name;
            this.resolver = resolver;
            this.events = events;
        }

        /** Returns the one value of the one document; empty if there is none. */
        Optional<SettingsFile> compose() {
            SettingsFile root = null;
            while (events.hasNext()) {
                Event event = events.next();
                if (event.getEventId() == Event.ID.DocumentStart && root != null) {
                    throw problem(event, "a second document begins here; expected one");
                }
                if (event instanceof NodeEvent node) {
                    root = value(node, 0);
                }
            }
            return Optional.ofNullable(root);
        }

        private SettingsFile value(Event event, int depth) {
            if (depth > DEEPEST) {
                throw problem(event, "nested more than " + DEEPEST + " deep");
            }
            if (event instanceof AliasEvent alias) {
                return again(alias);
            }
            count(event, 1);
            int before = values;
            SettingsFile node = switch (event) {
                case ScalarEvent scalar -> new SettingsFile(name, line(scalar), plain(scalar), scalar.getValue());
                case MappingStartEvent mapping -> new SettingsFile(name, line(mapping), object(mapping, depth), "");
                case CollectionStartEvent list -> new SettingsFile(name, line(list), list(list, depth), "");
                default -> throw problem(event, "this kind of value is not supported here");
            };
            if (event instanceof NodeEvent anchored && anchored.getAnchor().isPresent()) {
                anchors.put(anchored.getAnchor().get(), new Anchored(node, values - before + 1));
            }
            return node;
        }

        private SettingsFile again(AliasEvent alias) {
            Anchored named = anchors.get(alias.getAlias());
            if (named == null) {
                throw problem(
                        alias,
                        "'*" + shown(alias.getAlias().getValue()) + "' names nothing that is complete before it");
            }
            count(alias, named.size);
            return new SettingsFile(name, line(alias), named.node.value(), named.node.text());
        }

        private void count(Event event, int more) {
            values += more;
            if (values > MOST_VALUES) {
                throw problem(event, "more than " + MOST_VALUES + " values, those counted that aliases repeat");
            }
        }

        private List<SettingsFile> list(CollectionStartEvent start, int depth) {
            refuseTag(start, Tag.SEQ);
            List<SettingsFile> list = new ArrayList<>();
            for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
                list.add(value(event, depth + 1));
            }
            return list;
        }

        private Map<String, SettingsFile> object(MappingStartEvent start, int depth) {
            refuseTag(start, Tag.MAP);
            Map<String, SettingsFile> object = new LinkedHashMap<>();
            for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
                if (!(event instanceof ScalarEvent key)) {
                    throw problem(event, "a name must be a plain text");
                }
                SettingsFile value = value(events.next(), depth + 1);
                // A message about a member is best read with the line of its name.
                if (object.put(key.getValue(), new SettingsFile(name, line(key), value.value(), value.text()))
                        != null) {
                    throw problem(key, "'" + shown(key.getValue()) + "' stands here twice");
                }
            }
            return object;
        }

        private void refuseTag(CollectionStartEvent start, Tag usual) {
            String tag = start.getTag().orElse("!");
            if (!tag.equals("!") && !tag.equals(usual.getValue())) {
                throw problem(start, "the tag " + shown(tag) + " is not supported here");
            }
        }

        private @Nullable Object plain(ScalarEvent scalar) {
            String text = scalar.getValue();
            Tag tag = scalar.getTag()
                    .filter(written -> !written.equals("!"))
                    .map(Tag::new)
                    .orElseGet(() -> resolver.resolve(text, scalar.getImplicit().canOmitTagInPlainScalar()));
            // ${NAME} is a text like any other; whoever reads the file decides what it stands for.
            if (tag.equals(Tag.STR) || tag.equals(Tag.ENV_TAG)) {
                return text;
            } else if (tag.equals(Tag.NULL)) {
                return null;
            } else if (tag.equals(Tag.BOOL)) {
                return Boolean.valueOf(text);
            } else if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
                return number(scalar, text, tag.equals(Tag.INT));
            }
            throw problem(scalar, "the tag " + shown(tag.getValue()) + " is not supported here");
        }

        private Number number(ScalarEvent scalar, String text, boolean whole) {
            if (text.length() > LONGEST_NUMBER) {
                throw problem(scalar, "a number of more than " + LONGEST_NUMBER + " digits; write a text in quotes");
            }
            try {
                if (whole) {
                    return narrow(new BigInteger(text));
                }
                double number = Double.parseDouble(text);
                if (Double.isFinite(number)) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // said below, as of .inf and .nan
            }
            throw problem(scalar, "expected a finite number, found " + shown(text));
        }

        private static Number narrow(BigInteger number) {
            if (number.bitLength() < 32) {
                return number.intValue();
            }
            return number.bitLength() < 64 ? (Number) number.longValue() : number;
        }

        private static String shown(String text) {
            return text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "..." : text;
        }

        private static int line(Event event) {
            return event.getStartMark().map(Mark::getLine).orElse(0) + 1;
        }

        private LabException problem(Event event, String what) {
            return new LabException(name + ":" + line(event) + ": " + what);
        }
    }
}
