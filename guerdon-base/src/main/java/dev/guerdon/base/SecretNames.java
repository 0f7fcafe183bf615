package dev.guerdon.base;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells from a name whether its value is a secret. */
final class SecretNames {

    /** Words that end the name of a variable or setting. */
    private static final List<String> ENDINGS =
            List.of("key", "token", "secret", "password", "passwd", "passphrase", "credential", "credentials", "auth");

    /** Names that mean nothing else wherever they stand. {@code key} and {@code token} are left out: data is full of them. */
    private static final Set<String> CERTAIN = Set.of(
            "apikey",
            "secret",
            "password",
            "passwd",
            "passphrase",
            "clientsecret",
            "secretkey",
            "privatekey",
            "accesskey",
            "secretaccesskey",
            "accesstoken",
            "refreshtoken",
            "authtoken",
            "bearertoken",
            "sessiontoken",
            "authorization",
            "xapikey");

    /** Endings that are as certain after a prefix, as in {@code openai_api_key}. */
    private static final List<String> CERTAIN_ENDINGS =
            List.of("apikey", "secretkey", "privatekey", "clientsecret", "accesstoken", "authtoken", "password");

    private SecretNames() {}

    /** Whether the variable's value is a secret, as that of {@code FOO_API_KEY}, {@code GH_TOKEN} or {@code PGPASSWORD}. */
    static boolean ofVariable(String name) {
        String small = name.toLowerCase(Locale.ROOT);
        return (!small.endsWith("auth") && ofSetting(small))
                || small.endsWith("password")
                || small.endsWith("_pass")
                || small.endsWith("_pat");
    }

    /** Whether a setting or option with this name holds a secret. */
    static boolean ofSetting(String name) {
        String small = name.toLowerCase(Locale.ROOT);
        String numbered = small.replaceFirst("[_.-]?[0-9]{1,3}$", ""); // the second of two keys
        String word = numbered.substring(1
                + Math.max(numbered.lastIndexOf('_'), Math.max(numbered.lastIndexOf('-'), numbered.lastIndexOf('.'))));
        return ENDINGS.contains(word) || ofData(small);
    }

    /** Whether a name within data, where nobody chose the names with care, holds a secret. */
    static boolean ofData(String name) {
        if (name.length() < 6 || name.length() > 64) {
            return false;
        }
        String joined = name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
        return CERTAIN.contains(joined) || CERTAIN_ENDINGS.stream().anyMatch(joined::endsWith);
    }
}
