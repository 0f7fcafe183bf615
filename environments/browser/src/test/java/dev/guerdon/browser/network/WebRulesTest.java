package dev.guerdon.browser.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class WebRulesTest {

    private static final InetAddress[] PUBLIC = {address("93.184.216.34")};

    /** Answers every name with a public address, so that only the rules can refuse. */
    private final WebRules rules = new WebRules(Set.of(), host -> PUBLIC);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/",
                "http://127.1/",
                "http://2130706433/",
                "http://0x7f000001/",
                "http://0x7f.0.0.1/",
                "http://0177.0.0.1/",
                "http://017700000001/",
                "http://0/",
                "http://0.0.0.0:8080/",
                "http://127.0.0.1./",
                "http://10.1.2.3/",
                "http://172.31.255.255/",
                "http://192.168.0.1/",
                "http://169.254.169.254/latest/meta-data/",
                "http://100.100.100.200/",
                "http://168.63.129.16/",
                "http://192.0.0.192/",
                "http://255.255.255.255/",
                "http://224.0.0.251/",
                "http://[::1]/",
                "http://[::]/",
                "http://[::ffff:127.0.0.1]/",
                "http://[::ffff:7f00:1]/",
                "http://[0:0:0:0:0:ffff:a9fe:a9fe]/",
                "http://[64:ff9b::7f00:1]/",
                "http://[64:ff9b:1::1]/",
                "http://[2002:7f00:1::]/",
                "http://[2001::1]/",
                "http://[2001:db8::1]/",
                "http://[fe80::1]/",
                "http://[fec0::1]/",
                "http://[fd00:ec2::254]/",
                "http://[ff02::1]/",
                "http://[2a00::5efe:127.0.0.1]/",
                "http://\u2460\u2461\u2466.\u24ea.\u24ea.\u2460/",
                "http://127\u30020\u30020\u30021/",
                "http://\uff11\uff12\uff17.0.0.1/",
            })
    void addressesThatAreNotPublicAreRefusedHoweverTheyAreWritten(String url) {
        assertThat(rules.check(url)).isInstanceOf(WebRules.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.org",
                "//example.org/",
                "file:///etc/passwd",
                "ftp://example.org/",
                "gopher://example.org/",
                "javascript:alert(1)",
                "data:text/html,hello",
                "jar:http://example.org/a!/b",
                "http:example.org",
                "http:/example.org",
                "http:///example.org",
                "http://",
                "http://user@example.org/",
                "http://user:secret@example.org/",
                "http://example.org@127.0.0.1/",
                "http://example.org\\@127.0.0.1/",
                "http://127.0.0.1\\.example.org/",
                "http://exa mple.org/",
                "http://example.org\t/",
                "http://example.org\r\nHost: other/",
                "http://%31%32%37.0.0.1/",
                "http://[::1%25eth0]/",
                "http://[fe80::1%eth0]/",
                "http://::1/",
                "http://[127.0.0.1]x/",
                "http://example..org/",
                "http://.example.org/",
                "http://example.org../",
                "http://-example.org/",
                "http://example.org:0/",
                "http://example.org:65536/",
                "http://example.org:99999999999/",
                "http://example.org:8o/",
                "http://1.2.3.4.5/",
                "http://256.1.1.1/",
                "http://1.2.3.0x/9",
                "http://08.1.1.1/",
                "http://example.0x/",
            })
    void whatIsNoPlainWebAddressIsRefused(String url) {
        // 1.2.3.0x is 1.2.3.0, a public address, for browsers and for us.
        if (url.equals("http://1.2.3.0x/9")) {
            assertThat(rules.check(url)).isInstanceOf(WebRules.Allowed.class);
        } else {
            assertThat(rules.check(url)).isInstanceOf(WebRules.Refused.class);
        }
    }

    @Test
    void publicHostsAreAllowedWithTheAddressesThatWereChecked() {
        assertThat(rules.check("https://Example.ORG:8443/a b?q=\u00e4#part"))
                .isEqualTo(new WebRules.Allowed(List.of(PUBLIC)));
        assertThat(rules.check("http://93.184.216.34/")).isInstanceOf(WebRules.Allowed.class);
        assertThat(rules.check("http://[2606:2800:220:1::1]/")).isInstanceOf(WebRules.Allowed.class);
        assertThat(rules.check("http://b\u00fccher.example/")).isInstanceOf(WebRules.Allowed.class);
    }

    @Test
    void oneBadAddressOfSeveralRefusesTheHost() {
        WebRules mixed = new WebRules(Set.of(), host -> new InetAddress[] {PUBLIC[0], address("10.0.0.1")});
        assertThat(mixed.check("http://example.org/"))
                .isInstanceOfSatisfying(
                        WebRules.Refused.class,
                        refused -> assertThat(refused.reason()).contains("10.0.0.1", "private", "GUERDON_ALLOW_HOSTS"));
    }

    @Test
    void unknownHostsAreRefused() {
        WebRules none = new WebRules(Set.of(), host -> {
            throw new UnknownHostException(host);
        });
        assertThat(none.check("http://nowhere.example/"))
                .isEqualTo(new WebRules.Refused("the host nowhere.example was not found"));
    }

    @Test
    void hostsAreAllowedByNameAndPort() {
        WebRules allowing = new WebRules(Set.of("*.localhost:8890", "10.0.0.5"), WebAddress::lookUp);
        assertThat(allowing.check("http://weather.localhost:8890/")).isInstanceOf(WebRules.Allowed.class);
        assertThat(allowing.check("http://weather.localhost:8891/")).isInstanceOf(WebRules.Refused.class);
        assertThat(allowing.check("http://localhost:8890/")).isInstanceOf(WebRules.Refused.class);
        assertThat(allowing.check("http://127.0.0.1:8890/")).isInstanceOf(WebRules.Refused.class);
        assertThat(allowing.check("http://10.0.0.5:1234/")).isInstanceOf(WebRules.Allowed.class);
        assertThat(allowing.check("http://0xa000005/")).isInstanceOf(WebRules.Allowed.class);
        assertThat(allowing.check("http://10.0.0.6/")).isInstanceOf(WebRules.Refused.class);
    }

    @Test
    void everyWayOfWritingAPrivateAddressIsRefused() {
        Random random = new Random(11);
        int[] blocks = {0x0a000000, 0x7f000000, 0xa9fe0000, 0xc0a80000, 0xac100000, 0x64400000, 0x00000000, 0xe0000000};
        int[] sizes = {24, 24, 16, 16, 20, 22, 24, 28};
        for (int i = 0; i < 5000; i++) {
            int which = random.nextInt(blocks.length);
            int address = blocks[which] | random.nextInt() >>> (32 - sizes[which]);
            String url = "http://" + spelled(address, random)
                    + (random.nextBoolean() ? "" : ":" + (1 + random.nextInt(65535))) + "/";
            assertThat(rules.check(url)).as(url).isInstanceOf(WebRules.Refused.class);
        }
    }

    @Test
    void noTextMakesTheRulesFail() {
        Random random = new Random(12);
        String pieces = "http://htps:/@\\[]%.:0127x#?&=\u3002\uff0e\u200b\u00ad localhost1a\u0000\n";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder url = new StringBuilder(random.nextBoolean() ? "http://" : "");
            for (int length = random.nextInt(30); length > 0; length--) {
                url.append(pieces.charAt(random.nextInt(pieces.length())));
            }
            WebRules.Verdict verdict = rules.check(url.toString());
            if (verdict instanceof WebRules.Allowed) {
                WebAddress read = WebAddress.of(url.toString());
                assertThat(WebAddress.of(read.toString())).isEqualTo(read);
            }
        }
    }

    private static String spelled(int address, Random random) {
        int[] parts = {address >>> 24, address >>> 16 & 255, address >>> 8 & 255, address & 255};
        long all = address & 0xffffffffL;
        return switch (random.nextInt(9)) {
            case 0 -> String.valueOf(all);
            case 1 -> "0x" + Long.toHexString(all);
            case 2 -> "0" + Long.toOctalString(all);
            case 3 -> parts[0] + "." + (address & 0xffffff);
            case 4 -> parts[0] + "." + parts[1] + "." + (address & 0xffff);
            case 5 -> String.format(Locale.ROOT, "0x%x.0%o.%d.%d.", parts[0], parts[1], parts[2], parts[3]);
            case 6 -> String.format(Locale.ROOT, "[::ffff:%d.%d.%d.%d]", parts[0], parts[1], parts[2], parts[3]);
            case 7 -> String.format(Locale.ROOT, "[64:ff9b::%x:%x]", address >>> 16, address & 0xffff);
            default ->
                String.format(
                        Locale.ROOT, "[2002:%x:%x::%x]", address >>> 16, address & 0xffff, random.nextInt(0xffff));
        };
    }

    public static InetAddress address(String literal) {
        try {
            return InetAddress.getAllByName(literal)[0];
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
