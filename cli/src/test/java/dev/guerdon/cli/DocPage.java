package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A page of the documentation with a folder in which its blocks are tried out; what each kind of block means is told by
 * {@code docs/design/docs.md}.
 */
final class DocPage {

    private static final Pattern TYPE_NAME = Pattern.compile(
            "^(?:public |final |sealed |abstract )*(?:class|record|interface|enum) (\\w+)", Pattern.MULTILINE);

    private static final Pattern IMPORTS = Pattern.compile("\\A(?:import [^;]+;\\s*)*");

    private static final Pattern PYTHON_NAME = Pattern.compile("name\\s*=\\s*\"(\\w+)\"");

    private final Path folder;
    private final List<DocBlock> blocks;
    private final List<Path> sources = new ArrayList<>();
    private @Nullable Registry registry;

    DocPage(Path page, Path folder) throws IOException {
        this.folder = folder;
        this.blocks = DocBlock.of(page);
        for (DocBlock block : blocks) {
            String[] info = block.info().split(" ", -1);
            if (block.info().equals("java")) {
                Matcher name = TYPE_NAME.matcher(block.text());
                assertThat(name.find())
                        .as("a java block is a whole file with a class")
                        .isTrue();
                sources.add(write(name.group(1) + ".java", block.text()));
            } else if (info.length == 3 && info[1].equals("file")) {
                write(info[2], block.text());
            }
        }
        if (sources.isEmpty()) {
            Files.createDirectories(folder.resolve("classes"));
        }
        Path examples = Checkout.REAL.resolve("examples");
        try (Stream<Path> files = Files.walk(examples)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve("examples").resolve(examples.relativize(file));
                Files.createDirectories(Objects.requireNonNull(copy.getParent()));
                Files.copy(file, copy);
            }
        }
        String command = Child.command().stream().map(DocPage::quoted).collect(Collectors.joining(" "));
        Path script = write("guerdon", "#!/bin/sh\nexec " + command + " \"$@\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        return Files.writeString(file, text);
    }

    List<DocBlock> blocks() {
        return blocks;
    }

    /** Tries a block out. Several pages may do so at once. */
    void check(int index) throws Exception {
        DocBlock block = blocks.get(index);
        if (block.info().equals(PythonBlocks.INFO)) {
            PythonBlocks.check(block, next(index, "text output"), folder);
        } else if (block.info().equals("console")) {
            console(block);
        } else {
            // In this process, where one block may catch what is printed.
            synchronized (DocPage.class) {
                checkHere(block, index);
            }
        }
    }

    private void checkHere(DocBlock block, int index) throws Exception {
        String info = block.info();
        if (info.equals("java")) {
            classes();
        } else if (info.equals("java run")) {
            run(block, next(index, "text output"));
        } else if (ReleaseBlocks.isOne(block)) {
            ReleaseBlocks.check(block);
        } else if (info.startsWith("json input ")) {
            DocBlock output = next(index, "json output");
            assertThat(output).as("a block 'json output' follows").isNotNull();
            score(info.substring("json input ".length()), block, output);
        } else if (info.equals("json output")) {
            assertThat(index > 0 && blocks.get(index - 1).info().startsWith("json input "))
                    .as("a block 'json input NAME' stands before")
                    .isTrue();
        } else if (info.equals("text output")) {
            assertThat(index > 0 && blocks.get(index - 1).info().matches("(java|python) run"))
                    .as("a block 'java run' or 'python run' stands before")
                    .isTrue();
        } else if (info.equals("sh choose")) {
            assertThat(block.lines()).as("lines that set a variable").allMatch(line -> line.startsWith("export "));
        } else if (info.equals("python beside")) {
            beside(index);
        } else if (info.equals(DocBlock.INDENTED)) {
            block.lines().forEach(DocPage::indented);
        } else if (!info.matches(
                "mermaid|filter|text picture|(sh|python|powershell) elsewhere|(sql|java|text) spark|python trainer"
                        + " \\S+|(json|text) file \\S+")) {
            throw new AssertionError(
                    "no rule says how to check a block '" + info + "'; docs/design/docs.md lists them");
        }
    }

    private @Nullable DocBlock next(int index, String info) {
        return index + 1 < blocks.size() && blocks.get(index + 1).info().equals(info) ? blocks.get(index + 1) : null;
    }

    /** The folder with the classes of the page. */
    private Path classes() {
        Path classes = folder.resolve("classes");
        if (!Files.exists(classes)) {
            compile(sources, classes);
        }
        return classes;
    }

