package dev.guerdon.offlineweb.sites;

import dev.guerdon.api.Internal;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One site of the offline web. */
@Internal
public interface OfflineSite {

    /** Returns the first part of its host name. */
    String host();

    /** Returns what it answers. */
    Reply answer(Request request);

    /** Returns the pages that the search engine knows. */
    default List<Entry> entries() {
        return List.of();
    }

    /**
     * A request.
     *
     * @param path the path, decoded
     * @param query the parameters, decoded
     * @param json whether the client asks for JSON
     * @param links makes addresses of other sites
     */
    record Request(String path, Map<String, String> query, boolean json, Links links) {

        public static Map<String, String> query(@Nullable String text) {
            Map<String, String> query = new LinkedHashMap<>();
            for (String pair : (text == null ? "" : text).split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    query.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
                }
            }
            return query;
        }

        private static String decode(String text) {
            try {
                return URLDecoder.decode(text, StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                return text;
            }
        }

        public String get(String name) {
            return query.getOrDefault(name, "");
        }

        /** Returns a whole number from 1, 1 where the parameter is none. */
        public int number(String name) {
            String text = get(name);
            return text.matches("[1-9]\\d{0,4}") ? Integer.parseInt(text) : 1;
        }

        /** Returns whether a parameter is not given, or is this value. */
        public boolean allows(String name, int value) {
            return get(name).isEmpty() || get(name).equals(String.valueOf(value));
        }

        /** Returns whether a parameter is not given, is this value, or is a smaller one with a plus sign behind it. */
        public boolean allowsFrom(String name, int value) {
            return allows(name, value)
                    || (get(name).matches("[1-5]\\+") && value >= get(name).charAt(0) - '0');
        }

        /** Returns how many pages a list of that size has. */
        int pages(int size, int perPage) {
            return Math.max(1, Math.ceilDiv(size, perPage));
        }

        /** Returns the part of a list that this request asks for; the last one if it asks for more. */
        public <T> Stream<T> page(List<T> all, int perPage) {
            int page = Math.min(number("page"), pages(all.size(), perPage));
            return all.stream().skip((page - 1L) * perPage).limit(perPage);
        }

        /** Returns the parts of the path. */
        public List<String> parts() {
            return List.of(path.substring(1).split("/", -1));
        }

        /** Returns the address of this page with one parameter changed, back on the first page; an empty value drops it. */
        public String with(String name, String value) {
            Map<String, String> changed = new LinkedHashMap<>(query);
            changed.remove("page");
            changed.remove(name);
            if (!value.isEmpty()) {
                changed.put(name, value);
            }
            StringBuilder out = new StringBuilder(path);
            changed.forEach((key, one) -> out.append(out.indexOf("?") < 0 ? '?' : '&')
                    .append(key)
                    .append('=')
                    .append(URLEncoder.encode(one, StandardCharsets.UTF_8)));
            return out.toString();
        }
    }

    /** Makes addresses. */
    @FunctionalInterface
    interface Links {
        /** Returns the address of a path on the site with that host. */
        String to(String host, String path);
    }

    /**
     * An answer.
     *
     * @param delay how long the server takes over it
     */
    record Reply(int status, String contentType, String body, Duration delay) {

        public static Reply html(String body) {
            return new Reply(200, "text/html; charset=utf-8", body, Duration.ZERO);
        }

        public static Reply json(int status, String body) {
            return new Reply(status, "application/json; charset=utf-8", body, Duration.ZERO);
        }

        public static Reply missing(String what) {
            return refused(404, "Not found", "There is no " + what + " here.");
        }

        /** Returns a page that says one sentence. */
        public static Reply refused(int status, String title, String sentence) {
            return new Reply(
                    status,
                    "text/html; charset=utf-8",
                    SiteHtml.page(title, SiteHtml.paragraph(sentence)),
                    Duration.ZERO);
        }

        public Reply after(Duration time) {
            return new Reply(status, contentType, body, time);
        }
    }

    /** A page as the search engine sees it. */
    record Entry(String host, String path, String title, String text) {}
}
