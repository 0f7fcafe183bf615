package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.core.secret.KnownKeys;
import dev.guerdon.core.secret.SecretNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Takes secrets out of everything that is shown or kept.
 *
 * <p>The values that this process knows as keys are hidden everywhere. What only looks like a secret is hidden if it is shown:
 * tasks, answers and golds that look like one are data, which a score depends on, and are stored as they are.
 *
 * <p>A secret is a value that was registered (an environment variable or setting whose name says so, the key of a model), the value of
 * a name that says so, or a text with the shape of a key. One object serves the whole process, because the code that writes something
 * rarely knows which keys are in use: {@link #known}. Files are written through {@link KeptFile}, which asks it.
 *
 * <p>Costs time in proportion to the text's length, whatever the text is. What was redacted once stays as it is when it is redacted
 * again, and JSON stays JSON. Can be used by many threads.
 */
@Internal
public final class SecretFilter {

    /** Text that stands where a secret was. */
    public static final String HIDDEN = KnownKeys.HIDDEN;

    /** A shorter value is too often an ordinary word. */
    private static final int MIN_LENGTH = 8;

    private volatile KnownKeys keys = KnownKeys.NONE;

    private SecretFilter() {}

    /** Returns the secrets of this process: those of its environment, and all that were registered since. */
    public static SecretFilter known() {
        return Known.INSTANCE;
    }

    private static final class Known {
        private static final SecretFilter INSTANCE = of(System.getenv());
    }

    /** Returns the secrets of an environment alone. */
    public static SecretFilter of(Map<String, String> environment) {
        SecretFilter secrets = new SecretFilter();
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
        keys = keys.with(fresh.stream()
                .map(String::strip)
                .filter(key -> key.length() >= MIN_LENGTH && !key.contains(HIDDEN))
                .toList());
    }

    /**
     * Returns the text without the keys that this process knows; the same object if there are none. What only looks like a secret stays: for
     * data that a score depends on.
     */
    public String hideKeys(String text) {
        return keys.hide(text, secret -> HIDDEN);
    }

    /** Returns the text without secrets; the same object if there are none. */
    public String redact(String text) {
        return redact(text, secret -> HIDDEN);
    }

    private String redact(String text, UnaryOperator<String> mark) {
        return keys.hideShapes(text, mark);
    }

    /** Settings or options without the values whose name says that they are secrets, and without secrets in the others. */
    public Map<String, String> redact(Map<String, String> settings) {
        Map<String, String> out = new LinkedHashMap<>();
        settings.forEach((name, value) ->
                out.put(name, SecretNames.ofSetting(name) && !value.isEmpty() ? HIDDEN : redact(value)));
        return out;
    }

    /** Returns a value such as {@link JsonCodec#write} takes, without secrets, as plain maps, lists, texts, numbers and truth values. */
    public @Nullable Object redactValue(@Nullable Object value) {
        return redactValue(value, secret -> HIDDEN);
    }

    /**
     * Works as {@link #redactValue}, with another word for what is hidden.
     *
     * @param mark gives what stands where a secret was
     */
    public @Nullable Object redactValue(@Nullable Object value, UnaryOperator<String> mark) {
        return plain(value, text -> redact(text, mark), mark);
    }

    /**
     * A value without the keys that this process knows.
     *
     * @param texts how many texts in it held one
     */
    public record Hidden(@Nullable Object value, int texts) {}

    /** Works as {@link #redactValue}, for data: only the keys that this process knows are hidden, as in {@link #hideKeys}. */
    public Hidden hideKeysIn(@Nullable Object value) {
        int[] texts = {0};
        Object out = plain(
                value,
                text -> {
                    String clean = hideKeys(text);
                    texts[0] += clean.equals(text) ? 0 : 1;
                    return clean;
                },
                null);
        return new Hidden(out, texts[0]);
    }

    private static @Nullable Object plain(
            @Nullable Object value, UnaryOperator<String> text, @Nullable UnaryOperator<String> byName) {
        return switch (value) {
            case null -> null;
            case String each -> text.apply(each);
            case Number number -> number;
            case Boolean truth -> truth;
            case Json json -> plain(json.value(), text, byName);
            case Optional<?> optional -> plain(optional.orElse(null), text, byName);
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> out = new LinkedHashMap<>();
                map.forEach((key, each) -> {
                    String name = String.valueOf(key);
                    boolean hidden =
                            byName != null && each instanceof String secret && SecretNames.ofData(name, secret);
                    out.put(
                            unique(text.apply(name), name, out),
                            hidden && byName != null ? byName.apply(String.valueOf(each)) : plain(each, text, byName));
                });
                yield out;
            }
            case Iterable<?> list -> {
                List<@Nullable Object> out = new ArrayList<>();
                list.forEach(element -> out.add(plain(element, text, byName)));
                yield out;
            }
            case Object[] array -> plain(Arrays.asList(array), text, byName);
            case Enum<?> word -> word.name();
            case Record record -> plain(JsonCodec.read(JsonCodec.write(record), "a record"), text, byName);
            default -> text.apply(value.toString());
        };
    }

    /** A name that was hidden must not take the place of another one. */
    private static String unique(String shown, String name, Map<String, ?> taken) {
        String free = shown;
        for (int n = 2; !shown.equals(name) && taken.containsKey(free); n++) {
            free = shown + n;
        }
        return free;
    }
}
