package dev.guerdon.browser.fetch;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * Tells addresses of the public internet from all others.
 *
 * <p>An IPv6 address that carries an IPv4 address (mapped, compatible, NAT64, 6to4, ISATAP) is judged by the one it carries.
 */
final class AddressRules {

    private record Range(int address, int bits, String name) {

        static Range of(String cidr, String name) {
            int slash = cidr.indexOf('/');
            int address = 0;
            for (String part : cidr.substring(0, slash).split("\\.", -1)) {
                address = address << 8 | Integer.parseInt(part);
            }
            return new Range(address, Integer.parseInt(cidr.substring(slash + 1)), name);
        }

        boolean holds(int other) {
            return (address ^ other) >>> (32 - bits) == 0;
        }
    }

    private static final List<Range> NOT_PUBLIC = List.of(
            Range.of("0.0.0.0/8", "this network"),
            Range.of("10.0.0.0/8", "private"),
            Range.of("100.64.0.0/10", "shared by carriers"),
            Range.of("127.0.0.0/8", "loopback"),
            Range.of("168.63.129.16/32", "cloud metadata"),
            Range.of("169.254.0.0/16", "link-local, cloud metadata"),
            Range.of("172.16.0.0/12", "private"),
            Range.of("192.0.0.0/24", "reserved"),
            Range.of("192.0.2.0/24", "documentation"),
            Range.of("192.88.99.0/24", "6to4 relay"),
            Range.of("192.168.0.0/16", "private"),
            Range.of("198.18.0.0/15", "benchmarking"),
            Range.of("198.51.100.0/24", "documentation"),
            Range.of("203.0.113.0/24", "documentation"),
            Range.of("224.0.0.0/4", "multicast"),
            Range.of("240.0.0.0/4", "reserved"));

    private AddressRules() {}

    /** Why an address is not one of the public internet; empty where it is. */
    static Optional<String> refusal(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length == 4 ? four(word(bytes, 0)) : six(bytes);
    }

    private static Optional<String> four(int address) {
        return NOT_PUBLIC.stream()
                .filter(range -> range.holds(address))
                .map(Range::name)
                .findFirst();
    }

    private static Optional<String> six(byte[] bytes) {
        int first = word(bytes, 0);
        int second = word(bytes, 4);
        int third = word(bytes, 8);
        int last = word(bytes, 12);
        boolean startsWithZeros = first == 0 && second == 0;
        if (startsWithZeros && third == 0 && last == 1) {
            return Optional.of("loopback");
        }
        boolean mapped = startsWithZeros && (third == 0 || third == 0xffff);
        boolean translated = (startsWithZeros && third == 0xffff0000) || (first == 0x64ff9b && (second | third) == 0);
        if (mapped || translated) {
            return four(last).map(name -> name + " (IPv4 within IPv6)");
        }
        if (first >>> 16 == 0x2002) {
            return four(first << 16 | second >>> 16).map(name -> name + " (6to4)");
        }
        if ((third & 0xfdffffff) == 0x5efe) {
            return four(last).map(name -> name + " (ISATAP)");
        }
        if (first >>> 23 == 0x2001_0000 >>> 23) {
            return Optional.of("reserved for protocols");
        }
        if (first == 0x20010db8 || first >>> 12 == 0x3fff0) {
            return Optional.of("documentation");
        }
        return first >>> 29 == 1 ? Optional.empty() : Optional.of(notGlobal(first));
    }

    private static String notGlobal(int first) {
        return switch (first >>> 24) {
            case 0xfc, 0xfd -> "private";
            case 0xff -> "multicast";
            case 0xfe -> "link-local or site-local";
            default -> "not a global address";
        };
    }

    private static int word(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 24
                | (bytes[at + 1] & 0xff) << 16
                | (bytes[at + 2] & 0xff) << 8
                | (bytes[at + 3] & 0xff);
    }
}
