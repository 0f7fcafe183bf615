import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;

/**
 * Makes a web site of the documentation: pages with navigation and search that work from the file system.
 *
 * <p>Run from source: {@code java -cp commonmark.jar:commonmark-ext-gfm-tables.jar Site.java ROOT FOLDER}. The pages are README.md, the other
 * Markdown files beside it, and everything below docs. docs/README.md gives the navigation. Other files that a page links to are copied.
 * Ends with 1, after naming each of them, where a link leads nowhere.
 */
final class Site {

    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    private static final Map<String, String> KEYWORDS = Map.of(
            "java",
            "abstract|assert|boolean|break|case|catch|class|continue|default|do|double|else|enum|extends|final|finally|float|for|if"
                    + "|implements|import|instanceof|int|interface|long|new|null|package|private|protected|public|record|return"
                    + "|sealed|static|switch|this|throw|throws|try|var|void|while|true|false",
            "python",
            "async|await|class|def|else|False|float|for|from|if|import|in|not|return|self|True|None|int|str|bool|dict",
            "json",
            "true|false|null");

    private final Path root;
    private final Path out;
    private final Map<Path, Page> pages = new TreeMap<>();
    private final Set<String> problems = new TreeSet<>();
    private final Map<String, List<Path>> navigation = new LinkedHashMap<>();
    private final StringBuilder index = new StringBuilder();

    /** A Markdown file; its path is relative to the root. */
    private record Page(Path source, Node document, String title, Map<Heading, String> anchors) {

        Path target() {
            String name = source.getFileName().toString();
            return source.resolveSibling(name.equals("README.md") ? "index.html" : name.replaceFirst("\\.md$", ".html"));
        }

        /** The way from this page to the root, such as {@code ../}. */
        String up() {
            return "../".repeat(source.getNameCount() - 1);
        }
    }

