package dev.guerdon.core.secret;

import dev.guerdon.api.Internal;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Names whose values are secrets. */
@Internal
public final class SecretNames {

    /** Words that end the name of a variable or setting. */
    private static final List<String> ENDINGS =
            List.of("key", "token", "secret", "password", "passwd", "passphrase", "credential", "credentials", "auth");

    /** Names that mean nothing else wherever they stand. {@code key} and {@code token} are left out: data is full of them. */
    private static final Set<String> CERTAIN =
            Set.of("secret", "passwd", "bearertoken", "authorization", "proxyauthorization");

    /** Endings that are as certain after a prefix, as in {@code openai_api_key}. */
    private static final List<String> CERTAIN_ENDINGS = List.of(("apikey secretkey privatekey accesskey accountkey"
                    + " signingkey encryptionkey masterkey clientsecret appsecret apisecret webhooksecret accesstoken"
                    + " refreshtoken sessiontoken authtoken apitoken privatetoken password passphrase")
            .split(" ", -1));

    /** Headers that hold sessions. */
    private static final Set<String> COOKIES = Set.of("cookie", "setcookie");

    private SecretNames() {}

    /** Returns whether the variable's value is a secret, as that of {@code FOO_API_KEY}, {@code GH_TOKEN} or {@code PGPASSWORD}. */
    public static boolean ofVariable(String name) {
        String small = name.toLowerCase(Locale.ROOT);
        return (!small.endsWith("auth") && ofSetting(small))
                || small.endsWith("password")
                || small.endsWith("_pass")
                || small.endsWith("_pat");
    }

    /** Returns whether a setting or option with this name holds a secret. */
    public static boolean ofSetting(String name) {
        String small = name.toLowerCase(Locale.ROOT);
        String numbered = small.replaceFirst("[_.-]?[0-9]{1,3}$", ""); // the second of two keys
        String word = numbered.substring(1
                + Math.max(numbered.lastIndexOf('_'), Math.max(numbered.lastIndexOf('-'), numbered.lastIndexOf('.'))));
        return ENDINGS.contains(word) || ofData(small);
    }

    /** Returns whether a name within data, whose names were not chosen with care, holds a secret. */
    public static boolean ofData(String name) {
        if (name.length() < 6 || name.length() > 64) {
            return false;
        }
        String joined = joined(name);
        return CERTAIN.contains(joined) || CERTAIN_ENDINGS.stream().anyMatch(joined::endsWith);
    }

    /** Returns whether this value of a name within data is a secret. */
    public static boolean ofData(String name, String value) {
        return !value.isEmpty() && (ofData(name) || (isCookie(name) && value.indexOf('=') > 0));
    }

    /** Returns whether a name is that of a header with cookies. */
    static boolean isCookie(String name) {
        return name.length() <= 10 && COOKIES.contains(joined(name));
    }

    private static String joined(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }
}
