package dev.guerdon.viewer;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.lab.RunStore;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.viewer.asset.Assets;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Frame;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Problem;
import dev.guerdon.viewer.page.Screen;
import dev.guerdon.viewer.page.ServedLinks;
import dev.guerdon.viewer.page.Templates;
import dev.guerdon.viewer.runs.RunsScreen;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pages over the runs of a folder, as routes of a server. */
@Experimental
public final class Viewer implements Endpoints {

    /** Only the viewer's own files are loaded, nothing inline runs or styles, and nobody may frame a page. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private final String root;
    private final Assets assets = new Assets();
    private final Templates templates = new Templates();
    private final List<Screen> screens;
    private final Links links;

    private Viewer(RunStore store, String root) {
        this.root = root;
        this.links = new ServedLinks(root, assets.version());
        this.screens = List.of(new RunsScreen(store));
    }

    /**
     * A viewer of the runs in a folder.
     *
     * @param root the path below which it is mounted, empty or such as {@code /view}
     */
    public static Viewer over(RunStore store, String root) {
        return new Viewer(store, root);
    }

    @Override
    public void addTo(HttpRouting.Builder routing) {
        for (Screen screen : screens) {
            routing.get(root + screen.path(), (request, response) -> show(screen, request, response));
        }
        routing.get(root + "/assets/{version}/{name}", (request, response) -> {
            String name = request.path().pathParameters().get("name");
            secure(response);
            response.header(HeaderNames.CACHE_CONTROL, "public, max-age=31536000, immutable");
            response.header(HeaderNames.CONTENT_TYPE, Assets.type(name));
            response.send(assets.bytes(name));
        });
    }

    private void show(Screen screen, ServerRequest request, ServerResponse response) {
        try {
            send(screen.show(address(request), links), response);
        } catch (Problem e) {
            response.status(Status.create(e.status()));
            send(problem(e), response);
        } catch (GuerdonException e) {
            response.status(Status.NOT_FOUND_404);
            send(problem(e), response);
        }
    }

    private Answer problem(GuerdonException e) {
        return new Answer.Html(
                "problem.jte",
                Map.of("frame", new Frame("Not shown", links, List.of()), "message", String.valueOf(e.getMessage())));
    }

    private static Address address(ServerRequest request) {
        Map<String, String> path = new HashMap<>();
        request.path().pathParameters().names().forEach(name -> path.put(name, request.path().pathParameters().get(name)));
        Map<String, List<String>> query = new LinkedHashMap<>();
        request.query().names().forEach(name -> query.put(name, request.query().all(name)));
        return new Address(path, query);
    }

    private void send(Answer answer, ServerResponse response) {
        secure(response);
        switch (answer) {
            case Answer.Html page -> {
                response.header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
                response.header(HeaderNames.CACHE_CONTROL, "no-cache");
                response.send(templates.render(page));
            }
            case Answer.Bytes file -> {
                response.header(HeaderNames.CONTENT_TYPE, file.type());
                if (!file.name().isEmpty()) {
                    response.header(
                            HeaderNames.CONTENT_DISPOSITION,
                            "attachment; filename=\"" + file.name().replaceAll("[^A-Za-z0-9._-]", "_") + "\"");
                }
                response.send(file.bytes());
            }
            case Answer.Elsewhere elsewhere -> {
                response.status(Status.SEE_OTHER_303);
                response.header(HeaderNames.LOCATION, root + elsewhere.address());
                response.send();
            }
        }
    }

    private static void secure(ServerResponse response) {
        response.header(HeaderNames.create("Content-Security-Policy"), POLICY);
        response.header(HeaderNames.create("X-Content-Type-Options"), "nosniff");
        response.header(HeaderNames.create("Referrer-Policy"), "no-referrer");
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
