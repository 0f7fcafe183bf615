package dev.guerdon.parquet;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.parquet.ParquetFooter.Element;
import dev.guerdon.parquet.ParquetFooter.Group;
import dev.guerdon.parquet.ParquetFooter.Repetition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the tree of a schema from its elements, which a file lists parents first. Knows how older writers spelt lists and maps. */
final class SchemaTree {

    private static final int MAX_DEPTH = 100;

    private final List<Element> elements;
    private final List<SchemaNode.Leaf> leaves = new ArrayList<>();
    private int next;

    private SchemaTree(List<Element> elements) {
        this.elements = elements;
    }

    /**
     * A schema.
     *
     * @param root the row
     * @param leaves its columns, in the order of the file
     */
    record Tree(SchemaNode.Struct root, List<SchemaNode.Leaf> leaves) {}

    static Tree of(List<Element> elements) {
        if (elements.isEmpty()) {
            throw new GuerdonException("the schema is empty");
        }
        SchemaTree schema = new SchemaTree(elements);
        Raw raw = schema.raw(0);
        if (schema.next != elements.size()) {
            throw new GuerdonException("the schema has " + (elements.size() - schema.next) + " elements too many");
        }
        if (raw.children.isEmpty()) {
            throw new GuerdonException("the schema has no columns");
        }
        SchemaNode.Struct root = schema.struct(raw, "", 0, 0);
        return new Tree(root, List.copyOf(schema.leaves));
    }

    /** An element with its children. */
    private record Raw(Element element, List<Raw> children) {
        boolean repeated() {
            return element.repetition() == Repetition.REPEATED;
        }

        @Nullable
        Raw onlyChild() {
            return children.size() == 1 ? children.getFirst() : null;
        }
    }

    private Raw raw(int depth) {
        if (depth > MAX_DEPTH) {
            throw new GuerdonException("the schema is nested more than " + MAX_DEPTH + " deep");
        }
        if (next >= elements.size()) {
            throw new GuerdonException("the schema lacks elements");
        }
        Element element = elements.get(next++);
        List<Raw> children = new ArrayList<>();
        for (int i = 0; i < element.children(); i++) {
            children.add(raw(depth + 1));
        }
        if (element.type() == null && children.isEmpty() && depth > 0) {
            throw new GuerdonException("the schema's group '" + element.name() + "' has no fields");
        }
        return new Raw(element, children);
    }

    private SchemaNode node(Raw raw, String parent, int definition, int repetition) {
        String path = parent.isEmpty() ? raw.element.name() : parent + "." + raw.element.name();
        if (raw.repeated()) {
            // A field that repeats by itself: it is never null, only empty.
            SchemaNode element = content(raw, path, definition + 1, repetition + 1);
            return new SchemaNode.Repeated(definition, definition + 1, repetition + 1, element, null);
        }
        int own = definition + (raw.element.repetition() == Repetition.OPTIONAL ? 1 : 0);
        Raw inner = raw.onlyChild();
        if (inner != null && inner.repeated() && raw.element.group() != Group.STRUCT) {
            String innerPath = path + "." + inner.element.name();
            if (raw.element.group() == Group.MAP && inner.children.size() == 2) {
                SchemaNode key = node(inner.children.get(0), innerPath, own + 1, repetition + 1);
                SchemaNode value = node(inner.children.get(1), innerPath, own + 1, repetition + 1);
                return new SchemaNode.Repeated(own, own + 1, repetition + 1, key, value);
            }
            SchemaNode element = elementOf(raw, inner)
                    ? content(inner, innerPath, own + 1, repetition + 1)
                    : node(inner.children.getFirst(), innerPath, own + 1, repetition + 1);
            return new SchemaNode.Repeated(own, own + 1, repetition + 1, element, null);
        }
        return content(raw, path, own, repetition);
    }

    /** Returns whether the repeated field of a list is itself the element, as older writers have it, and not a wrapper around it. */
    private static boolean elementOf(Raw list, Raw inner) {
        Raw only = inner.onlyChild();
        String name = inner.element.name();
        return only == null || only.repeated() || name.equals("array") || name.equals(list.element.name() + "_tuple");
    }

    private SchemaNode content(Raw raw, String path, int definition, int repetition) {
        ColumnType type = raw.element.type();
        if (type == null) {
            return struct(raw, path, definition, repetition);
        }
        SchemaNode.Leaf leaf = new SchemaNode.Leaf(leaves.size(), path, definition, repetition, type);
        leaves.add(leaf);
        return leaf;
    }

    private SchemaNode.Struct struct(Raw raw, String path, int definition, int repetition) {
        int first = leaves.size();
        LinkedHashMap<String, SchemaNode> children = new LinkedHashMap<>();
        for (Raw child : raw.children) {
            SchemaNode earlier = children.put(child.element.name(), node(child, path, definition, repetition));
            if (earlier != null) {
                throw new GuerdonException("the schema has the field '" + child.element.name() + "' twice"
                        + (path.isEmpty() ? "" : " in '" + path + "'"));
            }
        }
        return new SchemaNode.Struct(
                definition,
                first,
                leaves.size() - first,
                List.copyOf(children.keySet()),
                List.copyOf(children.values()));
    }
}
