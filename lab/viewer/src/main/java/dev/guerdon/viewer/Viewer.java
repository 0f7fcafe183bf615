package dev.guerdon.viewer;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.viewer.episode.EpisodePages;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.page.PageTemplates;
import dev.guerdon.viewer.page.ScreenAnswer;
import dev.guerdon.viewer.page.ServedLinks;
import dev.guerdon.viewer.page.ViewerAssets;
import dev.guerdon.viewer.page.ViewerScreen;
import dev.guerdon.viewer.run.RunData;
import dev.guerdon.viewer.run.RunPages;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Pages over the runs of a folder, as routes of a server. */
@Experimental
public final class Viewer implements Endpoints {

    /** Only the viewer's own files are loaded, nothing inline runs or styles, and nobody may frame a page. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private static final int LARGEST_FORM = 1 << 20;

    private final String root;
    private final ViewerAssets assets = new ViewerAssets();
    private final PageTemplates templates = new PageTemplates();
    private final List<ViewerScreen> screens;
    private final List<ViewerScreen> forms;
    private final PageLinks links;
    private final RunData data;
    private final RunPages pages;

    private Viewer(RunStore store, Registry registry, Settings settings) {
        this.root = settings.root();
        this.links = new ServedLinks(root, assets.version(), settings.readOnly() ? "" : newKey());
        this.data = new RunData(store, registry, !settings.readOnly());
        this.pages = new RunPages(data, templates);
        this.screens = Stream.of(
                        pages.pages(name -> true, 0),
                        pages.live(),
                        EpisodePages.pages(store, registry, data.diagnoses()))
                .flatMap(List::stream)
                .toList();
        this.forms = Stream.of(pages.forms(), EpisodePages.forms(registry))
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Settings with which a viewer is mounted.
     *
     * @param root the path below which it is, empty or such as {@code /view}
     * @param readOnly whether it refuses notes, and to stop runs
     */
    public record Settings(String root, boolean readOnly) {

        /** At the root of a server, with everything. */
        public static final Settings USUAL = new Settings("", false);
    }

    /**
     * Returns a viewer of the runs in a folder.
     *
     * @param registry has the rules by which reward was lost, and the rewards that can be tried
     */
    public static Viewer over(RunStore store, Registry registry, Settings settings) {
        return new Viewer(store, registry, settings);
    }

    /** Begins to read what the first pages will show, so that the first reader waits less. */
    public void warm() {
        data.warm();
    }

    private static String newKey() {
        byte[] key = new byte[24];
        new SecureRandom().nextBytes(key);
        return HexFormat.of().formatHex(key);
    }

    @Override
    public void addTo(HttpRouting.Builder routing) {
        for (ViewerScreen screen : screens) {
            routing.get(
                    root + screen.path(),
                    (request, response) -> answer(response, () -> screen.show(address(request), links)));
        }
        for (ViewerScreen form : forms) {
            routing.post(root + form.path(), (request, response) -> answer(response, () -> take(form, request)));
        }
        routing.get(root + "/assets/{version}/{name}", (request, response) -> {
            String name = request.path().pathParameters().get("name");
            secure(response);
            response.header(HeaderNames.CACHE_CONTROL, "public, max-age=31536000, immutable");
            response.header(HeaderNames.CONTENT_TYPE, ViewerAssets.type(name));
            response.send(assets.bytes(name));
        });
        routing.get(
                root + "/*",
                (request, response) -> answer(response, () -> {
                    throw PageProblem.notFound("there is no such page; the list of runs leads to all that there are");
                }));
    }

    private void answer(ServerResponse response, Supplier<ScreenAnswer> answer) {
        try {
            send(answer.get(), response);
        } catch (PageProblem e) {
            response.status(Status.create(e.status()));
            send(ScreenAnswer.problem(e, links), response);
        } catch (GuerdonException e) {
            response.status(Status.NOT_FOUND_404);
            send(ScreenAnswer.problem(e, links), response);
        }
    }

    /** The doorkeeper has refused what another site's page sent; the key keeps out what a browser did not say whence it came. */
    private ScreenAnswer take(ViewerScreen form, ServerRequest request) {
        if (links.formKey().isEmpty()) {
            throw PageProblem.forbidden("this viewer only reads; start it without --read-only to change something");
        }
        Map<String, List<String>> fields = fields(request);
        String key = fields.getOrDefault("key", List.of("")).getFirst();
        if (!MessageDigest.isEqual(
                key.getBytes(StandardCharsets.UTF_8), links.formKey().getBytes(StandardCharsets.UTF_8))) {
            throw PageProblem.forbidden(
                    "the form is of an earlier start of the viewer; go back, load the page again, and send it"
                            + " once more");
        }
        return form.show(new PageAddress(path(request), fields), links);
    }

    private static Map<String, List<String>> fields(ServerRequest request) {
        byte[] body;
        try (InputStream in = request.content().inputStream()) {
            body = in.readNBytes(LARGEST_FORM + 1);
        } catch (IOException e) {
            throw PageProblem.badRequest("the form did not arrive: " + e.getMessage());
        }
        if (body.length > LARGEST_FORM) {
            throw PageProblem.badRequest("the form has more than " + LARGEST_FORM + " bytes");
        }
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (String pair : new String(body, StandardCharsets.UTF_8).split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                fields.computeIfAbsent(decoded(pair.substring(0, equals)), name -> new ArrayList<>())
                        .add(decoded(pair.substring(equals + 1)));
            }
        }
        return fields;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw PageProblem.badRequest("the form is not encoded as browsers encode forms");
        }
    }

    private static PageAddress address(ServerRequest request) {
        Map<String, List<String>> query = new LinkedHashMap<>();
        request.query().names().forEach(name -> query.put(name, request.query().all(name)));
        return new PageAddress(path(request), query);
    }

    private static Map<String, String> path(ServerRequest request) {
        Map<String, String> path = new HashMap<>();
        request.path()
                .pathParameters()
                .names()
                .forEach(name -> path.put(name, request.path().pathParameters().get(name)));
        return path;
    }

    private void send(ScreenAnswer answer, ServerResponse response) {
        secure(response);
        switch (answer) {
            case ScreenAnswer.Html page -> {
                response.header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
                response.header(HeaderNames.CACHE_CONTROL, "no-cache");
                response.send(templates.render(page));
            }
            case ScreenAnswer.Stream stream -> {
                describe(response, stream.type(), stream.name());
                try (OutputStream out = response.outputStream()) {
                    stream.body().write(out);
                } catch (IOException | UncheckedIOException | ServerConnectionException e) {
                    throw new CloseConnectionException("the reader went away", e);
                }
            }
            case ScreenAnswer.Elsewhere elsewhere -> {
                response.status(Status.SEE_OTHER_303);
                response.header(HeaderNames.LOCATION, elsewhere.address());
                response.send();
            }
        }
    }

    private static void describe(ServerResponse response, String type, String name) {
        response.header(HeaderNames.CONTENT_TYPE, type);
        response.header(HeaderNames.CACHE_CONTROL, "no-cache");
        if (!name.isEmpty()) {
            response.header(
                    HeaderNames.CONTENT_DISPOSITION,
                    "attachment; filename=\"" + name.replaceAll("[^A-Za-z0-9._-]", "_") + "\"");
        }
    }

    private static void secure(ServerResponse response) {
        response.header(HeaderNames.create("Content-Security-Policy"), POLICY);
        response.header(HeaderNames.create("X-Content-Type-Options"), "nosniff");
        response.header(HeaderNames.create("Referrer-Policy"), "same-origin");
    }

    @Override
    public void close() {
        pages.close();
        data.close();
    }
}
