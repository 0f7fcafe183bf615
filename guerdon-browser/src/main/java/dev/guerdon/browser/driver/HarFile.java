package dev.guerdon.browser.driver;

import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.KeptFile;
import dev.guerdon.browser.spi.BrowserException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An HTTP archive that holds no sessions: the values of cookies and credentials are taken out. */
final class HarFile {

    private static final String HIDDEN = "***";
    private static final Set<String> SECRET_HEADERS =
            Set.of("cookie", "set-cookie", "authorization", "proxy-authorization", "x-api-key", "x-csrf-token");

    private HarFile() {}

    static void hideSecrets(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                return; // The browser was lost before it could write.
            }
            Object har = JsonCodec.read(Files.readString(file, StandardCharsets.UTF_8), file.toString())
                    .value();
            KeptFile.write(file, JsonCodec.write(cleaned(har, "")));
        } catch (IOException e) {
            throw new BrowserException("cannot write the archive " + file + ": " + e.getMessage(), e);
        }
    }

    private static @Nullable Object cleaned(@Nullable Object value, String within) {
        if (value instanceof List<?> list) {
            List<@Nullable Object> all = new ArrayList<>();
            list.forEach(item -> all.add(cleaned(item, within)));
            return all;
        }
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        map.forEach((name, item) -> all.put(String.valueOf(name), cleaned(item, String.valueOf(name))));
        boolean cookie = within.equals("cookies");
        boolean header = within.equals("headers")
                && SECRET_HEADERS.contains(String.valueOf(all.get("name")).toLowerCase(Locale.ROOT));
        if ((cookie || header) && all.containsKey("value")) {
            all.put("value", HIDDEN);
        }
        return all;
    }
}
