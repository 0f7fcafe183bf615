package dev.guerdon.base;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes secrets out of everything that is shown or kept.
 *
 * <p>A secret is a value that somebody told (an environment variable or setting whose name says so, the key of a model), the value of
 * a name that says so, or a text with the shape of a key. One object serves the whole process, because whoever writes something
 * rarely knows which keys are in use: {@link #known}. Files are written through {@link KeptFile}, which asks it.
 *
 * <p>Costs time in proportion to the text's length, whatever the text is. What was redacted once stays as it is when it is redacted
 * again, and JSON stays JSON. Can be used by many threads.
 */
@Internal
public final class Secrets {

    /** What stands where a secret was. */
    public static final String HIDDEN = "***";

    /** A shorter value is too often an ordinary word. */
    private static final int SHORTEST = 8;

    private static final Pattern ESCAPE = Pattern.compile("%[0-9A-F]{2}");

    private volatile List<String> values = List.of();

    private Secrets() {}

    /** The secrets of this process: those of its environment, and all that it was told since. */
    public static Secrets known() {
        return Known.INSTANCE;
    }

    private static final class Known {
        private static final Secrets INSTANCE = of(System.getenv());
    }

    /** The secrets of an environment alone. */
    public static Secrets of(Map<String, String> environment) {
        Secrets secrets = new Secrets();
        secrets.learn(environment.entrySet().stream()
                .filter(variable -> SecretNames.ofVariable(variable.getKey()))
                .map(Map.Entry::getValue)
                .toList());
        return secrets;
    }

    /** Hides this value from now on; one of fewer than eight characters is not remembered, because it may be a word. */
    public void learn(String value) {
        learn(List.of(value));
    }

    /** Hides the values of settings whose name says that they are secrets, unless they are a plain word. */
    public void learn(Map<String, String> settings) {
        learn(settings.entrySet().stream()
                .filter(setting -> SecretNames.ofSetting(setting.getKey()) && !isWord(setting.getValue()))
                .map(Map.Entry::getValue)
                .toList());
    }

    private static boolean isWord(String value) {
        return value.length() < 12 && value.chars().allMatch(Character::isLetter);
    }

    private synchronized void learn(Collection<String> fresh) {
        TreeSet<String> all =
                new TreeSet<>(Comparator.comparingInt(String::length).reversed().thenComparing(String::compareTo));
        all.addAll(values);
        for (String value : fresh) {
            String key = value.strip();
            if (key.length() >= SHORTEST && !key.contains(HIDDEN)) {
                all.add(key);
                String encoded = URLEncoder.encode(key, StandardCharsets.UTF_8);
                all.add(encoded);
                all.add(encoded.replace("+", "%20"));
                all.add(lowerHex(encoded.replace("+", "%20")));
                for (HtmlEscape way : HtmlEscape.values()) {
                    all.add(way.escape(key));
                }
                if (key.chars().anyMatch(c -> c == '"' || c == '\\' || c < ' ')) {
                    all.add(escaped(key));
                }
            }
        }
        values = List.copyOf(all);
    }

    /** An address with its escapes in small letters, as some write them. */
    private static String lowerHex(String encoded) {
        return ESCAPE.matcher(encoded).replaceAll(found -> found.group().toLowerCase(Locale.ROOT));
    }

    /** As it stands in a JSON string. */
    private static String escaped(String text) {
        String json = JsonCodec.write(text);
        return json.substring(1, json.length() - 1);
    }

    /** The text without secrets; the same object where there are none. */
    public String redact(String text) {
        String clean = text;
        for (String value : values) {
            clean = clean.replace(value, HIDDEN);
        }
        return KeyShapes.hide(clean);
    }

    /** Settings or options without the values whose name says that they are secrets, and without secrets in the others. */
    public Map<String, String> redact(Map<String, String> settings) {
        Map<String, String> out = new LinkedHashMap<>();
        settings.forEach((name, value) ->
                out.put(name, SecretNames.ofSetting(name) && !value.isEmpty() ? HIDDEN : redact(value)));
        return out;
    }

    /** A value such as {@link JsonCodec#write} takes, without secrets, as plain maps, lists, texts, numbers and truth values. */
    public @Nullable Object redactValue(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String text -> redact(text);
            case Number number -> number;
            case Boolean truth -> truth;
            case Json json -> redactValue(json.value());
            case Optional<?> optional -> redactValue(optional.orElse(null));
            case Map<?, ?> map -> redactObject(map);
            case Iterable<?> list -> {
                List<@Nullable Object> out = new ArrayList<>();
                list.forEach(element -> out.add(redactValue(element)));
                yield out;
            }
            case Object[] array -> redactValue(java.util.Arrays.asList(array));
            case Enum<?> word -> word.name();
            case Record record -> redactValue(JsonCodec.read(JsonCodec.write(record), "a record"));
            default -> redact(value.toString());
        };
    }

    private Map<String, @Nullable Object> redactObject(Map<?, ?> map) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            String name = String.valueOf(key);
            boolean hidden = value instanceof String text && !text.isEmpty() && SecretNames.ofData(name);
            out.put(redact(name), hidden ? HIDDEN : redactValue(value));
        });
        return out;
    }
}
