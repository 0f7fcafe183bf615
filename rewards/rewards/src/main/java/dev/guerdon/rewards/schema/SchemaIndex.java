package dev.guerdon.rewards.schema;

import dev.guerdon.rewards.schema.SchemaDocument.BadSchema;
import dev.guerdon.rewards.schema.SchemaKeywords.Takes;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the schemas that references mean: by address, by anchor, by pointer, and never outside of the document. */
final class SchemaIndex {

    /** A schema with the address that references in it begin from. */
    record Target(@Nullable Object schema, String base, boolean dynamic) {}

    private record Anchor(String base, String name) {}

    private final Map<String, @Nullable Object> resources = new HashMap<>();
    private final Map<Anchor, Target> anchors = new HashMap<>();
    private final IdentityHashMap<Object, String> bases = new IdentityHashMap<>();
    private final List<Target> references = new ArrayList<>();

    SchemaIndex(@Nullable Object root) {
        resources.put("", root);
        walk(root, "");
    }

    /** Returns the schemas that hold a reference, each with the address it begins from, in the order of the document. */
    List<Target> references() {
        return references;
    }

    /** Returns the address of a schema that has an identifier of its own. */
    String base(Map<?, ?> schema, String around) {
        String own = bases.get(schema);
        return own != null ? own : schema.get("$id") instanceof String id ? join(around, id) : around;
    }

    private void walk(@Nullable Object schema, String around) {
        if (!(schema instanceof Map<?, ?> map)) {
            return;
        }
        String base = around;
        if (map.get("$id") instanceof String id) {
            base = join(around, id);
            base = base.endsWith("#") ? base.substring(0, base.length() - 1) : base;
            bases.put(map, base);
            resources.put(base, map);
        }
        if (map.get("$anchor") instanceof String name) {
            anchors.put(new Anchor(base, name), new Target(map, base, false));
        }
        if (map.get("$dynamicAnchor") instanceof String name) {
            anchors.put(new Anchor(base, name), new Target(map, base, true));
        }
        if (map.containsKey("$ref") || map.containsKey("$dynamicRef")) {
            references.add(new Target(map, base, false));
        }
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Takes takes = SchemaKeywords.KEYWORDS.get(String.valueOf(entry.getKey()));
            if (takes != null) {
                walk(takes, entry.getValue(), base);
            }
        }
    }

    private void walk(Takes takes, @Nullable Object value, String base) {
        switch (takes) {
            case SCHEMA -> walk(value, base);
            case SCHEMAS -> {
                if (value instanceof List<?> list) {
                    list.forEach(part -> walk(part, base));
                }
            }
            case NAMED_SCHEMAS, PATTERN_SCHEMAS, SCHEMAS_OR_NAMES -> {
                if (value instanceof Map<?, ?> map) {
                    map.values().forEach(part -> walk(part, base));
                }
            }
            default -> {}
        }
    }

    /** Returns what a reference means; throws where it means nothing in this document. */
    Target resolve(String reference, String base) {
        int hash = reference.indexOf('#');
        String address = hash < 0 ? reference : reference.substring(0, hash);
        String fragment = hash < 0 ? "" : reference.substring(hash + 1);
        String resource = address.isEmpty() ? base : join(base, address);
        if (!resources.containsKey(resource)) {
            throw new BadSchema("the schema refers to '" + reference
                    + "', which is not part of it; nothing is fetched, so put it into $defs");
        }
        Object root = resources.get(resource);
        if (fragment.isEmpty()) {
            return new Target(root, resource, false);
        }
        if (!fragment.startsWith("/")) {
            Target target = anchors.get(new Anchor(resource, fragment));
            if (target == null) {
                throw new BadSchema("the schema refers to '" + reference + "', and has no such anchor");
            }
            return target;
        }
        return pointer(reference, root, fragment, resource);
    }

    /** Returns the dynamic anchor of that name in a resource, or null. */
    @Nullable
    Target dynamic(String name, String base) {
        Target target = anchors.get(new Anchor(base, name));
        return target != null && target.dynamic() ? target : null;
    }

    private Target pointer(String reference, @Nullable Object root, String fragment, String resource) {
        Object value = root;
        String base = resource;
        for (String coded : fragment.substring(1).split("/", -1)) {
            String step = decoded(coded).replace("~1", "/").replace("~0", "~");
            if (value instanceof Map<?, ?> map && map.containsKey(step)) {
                value = map.get(step);
            } else if (value instanceof List<?> list && index(step) >= 0 && index(step) < list.size()) {
                value = list.get(index(step));
            } else {
                throw new BadSchema(
                        "the schema refers to '" + reference + "', and '" + step + "' does not exist there");
            }
            base = value instanceof Map<?, ?> map ? bases.getOrDefault(map, base) : base;
        }
        return new Target(value, base, false);
    }

    private static int index(String step) {
        boolean number = !step.isEmpty() && step.length() < 9 && step.chars().allMatch(c -> c >= '0' && c <= '9');
        return number ? Integer.parseInt(step) : -1;
    }

    private static String decoded(String coded) {
        try {
            return coded.indexOf('%') < 0
                    ? coded
                    : URLDecoder.decode(coded.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return coded;
        }
    }

    private static String join(String base, String reference) {
        if (base.isEmpty()) {
            return reference;
        }
        if (reference.isEmpty()) {
            return base;
        }
        try {
            return new URI(base).resolve(new URI(reference)).toString();
        } catch (URISyntaxException e) {
            return reference;
        }
    }
}