    private static void compile(List<Path> sources, Path classes) {
        List<String> arguments =
                new ArrayList<>(List.of("-parameters", "-proc:none", "-Xlint:all", "-d", classes.toString(), "-cp"));
        arguments.add(System.getProperty("java.class.path") + File.pathSeparator + classes);
        sources.forEach(source -> arguments.add(source.toString()));
        ByteArrayOutputStream problems = new ByteArrayOutputStream();
        int exitCode =
                ToolProvider.getSystemJavaCompiler().run(null, problems, problems, arguments.toArray(String[]::new));
        assertThat(exitCode).as(problems.toString(StandardCharsets.UTF_8)).isZero();
    }

    private void run(DocBlock block, @Nullable DocBlock output) throws Exception {
        Matcher imports = IMPORTS.matcher(block.text());
        assertThat(imports.find()).isTrue();
        String name = "Block" + block.line();
        Path source = write(
                name + ".java",
                imports.group() + "class " + name + " {\n static void run() throws Exception {\n"
                        + block.text().substring(imports.end()) + "}}\n");
        Path classes = classes();
        compile(List.of(source), classes);
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {classes.toUri().toURL()}, DocPage.class.getClassLoader());
                PrintStream captured = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            var method = loader.loadClass(name).getDeclaredMethod("run");
            method.setAccessible(true);
            System.setOut(captured);
            method.invoke(null);
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo(output == null ? "" : output.text());
    }

    private void score(String reward, DocBlock input, DocBlock output) throws IOException {
        if (registry == null) {
            registry =
                    Plugins.load(new PluginPath(List.of(), List.of(), sources)).registry();
        }
        ByteArrayOutputStream scores = new ByteArrayOutputStream();
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            new ScoreJob(List.of(registry.reward(reward)), scorer, null, Long.MAX_VALUE, new ScoreJob.Listener() {})
                    .run(
                            new ByteArrayInputStream(input.text().getBytes(StandardCharsets.UTF_8)),
                            scores,
                            ScoreJob.Progress.none(1));
        }
        assertThat(scores.toString(StandardCharsets.UTF_8)).isEqualTo(output.text());
    }

    /** Python is shown beside the Java block that follows, which registers a reward of the same name. */
    private void beside(int index) {
        Matcher python = PYTHON_NAME.matcher(blocks.get(index).text());
        assertThat(python.find())
                .as("a name for the reward in the Python block")
                .isTrue();
        DocBlock java = next(index, "java");
        assertThat(java).as("a block 'java' follows").isNotNull();
        assertThat(java.text()).as("the reward of the same name").contains(python.group(1));
    }

    /** Types the commands of a block into a shell, and compares what it shows. */
    private void console(DocBlock block) throws IOException {
        StringBuilder script = new StringBuilder("exec 2>&1\n");
        blocks.stream()
                .filter(choice -> choice.info().equals("sh choose"))
                .forEach(choice -> script.append(choice.lines().getLast()).append('\n'));
        StringBuilder expected = new StringBuilder();
        for (String line : block.lines()) {
            if (line.startsWith("$ ")) {
                script.append(line.substring(2)).append('\n');
            } else if (line.equals("...")) {
                expected.append("(?:.*\\n)*?");
            } else {
                expected.append(Stream.of(line.split(Pattern.quote("..."), -1))
                                .map(Pattern::quote)
                                .collect(Collectors.joining(".*")))
                        .append("\\n");
            }
        }
        assertThat(script).as("a command after a dollar sign").contains("guerdon ");
        Checkout.Result result = Checkout.run(
                folder,
                Map.of("GUERDON_PROGRESS", "no", "CLICOLOR_FORCE", ""),
                List.of("bash", "-c", script.toString()));
        assertThat(result.out()).matches(expected.toString());
    }

    /** A line to type, or to give to {@code score}: understood, but not run, as it may need what is not here. */
    static void indented(String line) {
        if (line.startsWith("{")) {
            assertThat(JsonCodec.read(line, "example").isObject()).isTrue();
            return;
        }
        String typed = line.replaceFirst("\\s+#.*", "").replaceFirst("\\s*[<|].*", "");
        Matcher command = Pattern.compile("(?:\\./)?(guerdon|dev)(?: (.*))?").matcher(typed);
        assertThat(command.matches())
                .as("an indented line is a command of guerdon or dev, or a JSON object: " + line)
                .isTrue();
        String[] arguments = Objects.requireNonNullElse(command.group(2), "").split(" +");
        if (command.group(1).equals("dev")) {
            assertThat(Checkout.REAL.resolve("dev"))
                    .content()
                    .containsPattern("(?m)^  (\\w+ \\| )*" + Pattern.quote(arguments[0]) + "( \\|.*)?\\)$");
        } else {
            StringWriter err = new StringWriter();
            Main.commandLine(new PrintWriter(err), new PrintWriter(err), arguments)
                    .parseArgs(arguments);
        }
    }
}
