package dev.guerdon.rewards.schema;

import dev.guerdon.rewards.regex.BoundedRegex;
import dev.guerdon.rewards.regex.BoundedRegex.BadPattern;
import dev.guerdon.rewards.regex.BoundedRegex.Flavor;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The formats of 2020-12, asserted where an option asks for it. Each pattern is linear in the length of the text. */
final class StringFormats {

    private static final Pattern DATE = Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})");
    private static final Pattern TIME =
            Pattern.compile("([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.[0-9]++)?(?:[zZ]|([+-])([0-9]{2}):([0-9]{2}))");
    private static final Pattern DURATION =
            Pattern.compile("P(?!$)(?:[0-9]++W|(?:[0-9]++Y(?:[0-9]++M(?:[0-9]++D)?)?|[0-9]++M(?:[0-9]++D)?|[0-9]++D)?"
                    + "(?:T(?=[0-9])(?:[0-9]++H(?:[0-9]++M(?:[0-9]++S)?)?|[0-9]++M(?:[0-9]++S)?|[0-9]++S))?)");
    private static final Pattern UUID =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?");
    private static final Pattern ATOM = Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]++");
    private static final Pattern OCTET = Pattern.compile("0|[1-9][0-9]{0,2}");
    private static final Pattern POINTER = Pattern.compile("(?:/(?:[^~/]|~[01])*+)*+");
    private static final Pattern RELATIVE = Pattern.compile("(?:0|[1-9][0-9]*+)(?:#|(?:/(?:[^~/]|~[01])*+)*+)");

    private StringFormats() {}

    /** Returns whether a value has a format; only texts can lack one, and a format nobody knows is always met. */
    static boolean isMet(String format, @Nullable Object value) {
        if (!(value instanceof String text)) {
            return true;
        }
        return switch (format) {
            case "date" -> isDate(text);
            case "time" -> isTime(text);
            case "date-time" ->
                text.length() > 11
                        && "Tt".indexOf(text.charAt(10)) >= 0
                        && isDate(text.substring(0, 10))
                        && isTime(text.substring(11));
            case "duration" -> DURATION.matcher(text).matches();
            case "email", "idn-email" -> isEmail(text);
            case "hostname", "idn-hostname" -> isHost(text);
            case "ipv4" -> isIpv4(text);
            case "ipv6" -> isIpv6(text);
            case "uri", "iri" -> isUri(text, true);
            case "uri-reference", "iri-reference" -> isUri(text, false);
            case "uuid" -> UUID.matcher(text).matches();
            case "json-pointer" -> POINTER.matcher(text).matches();
            case "relative-json-pointer" -> RELATIVE.matcher(text).matches();
            case "regex" -> isRegex(text);
            default -> true;
        };
    }

    private static boolean isDate(String text) {
        Matcher date = DATE.matcher(text);
        if (!date.matches()) {
            return false;
        }
        try {
            LocalDate.of(
                    Integer.parseInt(date.group(1)), Integer.parseInt(date.group(2)), Integer.parseInt(date.group(3)));
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** RFC 3339: a second 60 only where the minute ends in UTC at 23:59. */
    private static boolean isTime(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            return false;
        }
        int hour = Integer.parseInt(time.group(1));
        int minute = Integer.parseInt(time.group(2));
        int second = Integer.parseInt(time.group(3));
        int offset = 0;
        if (time.group(4) != null) {
            int hours = Integer.parseInt(time.group(5));
            int minutes = Integer.parseInt(time.group(6));
            if (hours > 23 || minutes > 59) {
                return false;
            }
            offset = (time.group(4).equals("-") ? -1 : 1) * (hours * 60 + minutes);
        }
        boolean leap = second == 60 && Math.floorMod(hour * 60 + minute - offset, 1440) == 1439;
        return hour < 24 && minute < 60 && (second < 60 || leap);
    }

    private static boolean isEmail(String text) {
        int at = text.lastIndexOf('@');
        if (at <= 0 || at > 64) {
            return false;
        }
        String domain = text.substring(at + 1);
        for (String atom : text.substring(0, at).split("\\.", -1)) {
            if (!ATOM.matcher(atom).matches()) {
                return false;
            }
        }
        return isHost(domain)
                || (domain.startsWith("[") && domain.endsWith("]") && isIpv4(domain.substring(1, domain.length() - 1)));
    }

    private static boolean isHost(String text) {
        if (text.isEmpty() || text.length() > 253) {
            return false;
        }
        for (String label : text.split("\\.", -1)) {
            if (!LABEL.matcher(label).matches()) {
                return false;
            }
        }
        return true;
    }

    private static boolean isIpv4(String text) {
        String[] octets = text.split("\\.", -1);
        for (String octet : octets) {
            if (!OCTET.matcher(octet).matches() || Integer.parseInt(octet) > 255) {
                return false;
            }
        }
        return octets.length == 4;
    }

    private static boolean isIpv6(String text) {
        int gap = text.indexOf("::");
        if ((gap >= 0 && text.indexOf("::", gap + 1) >= 0) || text.length() > 45) {
            return false;
        }
        int groups = gap < 0
                ? groups(text, true)
                : groups(text.substring(0, gap), false) + groups(text.substring(gap + 2), true);
        return gap < 0 ? groups == 8 : groups >= 0 && groups <= 7;
    }

    /** Returns how many groups of 16 bits, or a large negative number if it is no part of an address. */
    private static int groups(String text, boolean mayEndInIpv4) {
        if (text.isEmpty()) {
            return 0;
        }
        int count = 0;
        String[] parts = text.split(":", -1);
        for (int i = 0; i < parts.length; i++) {
            boolean last = i == parts.length - 1;
            if (last && mayEndInIpv4 && isIpv4(parts[i])) {
                count += 2;
            } else if (parts[i].matches("[0-9a-fA-F]{1,4}")) {
                count++;
            } else {
                return -100;
            }
        }
        return count;
    }

    private static boolean isUri(String text, boolean absolute) {
        try {
            URI uri = new URI(text);
            return !absolute || uri.isAbsolute();
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean isRegex(String text) {
        try {
            BoundedRegex.compile(text, Flavor.ECMA, false);
            return true;
        } catch (BadPattern e) {
            return false;
        }
    }
}