    private Site(Path root, Path out) {
        this.root = root;
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException {
        Site site = new Site(Path.of(arguments[0]).toRealPath(), Path.of(arguments[1]).toAbsolutePath());
        site.read();
        site.navigate();
        site.write();
        site.problems.forEach(System.err::println);
        System.out.println(site.pages.size() + " pages in " + arguments[1]
                + (site.problems.isEmpty() ? "" : ", with " + site.problems.size() + " links that lead nowhere"));
        System.exit(site.problems.isEmpty() ? 0 : 1);
    }

    private void read() throws IOException {
        try (Stream<Path> top = Files.list(root);
                Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            for (Path file : Stream.concat(top, docs).filter(f -> f.toString().endsWith(".md")).toList()) {
                Path source = root.relativize(file);
                Node document = PARSER.parse(Files.readString(file));
                Map<Heading, String> anchors = anchors(document);
                String title = anchors.keySet().stream().findFirst().map(Site::text).orElse(source.toString());
                pages.put(source, new Page(source, document, title, anchors));
            }
        }
    }

    /** Each heading with its anchor, named as GitHub names it. */
    private static Map<Heading, String> anchors(Node document) {
        Map<Heading, String> anchors = new LinkedHashMap<>();
        Map<String, Integer> used = new HashMap<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                String slug = text(heading).toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
                int before = used.merge(slug, 1, Integer::sum) - 1;
                anchors.put(heading, before == 0 ? slug : slug + "-" + before);
            }
        });
        return anchors;
    }

    private static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code code) {
                text.append(code.getLiteral());
            }

            @Override
            public void visit(FencedCodeBlock block) {
                text.append(block.getLiteral()).append(' ');
            }

            @Override
            public void visit(IndentedCodeBlock block) {
                text.append(block.getLiteral()).append(' ');
            }

            @Override
            protected void visitChildren(Node parent) {
                super.visitChildren(parent);
                if (parent instanceof Block || parent.getClass().getSimpleName().equals("TableCell")) {
                    text.append(' ');
                }
            }
        });
        return text.toString().strip().replaceAll("\\s+", " ");
    }

    /** Takes the navigation from the lists of docs/README.md: a heading for each group, its links for the pages. */
    private void navigate() {
        navigation.put("Guerdon", List.of(Path.of("README.md")));
        String group = "";
        Path docs = Path.of("docs");
        for (Node node = pages.get(docs.resolve("README.md")).document().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading && heading.getLevel() == 2) {
                group = text(heading);
            } else if (node instanceof BulletList && !group.isEmpty()) {
                List<Path> links = new ArrayList<>();
                node.accept(new AbstractVisitor() {
                    @Override
                    public void visit(Link link) {
                        Path page = docs.resolve(link.getDestination()).normalize();
                        if (pages.containsKey(page)) {
                            links.add(page);
                        }
                    }
                });
                navigation.put(group, links);
            }
        }
    }

    private void write() throws IOException {
        Files.createDirectories(out);
        String template = Files.readString(root.resolve("docs/site/page.html"));
        for (String asset : List.of("site.css", "site.js")) {
            Files.copy(root.resolve("docs/site").resolve(asset), out.resolve(asset), StandardCopyOption.REPLACE_EXISTING);
        }
        for (Page page : pages.values()) {
            HtmlRenderer renderer = HtmlRenderer.builder()
                    .extensions(EXTENSIONS)
                    .escapeHtml(true)
                    .nodeRendererFactory(context -> new Blocks(page, context))
                    .attributeProviderFactory(context -> (node, tag, attributes) -> attributes.replaceAll(
                            (name, value) -> name.equals("href") || name.equals("src") ? target(page, value) : value))
                    .build();
            Path file = out.resolve(page.target());
            Files.createDirectories(file.getParent());
            Files.writeString(file, template.replace("{{title}}", escaped(page.title()))
                    .replace("{{up}}", page.up())
                    .replace("{{navigation}}", menu(page))
                    .replace("{{contents}}", contents(page))
                    .replace("{{neighbours}}", neighbours(page))
                    .replace("{{body}}", renderer.render(page.document())));
            addToIndex(page);
        }
        Files.writeString(out.resolve("search-index.js"), "window.searchIndex = [\n" + index + "];\n");
    }

    /** Where a link of a page leads on the site. A file that is no page is copied; what is not there is a problem. */
    private String target(Page page, String destination) {
        if (destination.matches("[a-z]+:.*")) {
            if (!destination.matches("https?://.*|mailto:.*")) {
                problems.add(page.source() + ": a link of a kind that pages do not have: " + destination);
            }
            return destination;
        }
        int hash = destination.indexOf('#');
        String name = hash < 0 ? destination : destination.substring(0, hash);
        String anchor = hash < 0 ? "" : destination.substring(hash + 1);
        Path source = name.isEmpty() ? page.source() : page.source().resolveSibling(name).normalize();
        Page other = pages.get(source);
        try {
            if (other != null) {
                if (!anchor.isEmpty() && !other.anchors().containsValue(anchor)) {
                    problems.add(page.source() + ": " + source + " has no heading for #" + anchor);
                }
                return (name.isEmpty() ? "" : page.up() + slashes(other.target())) + (anchor.isEmpty() ? "" : "#" + anchor);
            }
            if (source.startsWith("..") || !Files.isRegularFile(root.resolve(source))) {
                problems.add(page.source() + ": no such file: " + name);
                return destination;
            }
            Path copy = out.resolve(source);
            Files.createDirectories(copy.getParent());
            Files.copy(root.resolve(source), copy, StandardCopyOption.REPLACE_EXISTING);
            return page.up() + slashes(source);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private String menu(Page page) {
        StringBuilder html = new StringBuilder();
        navigation.forEach((group, links) -> {
            html.append("<h2>").append(escaped(group)).append("</h2>\n<ul>\n");
            for (Path link : links) {
                Page other = pages.get(link);
                html.append("<li><a href=\"").append(page.up()).append(slashes(other.target())).append('"')
                        .append(other == page ? " aria-current=\"page\"" : "").append('>')
                        .append(escaped(link.toString().equals("README.md") ? "Overview" : other.title())).append("</a></li>\n");
            }
            html.append("</ul>\n");
        });
        if (Files.exists(out.resolve("api/index.html"))) {
            html.append("<h2>Reference</h2>\n<ul><li><a href=\"").append(page.up()).append("api/index.html\">API (Javadoc)</a></li></ul>\n");
        }
        return html.toString();
    }

    private static String contents(Page page) {
        String items = page.anchors().entrySet().stream()
                .filter(entry -> entry.getKey().getLevel() == 2)
                .map(entry -> "<li><a href=\"#" + entry.getValue() + "\">" + escaped(text(entry.getKey())) + "</a></li>")
                .collect(Collectors.joining("\n"));
        return items.isEmpty() ? "" : "<h2>On this page</h2>\n<ul>\n" + items + "\n</ul>";
    }

    private String neighbours(Page page) {
        List<Path> order = navigation.values().stream().flatMap(List::stream).distinct().toList();
        int place = order.indexOf(page.source());
        return place < 0 ? "" : neighbour(page, order, place - 1, "prev", "← ", "") + neighbour(page, order, place + 1, "next", "", " →");
    }

    private String neighbour(Page page, List<Path> order, int place, String rel, String before, String after) {
        if (place < 0 || place >= order.size()) {
            return "<span></span>";
        }
        Page other = pages.get(order.get(place));
        return "<a rel=\"" + rel + "\" href=\"" + page.up() + slashes(other.target()) + "\">" + before + escaped(other.title()) + after + "</a>";
    }

    /** Adds each section of a page: page, heading, address, words. */
    private void addToIndex(Page page) {
        String heading = page.title();
        String anchor = "";
        StringBuilder words = new StringBuilder();
        for (Node node = page.document().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading next && next.getLevel() <= 3) {
                addSection(page, heading, anchor, words);
                heading = text(next);
                anchor = next.getLevel() == 1 ? "" : "#" + page.anchors().get(next);
            } else {
                words.append(text(node)).append(' ');
            }
        }
        addSection(page, heading, anchor, words);
    }

    private void addSection(Page page, String heading, String anchor, StringBuilder words) {
        if (!words.isEmpty()) {
            index.append("[").append(quoted(page.title())).append(',').append(quoted(heading)).append(',')
                    .append(quoted(slashes(page.target()) + anchor)).append(',').append(quoted(words.toString().strip())).append("],\n");
        }
        words.setLength(0);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("</", "<\\/").replaceAll("[\\x00-\\x1f\u2028\u2029]", " ") + '"';
    }

    private static String slashes(Path path) {
        return path.toString().replace('\\', '/');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    /** Renders what looks other than plain Markdown: headings with anchors, code with a label and colours. */
    private static final class Blocks implements NodeRenderer {

        private final Page page;
        private final HtmlNodeRendererContext context;
        private final HtmlWriter html;

        Blocks(Page page, HtmlNodeRendererContext context) {
            this.page = page;
            this.context = context;
            this.html = context.getWriter();
        }

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(Heading.class, FencedCodeBlock.class, IndentedCodeBlock.class);
        }

        @Override
        public void render(Node node) {
            html.line();
            switch (node) {
                case Heading heading -> heading(heading);
                case FencedCodeBlock block -> code(block.getInfo(), block.getLiteral());
                case IndentedCodeBlock block -> code("commands", block.getLiteral());
                default -> throw new IllegalArgumentException(node.toString());
            }
            html.line();
        }

        private void heading(Heading heading) {
            String anchor = page.anchors().get(heading);
            String tag = "h" + heading.getLevel();
            html.raw("<" + tag + " id=\"" + anchor + "\">");
            for (Node child = heading.getFirstChild(); child != null; child = child.getNext()) {
                context.render(child);
            }
            html.raw(" <a class=\"anchor\" href=\"#" + anchor + "\" aria-label=\"link to this section\">#</a></" + tag + ">");
        }

        private void code(String info, String text) {
            String[] words = info.split(" ", 3);
            String label = words.length < 2 ? "" : switch (words[1]) {
                case "file", "part" -> words[2];
                case "output" -> "output";
                case "input" -> "input of " + words[2];
                case "beside" -> "Python, for comparison";
                case "choose" -> "choose one line";
                default -> "";
            };
            html.raw("<div class=\"code\">" + (label.isEmpty() ? "" : "<p class=\"label\">" + escaped(label) + "</p>")
                    + "<pre tabindex=\"0\"><code>" + coloured(words[0], text) + "</code></pre></div>");
        }

        private static String coloured(String language, String text) {
            if (language.equals("console") || language.equals("commands")) {
                return text.lines().map(line -> line.matches(language.equals("console") ? "\\$ .*" : "(\\./)?(guerdon|dev) .*")
                        ? "<b>" + escaped(line) + "</b>" : escaped(line)).collect(Collectors.joining("\n", "", "\n"));
            }
            String keywords = KEYWORDS.get(language);
            if (keywords == null) {
                return escaped(text);
            }
            String comment = language.equals("python") ? "#[^\\n]*" : language.equals("java") ? "//[^\\n]*|/\\*(?s:.*?)\\*/" : "(?!)";
            Matcher token = Pattern.compile("(?<c>" + comment + ")|(?<s>\"(?:\\\\.|[^\"\\\\\\n])*\")|(?<a>@\\w+)|\\b(?<k>" + keywords + ")\\b|\\b(?<n>\\d[\\d_.]*)\\b")
                    .matcher(text);
            StringBuilder colours = new StringBuilder();
            int done = 0;
            while (token.find()) {
                String kind = Stream.of("c", "s", "a", "k", "n").filter(name -> token.group(name) != null).findFirst().orElse("");
                colours.append(escaped(text.substring(done, token.start()))).append("<i class=\"").append(kind).append("\">")
                        .append(escaped(token.group())).append("</i>");
                done = token.end();
            }
            return colours.append(escaped(text.substring(done))).toString();
        }
    }
}
