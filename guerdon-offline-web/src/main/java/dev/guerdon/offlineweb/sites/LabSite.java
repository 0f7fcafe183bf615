package dev.guerdon.offlineweb.sites;

import java.time.Duration;
import java.util.List;

/** Pages that are hard on a browser: slow, empty until scrolled, very long, hanging, crashing. */
final class LabSite implements Site {

    static final String HOST = "lab";

    private static final String SPARSE = """
            <div id="rows"></div><div style="height:3000px"></div>
            <script>
            function load() {
              const rows = document.getElementById('rows');
              if (rows.childElementCount || window.scrollY < 400) return;
              for (let i = 1; i <= 40; i++) rows.append(Object.assign(document.createElement('p'), {textContent: 'Row ' + i}));
            }
            window.addEventListener('scroll', load);
            </script>
            """;

    /** Runs after the page is there, so that the navigation itself ends well. */
    private static final String HANG = "<script>setTimeout(() => { for (;;) {} }, 50)</script>";

    private static final String CRASH = """
            <script>
            setTimeout(() => { const all = []; for (;;) all.push(new Array(1e7).fill(Math.random())); }, 50)
            </script>
            """;

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public List<Entry> entries() {
        return List.of();
    }

    @Override
    public Reply answer(Request request) {
        return switch (request.path()) {
            case "/slow" ->
                Reply.html(Html.page("Slow page", "<p>Here at last.</p>"))
                        .after(Duration.ofSeconds(Math.min(60, request.number("seconds"))));
            case "/sparse" -> Reply.html(Html.page("Sparse page", SPARSE));
            case "/long" -> Reply.html(Html.page("Long page", rows(request.number("rows"))));
            case "/hang" -> Reply.html(Html.page("Hanging page", HANG));
            case "/crash" -> Reply.html(Html.page("Crashing page", CRASH));
            default -> Reply.missing("experiment " + request.path());
        };
    }

    private static String rows(int count) {
        StringBuilder out = new StringBuilder();
        for (int i = 1; i <= Math.min(count, 5000); i++) {
            out.append(Html.paragraph("Row " + i + " of a page that goes on for a while."));
        }
        return out.toString();
    }
}
