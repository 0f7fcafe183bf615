package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers how the simulator's parser cuts names into words, which it does anew for every object and action of a step.
 *
 * <p>This class is defined once more in the loader of every environment, so its memory is that environment's own and used by one thread
 * at a time. It may use nothing but the JDK.
 */
@Internal
public final class RememberedTokens {

    static final String ORIGINAL = "tokenize$original";
    private static final int MOST_TEXTS = 20_000;

    private static final Map<String, String[]> KNOWN = new HashMap<>();
    private static @Nullable MethodHandle original;

    private RememberedTokens() {}

    /** The words of a text, as the parser itself finds them the first time. */
    public static String[] of(Object parser, String text) throws Throwable {
        String[] known = KNOWN.get(text);
        if (known == null) {
            MethodHandle cut = original;
            if (cut == null) {
                cut = MethodHandles.publicLookup()
                        .findVirtual(parser.getClass(), ORIGINAL, MethodType.methodType(String[].class, String.class));
                original = cut;
            }
            known = (String[]) cut.invoke(parser, text);
            if (KNOWN.size() >= MOST_TEXTS) {
                KNOWN.clear();
            }
            KNOWN.put(text, known);
        }
        return known.clone();
    }
}
