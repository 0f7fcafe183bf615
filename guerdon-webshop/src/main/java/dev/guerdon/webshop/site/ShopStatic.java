package dev.guerdon.webshop.site;

import dev.guerdon.api.Internal;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files that pages refer to: style, script, and the pictures of the bundled products. */
@Internal
public final class ShopStatic {

    private static final Pattern PICTURE = Pattern.compile("/static/images/([A-Z0-9]{10})(-[0-9]{1,2})?\\.svg");

    private ShopStatic() {}

    public static Optional<Content> file(String path) {
        if (path.equals("/static/style.css")) {
            return Optional.of(new Content("text/css", resource("style.css")));
        }
        if (path.equals("/static/options.js")) {
            return Optional.of(new Content("text/javascript", resource("options.js")));
        }
        Matcher picture = PICTURE.matcher(path);
        return picture.matches()
                ? Optional.of(new Content("image/svg+xml", drawing(picture.group(1), picture.group(2))))
                : Optional.empty();
    }

    private static String resource(String name) {
        try (InputStream in = ShopStatic.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new WebshopException("the file " + name + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file as it is served. */
    public record Content(String type, String body) {}

    /** A plain picture whose colours depend on the product. */
    private static String drawing(String asin, String variant) {
        int hue = Math.floorMod(asin.hashCode() * 31 + (variant == null ? 0 : variant.hashCode() * 7), 360);
        return String.format(Locale.ROOT, """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160"><rect width="160" height="160" fill="hsl(%d 40%% 92%%)"/>\
                <circle cx="80" cy="72" r="42" fill="hsl(%d 45%% 62%%)"/><text x="80" y="145" text-anchor="middle" font-size="14"\
                 font-family="sans-serif" fill="#444">%s</text></svg>
                """, hue, (hue + 40) % 360, asin);
    }
}
