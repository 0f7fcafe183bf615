import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Authenticator;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URLConnection;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Fetches Maven's distribution where there is no Maven: by its coordinates, from where the user's settings send Maven.
 *
 * <p>Run from source: {@code java FetchMaven.java VERSION SHA512 FILE [FOLDER]}. Nothing is kept that has another checksum than SHA512. The
 * repository is, in this order: GUERDON_MAVEN_REPOSITORY; the mirror of Maven Central, or Maven Central's address, in the user's and the
 * machine's settings.xml; Maven Central's address as some part of Maven on this machine knows it (FOLDER is searched for one, too). This
 * project writes down no address of a repository. With an empty VERSION, only checks FILE.
 *
 * <p>Exit codes: 0 done, 1 failed, 3 no repository is known.
 */
final class FetchMaven {

    private static final int FAILED = 1;
    private static final int NO_REPOSITORY = 3;
    private static final int MOST_REDIRECTS = 5;
    private static final int TIMEOUT_MS = 60_000;
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");

    private static final Map<String, String> ENVIRONMENT = System.getenv();

    private final List<Element> settings = new ArrayList<>();

    /** Where to fetch from: the id that settings know it by, and its address. */
    private record Repository(String id, String url) {}

    /** What cannot go on, in one sentence. */
    @SuppressWarnings("serial")
    private static final class Refusal extends Exception {
        private final int exitCode;

        Refusal(int exitCode, String message) {
            super(message);
            this.exitCode = exitCode;
        }
    }

    public static void main(String[] arguments) throws Exception {
        // Otherwise the JDK sends no password to a proxy in front of https.
        System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");
        try {
            Path file = Path.of(arguments[2]).toAbsolutePath();
            if (arguments[0].isEmpty()) {
                check(file, arguments[1], file.toString());
            } else {
                FetchMaven fetch = new FetchMaven();
                fetch.readSettings();
                fetch.fetch(arguments[0], arguments[1], file, arguments.length > 3 ? arguments[3] : "");
            }
        } catch (Refusal e) {
            System.err.println("guerdon: " + e.getMessage());
            System.exit(e.exitCode);
        }
    }

