package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFilterTest {

    private static final String BODY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC";

    private final SecretFilter none = SecretFilter.of(Map.of());

    @Test
    void valuesOfVariablesWhoseNameSaysSoAreHidden() {
        SecretFilter secrets = SecretFilter.of(Map.of(
                "OPENAI_API_KEY", "abcdefgh12345678",
                "DB_PASSWORD", "correct horse",
                "PGPASSWORD", "staple \"battery\"",
                "GH_TOKEN", "opensesame/42",
                "PWD", "/home/someone",
                "MAX_TOKENS", "4096000000",
                "SHORT_KEY", "short"));
        assertThat(secrets.redact("abcdefgh12345678, correct horse, /home/someone, short, 4096000000"))
                .isEqualTo("***, ***, /home/someone, short, 4096000000");
        assertThat(secrets.redact("http://x/?q=opensesame%2F42&r=1")).isEqualTo("http://x/?q=***&r=1");
        assertThat(secrets.redact("{\"a\":\"staple \\\"battery\\\"\"}")).isEqualTo("{\"a\":\"***\"}");
    }

    @Test
    void everyUsualNameOfAVariableIsKnown() {
        for (String name : List.of(
                "FOO_API_KEY",
                "FOO_APIKEY",
                "FOO_API_KEY_2",
                "OPENAI_KEY1",
                "HF_TOKEN",
                "GH_PAT",
                "SMTP_PASS",
                "DB_SECRET",
                "AWS_SECRET_ACCESS_KEY",
                "MYSQL_PASSWORD",
                "foo_api_key")) {
            assertThat(SecretFilter.of(Map.of(name, "walnut tree lane")).redact("by the walnut tree lane"))
                    .as(name)
                    .isEqualTo("by the ***");
        }
        for (String name :
                List.of("PWD", "PATH", "MAX_TOKENS", "SSH_AUTH_SOCK", "XAUTHORITY", "GPG_AGENT_INFO", "BYPASS")) {
            assertThat(SecretFilter.of(Map.of(name, "walnut tree lane")).redact("by the walnut tree lane"))
                    .as(name)
                    .contains("walnut");
        }
    }

    @Test
    void valueIsHiddenAsAddressesAndPagesWriteIt() {
        none.learn("a <b>& 'c' \"d\"/e");
        for (String written : List.of(
                "a <b>& 'c' \"d\"/e",
                "a+%3Cb%3E%26+%27c%27+%22d%22%2Fe",
                "a%20%3Cb%3E%26%20%27c%27%20%22d%22%2Fe",
                "a%20%3cb%3e%26%20%27c%27%20%22d%22%2fe",
                "a <b>& 'c' \\\"d\\\"/e")) {
            assertThat(none.redact("x=" + written + ";")).as(written).isEqualTo("x=***;");
        }
        for (HtmlEscape way : HtmlEscape.values()) {
            assertThat(none.redact(way.escape("<p>a <b>& 'c' \"d\"/e</p>")))
                    .contains("***")
                    .doesNotContain("'c'");
        }
    }

    @Test
    void knownKeyIsFoundHoweverATextWritesIt() {
        Random random = new Random(3);
        List<String> keys =
                List.of("wJalr+XUt/nFEMI", "p@ss w%rd'\"\\1", "zwölf-Käse-42", "12345678", "line\nbreak&key<x>");
        SecretFilter secrets = SecretFilter.of(Map.of());
        keys.forEach(secrets::learn);
        for (String key : keys) {
            String utf8 = URLEncoder.encode(key, StandardCharsets.UTF_8);
            String json = JsonCodec.write(key);
            json = json.substring(1, json.length() - 1);
            String twice = JsonCodec.write(json);
            for (String written : List.of(
                    key,
                    utf8,
                    utf8.replace("+", "%20"),
                    utf8.toLowerCase(java.util.Locale.ROOT).equals(utf8) ? utf8 : lowerEscapes(utf8),
                    json,
                    json.replace("/", "\\/"),
                    twice.substring(1, twice.length() - 1),
                    key.replace("'", "'\\''"),
                    key.replaceAll("([^A-Za-z0-9\n])", "\\\\$1"),
                    HexFormat.of().formatHex(key.getBytes(StandardCharsets.UTF_8)),
                    HexFormat.of().withUpperCase().formatHex(key.getBytes(StandardCharsets.UTF_8)))) {
                assertThat(secrets.hideKeys("a=" + written + ";")).as(written).isEqualTo("a=***;");
            }
            for (int i = 0; i < 60; i++) {
                byte[] before = new byte[random.nextInt(20)];
                byte[] after = new byte[random.nextInt(20)];
                random.nextBytes(before);
                random.nextBytes(after);
                byte[] whole = concat(before, key.getBytes(StandardCharsets.UTF_8), after);
                for (String coded : List.of(
                        Base64.getEncoder().encodeToString(whole),
                        Base64.getUrlEncoder().withoutPadding().encodeToString(whole),
                        Base64.getMimeEncoder(16, new byte[] {'\n'}).encodeToString(whole),
                        URLEncoder.encode(Base64.getEncoder().encodeToString(whole), StandardCharsets.UTF_8))) {
                    assertThat(secrets.hideKeys("x " + coded + " y"))
                            .as(coded)
                            .contains("***")
                            .startsWith("x ")
                            .endsWith(" y");
                }
            }
        }
    }

    private static String lowerEscapes(String encoded) {
        return java.util.regex.Pattern.compile("%[0-9A-F]{2}")
                .matcher(encoded)
                .replaceAll(found -> found.group().toLowerCase(java.util.Locale.ROOT));
    }

    private static byte[] concat(byte[] a, byte[] b, byte[] c) {
        byte[] out = Arrays.copyOf(a, a.length + b.length + c.length);
        System.arraycopy(b, 0, out, a.length, b.length);
        System.arraycopy(c, 0, out, a.length + b.length, c.length);
        return out;
    }

    @Test
    void whatOnlyLooksLikeASecretStaysInData() {
        none.learn("walnut-tree-lane");
        Map<String, Object> data = Map.of("password", "hunter2hunter2", "a", "sk-abcdefgh12345678 walnut%2Dtree-lane");
        assertThat(none.hideKeysIn(data))
                .isEqualTo(new SecretFilter.Hidden(
                        Map.of("password", "hunter2hunter2", "a", "sk-abcdefgh12345678 ***"), 1));
        assertThat(none.redactValue(data)).isEqualTo(Map.of("password", "***", "a", "*** ***"));
    }

    @Test
    void knownPartOfAKeyDoesNotShowTheRestOfIt() {
        none.learn("0123456789abcdef");
        assertThat(none.redact("x dop_v1_00112233445566770123456789abcdef00112233 y"))
                .isEqualTo("x *** y");
    }

    @Test
    void namesThatAreHiddenDoNotMeet() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("sk-abcdefgh12345678", 1);
        data.put("sk-abcdefgh87654321", 2);
        assertThat(none.redactValue(data)).isEqualTo(Map.of("***", 1, "***2", 2));
    }

    @Test
    void whatWasToldIsHiddenFromThenOn() {
        assertThat(none.redact("the key is walnut-tree-lane")).contains("walnut");
        none.learn("  walnut-tree-lane\n");
        none.learn(Map.of("auth", "required", "db_secret", "nobody-knows-this", "name", "ordinary-words"));
        assertThat(none.redact("walnut-tree-lane required nobody-knows-this ordinary-words"))
                .isEqualTo("*** required *** ordinary-words");
    }

    @Test
    void aValueThatContainsAnotherIsHiddenWhole() {
        none.learn("longer-secret");
        none.learn("longer-secret-value");
        assertThat(none.redact("longer-secret-value longer-secret")).isEqualTo("*** ***");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sk-abcdefgh12345678",
                "sk-proj-1234567890",
                "sk-ant-api03-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5",
                "sk-abcd**********wxyz",
                "pk-abcdefghijklmnop",
                "rk-0123456789ab",
                "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
                "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
                "ghs_abcdefghijklmnopqrstuvwxyz0123456789",
                "github_pat_11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz",
                "glpat-abcdefghijklmnopqrst",
                "AKIAIOSFODNN7EXAMPLE",
                "ASIAIOSFODNN7EXAMPLE",
                "xoxb-1234567890-abcdefghij",
                "hf_abcdefghijklmnopqrstuvwxyzABCDEFGH",
                "AIzaSyA-abcdefghijklmnopqrstuvwxyz0123456",
                "ya29.a0AfH6SMBabcdefghijklmnopqrstuvwxyz",
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
                "Bearer abcdefgh12345678",
                "bearer eyJhbGciOi.J9",
                "Basic dXNlcjpwYXNzd29yZA==",
                "dop_v1_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                "r8_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789a",
                "pplx-0123456789abcdef0123456789abcdef0123456789abcdef",
                "fw_3ZjhdkPgEpEiHz4pNxgHvPpj",
                "tgp_v1_AbCdEfGhIjKlMnOpQrSt-uVwXyZ0123456789_abcde",
                "tvly-dev-AbCdEfGhIjKlMnOp012345",
                "hvs.CAESIAbCdEfGhIjKlMnOp012345"
            })
    void everyShapeIsHiddenWhereverItStands(String key) {
        assertThat(none.redact(key)).isEqualTo("***");
        assertThat(none.redact("it is " + key + ", again: \"" + key + "\"")).isEqualTo("it is ***, again: \"***\"");
        assertThat(none.redact("{\"text\":\"one\\n" + key + "\\ntwo\"}")).isEqualTo("{\"text\":\"one\\n***\\ntwo\"}");
        assertThat(none.redact("<b>" + key + "</b>")).isEqualTo("<b>***</b>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a task-force meets, a desk-lamp-and-more, risk-assessment-2024, disk-0123456789",
                "sk-learn and sk-learn-tutorial, pk-column, a brisk-1234567890 walk",
                "the bearer of bad news; bearer instruments; a bearer certificate",
                "Basic programming in BASIC; basic understanding; Basic 2024",
                "d41d8cd98f00b204e9800998ecf8427e e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                "123e4567-e89b-12d3-a456-426614174000 run_20261115_101500",
                "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4",
                "eyJhIjoxfQ== eyJ.a.b eyJhbGciOiJIUzI1NiJ9",
                "AKIA, ASIAN MARKETS, AKIAIOSFODNN7EXAMPLEX1",
                "http://example.org/a@b mailto:me@example.org https://example.org:8080/x?q=1&key=title",
                "Password: required for the report. The secret: nobody knows. password = readPassword()",
                "press(key=\"Enter\") {\"key\":\"ArrowDown\",\"token\":\"tokenizer1\"} max_tokens=4096000000",
                "-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE----- and -----BEGIN PUBLIC KEY-----",
                "hf_model_name_with_many_words npm_config_registry ghp_short",
                "fw_rule r8_t pplx-70b-chat fw_configuration hvs.example tgp_v1_short dapi r8_ dop_v1_notes",
                "Cookie: a small cake. Set-Cookie: see chapter 4; \"cookie\": \"chocolate chip\"; Authorization: see chapter 4",
                "password=${DB_PASSWORD} api_key=\"$OPENAI_API_KEY\" password=%s access_key: required AccountKey: none",
                "The monkey=banana1 and turkey=sandwich2 keep their values; accountKey = account.key()",
                "x = a*b - c == d; http://localhost:8000/v1#qwen3?key_env=MY_VARIABLE"
            })
    void ordinaryTextStaysAsItIs(String text) {
        assertThat(none.redact(text)).isSameAs(text);
    }

    @Test
    void credentialsOfAnAddressAreHidden() {
        assertThat(none.redact("openai-compatible:http://me:pass@host/v1#m"))
                .isEqualTo("openai-compatible:http://***@host/v1#m");
        assertThat(none.redact("see https://api.example.org/v1?api_key=topsecretvalue&page=2"))
                .isEqualTo("see https://api.example.org/v1?api_key=***&page=2");
        assertThat(none.redact("https://x.org/?a=1&token=abc123def456#top")).doesNotContain("abc123");
    }

    @Test
    void valuesBehindCertainNamesAreHidden() {
        assertThat(none.redact("OPENAI_API_KEY=topsecretvalue\nFOO_TOKEN='abc12345'\nHOME=/home/someone"))
                .isEqualTo("OPENAI_API_KEY=***\nFOO_TOKEN='***'\nHOME=/home/someone");
        assertThat(none.redact("{\"api_key\": \"topsecretvalue\", \"n\": 1}"))
                .isEqualTo("{\"api_key\": \"***\", \"n\": 1}");
        assertThat(none.redact("{\\\"password\\\":\\\"topsecretvalue\\\"}"))
                .isEqualTo("{\\\"password\\\":\\\"***\\\"}");
        assertThat(none.redact("x-api-key: 0123456789abc")).isEqualTo("x-api-key: ***");
        assertThat(none.redact("PRIVATE-TOKEN: 0123456789abc")).isEqualTo("PRIVATE-TOKEN: ***");
        assertThat(none.redact("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\nregion = eu"))
                .isEqualTo("aws_secret_access_key = ***\nregion = eu");
        assertThat(none.redact("Endpoint=https://a.b;AccountKey=c2VjcmV0LXZhbHVl+/==;Table=t"))
                .isEqualTo("Endpoint=https://a.b;AccountKey=***;Table=t");
        assertThat(none.redact("db:\n  password: hunter2\n  user: me\npassword=hunter2"))
                .isEqualTo("db:\n  password: ***\n  user: me\npassword=***");
    }

    @Test
    void headersWithSessionsAreHidden() {
        assertThat(none.redact("GET /\nCookie: sid=abc; theme=dark\nHost: h")).isEqualTo("GET /\nCookie: ***\nHost: h");
        assertThat(none.redact("{\"Set-Cookie\": \"sid=abc; Path=/\", \"n\": 1}"))
                .isEqualTo("{\"Set-Cookie\": \"***\", \"n\": 1}");
        assertThat(none.redact("curl -H 'cookie: sid=abc' http://h")).isEqualTo("curl -H 'cookie: ***' http://h");
        assertThat(none.redact("Authorization: Token 9944b09199c62bcf\nHost: h"))
                .isEqualTo("Authorization: Token ***\nHost: h");
        assertThat(none.redact("Authorization: AWS4-HMAC-SHA256 Credential=a/b, Signature=c"))
                .isEqualTo("Authorization: AWS4-HMAC-SHA256 ***");
        assertThat(none.redact("{\"a\": \"one\\nCookie: sid=abc; b=c\\nsecret=hunter2x\"}"))
                .isEqualTo("{\"a\": \"one\\nCookie: ***\\nsecret=***\"}");
        assertThat(none.redactValue(Map.of("cookie", "sid=abc"))).isEqualTo(Map.of("cookie", "***"));
        assertThat(none.redactValue(Map.of("cookie", "oat"))).isEqualTo(Map.of("cookie", "oat"));
    }

    @Test
    void aPrivateKeyIsHiddenWithItsLineBreaks() {
        String key = "-----BEGIN RSA PRIVATE KEY-----\n" + BODY + "\n" + BODY + "\n-----END RSA PRIVATE KEY-----";
        assertThat(none.redact("before\n" + key + "\nafter")).isEqualTo("before\n***\nafter");
        String json = JsonCodec.write(Map.of("file", "a\n" + key + "\n\"b\""));
        assertThat(JsonCodec.read(none.redact(json), "json").get("file").asString())
                .isEqualTo("a\n***\n\"b\"");
        String cut = JsonCodec.write(Map.of("file", key.substring(0, 60) + "\n", "next", "stays"));
        assertThat(JsonCodec.read(none.redact(cut), "json").asMap()).containsEntry("next", "stays");
        assertThat(none.redact(cut)).doesNotContain(BODY.substring(0, 12));
    }

    @Test
    void settingsAreHiddenByTheirName() {
        assertThat(none.redact(Map.of("api_key", "abc", "temperature", "0", "max_tokens", "100", "auth", "x")))
                .isEqualTo(Map.of("api_key", "***", "temperature", "0", "max_tokens", "100", "auth", "***"));
    }

    @Test
    void nestedValuesAreHiddenByNameAndByShape() {
        record Call(String name, Optional<String> argument) {}
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("client_secret", "tiny");
        value.put("list", List.of("sk-abcdefgh12345678", 1, true));
        value.put("call", new Call("fetch", Optional.of("ghp_abcdefghijklmnopqrstuvwxyz0123456789")));
        value.put("token", "cat");
        assertThat(JsonCodec.write(none.redactValue(value)))
                .isEqualTo("{\"client_secret\":\"***\",\"list\":[\"***\",1,true],"
                        + "\"call\":{\"name\":\"fetch\",\"argument\":\"***\"},\"token\":\"cat\"}");
    }

    @Test
    void redactingAgainChangesNothingAndJsonStaysJson() {
        Random random = new Random(7);
        String[] pieces = {
            "sk-", "abc123", "Bearer ", "\"", "\\", "\n", "-----BEGIN PRIVATE KEY-----", "eyJ", ".", "://", "@",
                    "api_key",
            "=", ":", " ", "***", "x", "%20", "ghp_abcdefghijklmnopqrst", "&", "-", "_", "é", "-----END "
        };
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(14); n >= 0; n--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            String once = none.redact(text.toString());
            assertThat(none.redact(once)).as("%s", text).isEqualTo(once);
            String json = none.redact(JsonCodec.write(Map.of("a", text.toString(), "b", List.of("c"))));
            assertThat(JsonCodec.read(json, json).get("b").asList()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sk-",
                "eyJ-",
                "eyJaaaaaaaaaa.",
                "A_KEY=",
                "password:",
                "bearer ",
                "://a",
                "-----BEGIN ",
                "x_",
                "a=",
                "ghp_",
                "-----BEGIN PRIVATE KEY-----",
                "basic YTpi",
                "AKIA",
                "cookie: a=",
                "Authorization: a ",
                "%25",
                "\\\\",
                "&#x26;",
                "\\u0061",
                "\\\"",
                "ordinary words of a long page, "
            })
    @Tag("slow")
    void noTextMakesItSlow(String piece) {
        String text = piece.repeat(2_000_000 / piece.length());
        for (int i = 0; i < 40; i++) {
            none.learn("key-" + i + "-%\\&+'aaaaaaaa" + piece + i);
        }
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(30), () -> none.redact(text));
    }

    @Test
    void keptFilesHoldNoSecret(@TempDir Path folder) throws Exception {
        String key = "sk-abcdefgh12345678";
        Path file = folder.resolve("a.json");
        KeptFile.replace(file, "old");
        KeptFile.replace(file, "one " + key);
        assertThat(file).hasContent("one ***");
        KeptFile.append(file, "\ntwo " + key + " é");
        assertThat(file).hasContent("one ***\ntwo *** é");
        KeptFile.write(file, key);
        assertThat(file).hasContent("***");
        KeptFile.writeZipped(folder.resolve("b.json.gz"), Map.of("password", "tiny", "c", key));
        try (var in = new java.util.zip.GZIPInputStream(Files.newInputStream(folder.resolve("b.json.gz")))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("***")
                    .doesNotContain("tiny", key);
        }
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void basicCredentialsAreKnownByWhatTheySay() {
        String pair = Base64.getEncoder().encodeToString("me:secret".getBytes(StandardCharsets.UTF_8));
        String other = Base64.getEncoder().encodeToString("nothing here".getBytes(StandardCharsets.UTF_8));
        assertThat(none.redact("Basic " + pair + " Basic " + other)).isEqualTo("*** Basic " + other);
    }
}
