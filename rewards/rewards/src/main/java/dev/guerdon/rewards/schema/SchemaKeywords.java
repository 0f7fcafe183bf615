package dev.guerdon.rewards.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The keywords of 2020-12 and what may stand behind each. */
final class SchemaKeywords {

    /** Values that keywords take, each with those keywords. */
    enum Takes {
        SCHEMA("items contains additionalProperties propertyNames if then else not unevaluatedItems "
                + "unevaluatedProperties contentSchema"),
        SCHEMAS("prefixItems allOf anyOf oneOf"),
        NAMED_SCHEMAS("$defs definitions properties dependentSchemas"),
        PATTERN_SCHEMAS("patternProperties"),
        SCHEMAS_OR_NAMES("dependencies"),
        TYPES("type"),
        LIST("enum examples"),
        COUNT("maxLength minLength maxItems minItems maxContains minContains maxProperties " + "minProperties"),
        NUMBER("maximum exclusiveMaximum minimum exclusiveMinimum"),
        POSITIVE("multipleOf"),
        BOOLEAN("uniqueItems deprecated readOnly writeOnly"),
        STRING("$schema $ref $dynamicRef $comment $recursiveRef title description format contentEncoding "
                + "contentMediaType"),
        ANCHOR("$anchor $dynamicAnchor $recursiveAnchor"),
        IDENTIFIER("$id"),
        PATTERN("pattern"),
        NAMES("required"),
        NAMED_NAMES("dependentRequired"),
        FLAGS("$vocabulary");

        @SuppressWarnings("ImmutableEnumChecker") // made by List.of
        private final List<String> keywords;

        Takes(String keywords) {
            this.keywords = List.of(keywords.split(" "));
        }
    }

    static final Map<String, Takes> KEYWORDS = new HashMap<>();

    static {
        for (Takes takes : Takes.values()) {
            takes.keywords.forEach(keyword -> KEYWORDS.put(keyword, takes));
        }
    }

    private SchemaKeywords() {}
}