    private void fetch(String version, String sha512, Path file, String folder) throws Exception {
        Repository repository = repository(folder);
        String base = repository.url().replaceFirst("/+$", "");
        URI address = URI.create(base + "/org/apache/maven/apache-maven/" + version + "/apache-maven-" + version + "-bin.zip");
        System.out.println("guerdon: fetching Maven " + version + " from " + withoutUser(URI.create(base)) + " into "
                + file.getParent().getParent());
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            try (InputStream in = open(repository, address);
                    OutputStream out = Files.newOutputStream(part)) {
                in.transferTo(out);
            } catch (IOException e) {
                throw new Refusal(
                        FAILED,
                        "could not fetch " + withoutUser(address) + ": " + e + "; is the network there, and is the address right?");
            }
            check(part, sha512, withoutUser(address).toString());
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void check(Path file, String sha512, String name) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-512");
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                digest.update(buffer, 0, count);
            }
        }
        String found = HexFormat.of().formatHex(digest.digest());
        if (!found.equals(sha512)) {
            throw new Refusal(
                    FAILED, name + " is not what was expected: its SHA-512 is " + found + ", expected " + sha512 + "; it is not used");
        }
    }

    // ---- which repository

    private Repository repository(String folder) throws Exception {
        String named = ENVIRONMENT.getOrDefault("GUERDON_MAVEN_REPOSITORY", "");
        if (!named.isBlank()) {
            return new Repository("GUERDON_MAVEN_REPOSITORY", named.strip());
        }
        String central = null;
        for (Element each : settings) {
            central = central == null ? centralOfProfiles(each) : central;
        }
        central = central == null ? centralOfSuperPom(folder) : central;
        Repository mirror = mirror(central);
        if (mirror != null) {
            return mirror;
        }
        if (central == null) {
            throw new Refusal(
                    NO_REPOSITORY,
                    "no Maven is here, and no Maven settings say where to fetch it; install Maven (any version), or name a mirror in "
                            + home().resolve(".m2/settings.xml") + ", or set GUERDON_MAVEN_REPOSITORY to the address of a Maven repository");
        }
        return new Repository("central", central);
    }

    /** The first mirror that is for Maven Central by name, or else the first whose pattern covers it, as Maven chooses. */
    private Repository mirror(String central) throws Refusal {
        for (boolean exact : new boolean[] {true, false}) {
            for (Element each : settings) {
                for (Element mirror : list(each, "mirrors", "mirror")) {
                    String of = text(mirror, "mirrorOf");
                    if (exact ? of.equals("central") : covers(of, central)) {
                        if (text(mirror, "blocked").equals("true")) {
                            throw new Refusal(
                                    FAILED, "the mirror '" + text(mirror, "id") + "' of your Maven settings blocks Maven Central");
                        }
                        return new Repository(text(mirror, "id"), text(mirror, "url"));
                    }
                }
            }
        }
        return null;
    }

    private static boolean covers(String mirrorOf, String central) {
        boolean covered = false;
        for (String each : mirrorOf.split(",")) {
            String pattern = each.strip();
            if (pattern.equals("!central")) {
                return false;
            }
            boolean plain = central != null && central.startsWith("http:");
            covered |= pattern.equals("*")
                    || pattern.equals("central")
                    || pattern.equals("external:*")
                    || (pattern.equals("external:http:*") && plain);
        }
        return covered;
    }

    private static String centralOfProfiles(Element settings) {
        List<String> active = new ArrayList<>();
        for (Element names : children(settings, "activeProfiles")) {
            for (Element name : children(names, "activeProfile")) {
                active.add(interpolate(name.getTextContent().strip()));
            }
        }
        for (Element profile : list(settings, "profiles", "profile")) {
            boolean byDefault = children(profile, "activation").stream()
                    .anyMatch(activation -> text(activation, "activeByDefault").equals("true"));
            if (active.contains(text(profile, "id")) || byDefault) {
                for (Element repository : list(profile, "repositories", "repository")) {
                    if (text(repository, "id").equals("central")) {
                        return text(repository, "url");
                    }
                }
            }
        }
        return null;
    }

    /** Maven Central's address as Maven has it built in; a library of Maven is on many machines that have no Maven. */
    private static String centralOfSuperPom(String folder) throws Exception {
        List<Path> places = new ArrayList<>();
        for (String variable : List.of("MAVEN_HOME", "M2_HOME")) {
            if (ENVIRONMENT.containsKey(variable)) {
                places.add(Path.of(ENVIRONMENT.get(variable), "lib"));
            }
        }
        if (!folder.isEmpty()) {
            places.add(Path.of(folder));
        }
        places.add(system("/usr/share/java"));
        places.add(home().resolve(".m2/repository/org/apache/maven/maven-model-builder"));
        for (Path place : places) {
            if (!Files.isDirectory(place)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(place, 6)) {
                List<Path> jars = files.filter(file -> file.getFileName().toString().matches("maven.*-model-builder.*\\.jar"))
                        .sorted()
                        .toList();
                for (Path jar : jars) {
                    try (ZipFile zip = new ZipFile(jar.toFile())) {
                        var entry = zip.getEntry("org/apache/maven/model/pom-4.0.0.xml");
                        if (entry != null) {
                            for (Element repository : list(parse(zip.getInputStream(entry)), "repositories", "repository")) {
                                return text(repository, "url");
                            }
                        }
                    } catch (IOException unreadable) {
                        // Another jar may do.
                    }
                }
            } catch (java.io.UncheckedIOException unreadable) {
                // Another folder may do.
            }
        }
        return null;
    }

    // ---- settings

    private static Path home() {
        return Path.of(System.getProperty("user.home", "?"));
    }

    /** A place of the machine. GUERDON_MAVEN_PREFIX stands before it; the tests use it to hide what this machine has. */
    private static Path system(String path) {
        return Path.of(ENVIRONMENT.getOrDefault("GUERDON_MAVEN_PREFIX", "") + path);
    }

    /** The user's settings before the machine's. MAVEN_ARGS may name others, as it does for Maven. */
    private void readSettings() throws Exception {
        String user = argument("-s", "--settings");
        String global = argument("-gs", "--global-settings");
        read(user == null ? home().resolve(".m2/settings.xml") : Path.of(user), user != null);
        if (global != null) {
            read(Path.of(global), true);
            return;
        }
        for (String variable : List.of("MAVEN_HOME", "M2_HOME")) {
            if (ENVIRONMENT.containsKey(variable)) {
                read(Path.of(ENVIRONMENT.get(variable), "conf", "settings.xml"), false);
            }
        }
        read(system("/etc/maven/settings.xml"), false);
    }

    private static String argument(String... names) {
        List<String> words = Arrays.asList(ENVIRONMENT.getOrDefault("MAVEN_ARGS", "").strip().split("\\s+"));
        for (int i = 0; i < words.size(); i++) {
            for (String name : names) {
                if (words.get(i).equals(name) && i + 1 < words.size()) {
                    return words.get(i + 1);
                }
                if (name.startsWith("--") && words.get(i).startsWith(name + "=")) {
                    return words.get(i).substring(name.length() + 1);
                }
            }
        }
        return null;
    }

    private void read(Path file, boolean named) throws Exception {
        if (!Files.isReadable(file)) {
            if (named) {
                throw new Refusal(FAILED, "MAVEN_ARGS names the settings " + file + ", which cannot be read");
            }
            return;
        }
        try (InputStream in = Files.newInputStream(file)) {
            settings.add(parse(in));
        } catch (org.xml.sax.SAXException e) {
            throw new Refusal(FAILED, "the Maven settings " + file + " are not valid XML: " + e.getMessage());
        }
    }

    private static Element parse(InputStream in) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        var builder = factory.newDocumentBuilder();
        builder.setErrorHandler(null);
        return builder.parse(in).getDocumentElement();
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found;
    }

    private static List<Element> list(Element parent, String names, String name) {
        List<Element> found = new ArrayList<>();
        children(parent, names).forEach(each -> found.addAll(children(each, name)));
        return found;
    }

    private static String text(Element parent, String name) {
        List<Element> found = children(parent, name);
        return found.isEmpty() ? "" : interpolate(found.get(0).getTextContent().strip());
    }

    private static String interpolate(String text) {
        return PROPERTY.matcher(text).replaceAll(match -> {
            String name = match.group(1);
            String value = name.startsWith("env.") ? ENVIRONMENT.get(name.substring(4)) : System.getProperty(name);
            return Matcher.quoteReplacement(value == null ? match.group() : value);
        });
    }

    // ---- the network

    /** Follows redirects itself: what authenticates to one host is not for another, and https never becomes http. */
    private InputStream open(Repository repository, URI address) throws IOException, Refusal {
        URI at = address;
        for (int i = 0; i <= MOST_REDIRECTS; i++) {
            URLConnection connection = withoutUser(at).toURL().openConnection(proxy(at));
            connection.setConnectTimeout(TIMEOUT_MS);
            connection.setReadTimeout(TIMEOUT_MS);
            if (!(connection instanceof HttpURLConnection http)) {
                return connection.getInputStream();
            }
            http.setInstanceFollowRedirects(false);
            if (at.getHost().equals(address.getHost()) && at.getPort() == address.getPort()) {
                headers(repository, address).forEach(http::setRequestProperty);
            }
            int status = http.getResponseCode();
            if (status == HttpURLConnection.HTTP_OK) {
                return http.getInputStream();
            }
            String location = http.getHeaderField("Location");
            if (status / 100 != 3 || location == null) {
                throw new IOException("status: " + status);
            }
            URI next = at.resolve(location);
            if (!next.getScheme().startsWith("http") || (at.getScheme().equals("https") && !next.getScheme().equals("https"))) {
                throw new IOException("an unsafe redirect to " + withoutUser(next));
            }
            at = next;
        }
        throw new IOException("too many redirects");
    }

    private Map<String, String> headers(Repository repository, URI address) throws Refusal {
        Map<String, String> headers = new LinkedHashMap<>();
        if (address.getRawUserInfo() != null) {
            headers.put("Authorization", basic(URLDecoder.decode(address.getRawUserInfo(), StandardCharsets.UTF_8)));
        }
        for (Element each : settings) {
            for (Element server : list(each, "servers", "server")) {
                if (!text(server, "id").equals(repository.id()) || !headers.isEmpty()) {
                    continue;
                }
                String password = text(server, "password");
                if (password.startsWith("{") && password.endsWith("}")) {
                    throw new Refusal(
                            FAILED,
                            "the password of the server '" + repository.id()
                                    + "' in your Maven settings is encrypted, which only Maven can read; install Maven (any version)");
                }
                if (!text(server, "username").isEmpty()) {
                    headers.put("Authorization", basic(text(server, "username") + ":" + password));
                }
                for (Element configuration : children(server, "configuration")) {
                    for (Element header : list(configuration, "httpHeaders", "property")) {
                        headers.put(text(header, "name"), text(header, "value"));
                    }
                }
            }
        }
        return headers;
    }

    private static String basic(String user) {
        return "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
    }

    /** The proxy of the settings, or of the environment, or the JVM's. */
    private Proxy proxy(URI address) {
        if (address.getHost() == null) {
            return Proxy.NO_PROXY;
        }
        for (Element each : settings) {
            for (Element proxy : list(each, "proxies", "proxy")) {
                String active = text(proxy, "active");
                if (!active.equals("false") && !excluded(address.getHost(), text(proxy, "nonProxyHosts"), "[|,]")) {
                    String port = text(proxy, "port");
                    return proxy(
                            text(proxy, "host"),
                            port.isEmpty() ? 8080 : Integer.parseInt(port),
                            text(proxy, "username"),
                            text(proxy, "password"));
                }
            }
        }
        for (String name : List.of(address.getScheme() + "_proxy", "all_proxy")) {
            String value = ENVIRONMENT.getOrDefault(name, ENVIRONMENT.getOrDefault(name.toUpperCase(Locale.ROOT), ""));
            String not = ENVIRONMENT.getOrDefault("no_proxy", ENVIRONMENT.getOrDefault("NO_PROXY", ""));
            if (value.startsWith("http") && !excluded(address.getHost(), not, ",")) {
                URI proxy = URI.create(value);
                String[] user = proxy.getUserInfo() == null ? new String[] {"", ""} : (proxy.getUserInfo() + ":").split(":", 3);
                return proxy(proxy.getHost(), proxy.getPort() < 0 ? 80 : proxy.getPort(), user[0], user[1]);
            }
        }
        List<Proxy> chosen = ProxySelector.getDefault().select(address);
        return chosen.isEmpty() ? Proxy.NO_PROXY : chosen.get(0);
    }

    private static Proxy proxy(String host, int port, String user, String password) {
        if (!user.isEmpty()) {
            Authenticator.setDefault(new Authenticator() {
                @Override
                protected PasswordAuthentication getPasswordAuthentication() {
                    boolean asked = getRequestorType() == RequestorType.PROXY && getRequestingHost().equals(host);
                    return asked ? new PasswordAuthentication(user, password.toCharArray()) : null;
                }
            });
        }
        return new Proxy(Proxy.Type.HTTP, new InetSocketAddress(host, port));
    }

    /** Whether one of the patterns is for the host: {@code *.inside.net}, or a name that stands for all that end with it. */
    private static boolean excluded(String host, String patterns, String separator) {
        for (String each : patterns.split(separator)) {
            String pattern = each.strip();
            String end = pattern.replaceFirst("^\\*?\\.", "");
            boolean inside = !pattern.equals(end) && host.endsWith("." + end);
            if (!pattern.isEmpty() && (pattern.equals("*") || host.equals(pattern) || inside)) {
                return true;
            }
        }
        return false;
    }

    private static URI withoutUser(URI address) {
        return address.getRawUserInfo() == null
                ? address
                : URI.create(address.toString().replace(address.getRawUserInfo() + "@", ""));
    }
}
