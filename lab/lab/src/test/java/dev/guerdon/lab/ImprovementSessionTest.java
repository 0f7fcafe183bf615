package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.ImprovementListener;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImprovementSessionTest {

    private static final Registry REGISTRY = Registry.discover();
    private static final int TASKS = 30;

    @TempDir
    Path folder;

    private RunStore store;

    @BeforeEach
    void writeSuite() throws IOException {
        store = new RunStore(folder.resolve("runs"));
        Files.writeString(
                folder.resolve("suite.yaml"),
                "name: small\nagent: tunable\nmodel: policy:math-calculator\nreward: assistantbench_reward\ntasks:\n"
                        + IntStream.range(0, TASKS)
                                .mapToObj(i -> "  - {id: t" + i + ", question: 'How much does thing number " + i
                                        + " weigh in the old store?', answer: '" + (1000 + 37 * i) + "'}\n")
                                .collect(Collectors.joining()));
    }

    private Path plan(String... lines) throws IOException {
        Path file = folder.resolve("plan.yaml");
        Files.writeString(file, "suite: suite.yaml\nseed: 7\naccept: mean\n" + String.join("\n", lines) + "\n");
        return file;
    }

    private Path usual() throws IOException {
        return plan(
                "champion: {name: start, set: {limit: 8}}",
                "change:",
                "  set: {section.answer_format: , harmful: , limit: {from: 1, to: 64}}",
                "remedies:",
                "  - {name: planted, cause: wrong_format, set: {harmful: 'on'}}",
                "proposers: [remedies, merge, tune]");
    }

    private ImprovementSession.Result run(Path plan) throws Exception {
        return ImprovementSession.start(REGISTRY, store, plan, ImprovementSession.Options.USUAL)
                .run(new ImprovementListener() {});
    }

    @Test
    @Tag("slow")
    void diagnosisLeadsToRemediesThatAreKeptAndThePlantedOneIsRejected() throws Exception {
        ImprovementSession.Result result = run(usual());
        assertThat(result.complete()).isTrue();
        Map<String, Verdict> verdicts = result.changes().stream()
                .collect(Collectors.toMap(
                        ImprovementListener.Change::title, ImprovementListener.Change::verdict, (a, b) -> b));
        assertThat(verdicts).containsEntry("planted", Verdict.ROLLED_BACK);
        assertThat(verdicts).containsEntry("the section answer_format", Verdict.KEPT);
        assertThat(result.confirmation()).contains("that nothing had seen");
        assertThat(result.refuted()).isFalse();
        String champion = Files.readString(result.champion().resolve("champion.yaml"));
        assertThat(champion).contains("\"section.answer_format\": \"on\"").doesNotContain("\"harmful\": \"on\"");
        ImprovementListener.Change kept = result.changes().stream()
                .filter(change -> change.title().equals("the section answer_format"))
                .findFirst()
                .orElseThrow();
        assertThat(kept.diff()).contains("+set.section.answer_format: \"on\"");
        assertThat(result.report().markdown())
                .contains("the section answer_format", "What did not work", "planted", "```diff");
        assertThat(result.folder().resolve("improve.json")).content().contains("\"holdout\"", "\"confirmation\"");
    }

    @Test
    @Tag("slow")
    void championOfASessionIsTheStartOfTheNext() throws Exception {
        ImprovementSession.Result first = run(usual());
        Path champion = first.champion().resolve("champion.yaml");
        assertThat(champion).content().contains("set:");
        List<String> lines = Files.readAllLines(champion).stream()
                .filter(line -> !line.startsWith("#") && !line.startsWith("suite:"))
                .map(line -> "  " + line)
                .toList();
        List<String> all = new ArrayList<>(List.of("champion:"));
        all.addAll(lines);
        all.addAll(List.of("change:", "  set: {harmful: }"));
        ImprovementSession.Result second = run(plan(all.toArray(String[]::new)));
        assertThat(second.changes().getFirst().reward()).isGreaterThan(0.5);
    }

    @Test
    @Tag("slow")
    void sectionsAndFilesOfAWorkFolderCanChange() throws Exception {
        Path work = Files.createDirectories(folder.resolve("work"));
        Files.writeString(work.resolve("skill.txt"), "Answer.\n");
        ImprovementSession.Result result = run(plan(
                "champion: {set: {limit: 8}}",
                "work: work",
                "change: {files: ['*.txt'], prompt: [10-task.md]}",
                "remedies:",
                "  - {name: a better skill, cause: wrong_format, files: {skill.txt: 'Answer with the bare value.'}}"));
        assertThat(result.changes().stream().filter(change -> change.verdict() == Verdict.KEPT))
                .extracting(ImprovementListener.Change::title)
                .contains("a better skill");
        assertThat(result.champion().resolve("files/skill.txt")).hasContent("Answer with the bare value.");
        assertThat(work.resolve("skill.txt")).content().isEqualTo("Answer.\n");
    }

    @Test
    @Tag("slow")
    void keptChangesBecomeCommitsWithTheirFigures() throws Exception {
        Path repository = Files.createDirectories(folder.resolve("repository with spaces"));
        git(repository, "init", "-q");
        git(repository, "config", "user.email", "someone@example.org");
        git(repository, "config", "user.name", "Someone");
        git(repository, "config", "commit.gpgsign", "false");
        Path plan = repository.resolve("plan.yaml");
        Files.writeString(plan, Files.readString(usual()).replace("suite.yaml", "../suite.yaml"));
        Files.writeString(repository.resolve("other.txt"), "mine");
        git(repository, "add", "other.txt");
        ImprovementSession.Options options = new ImprovementSession.Options(false, true, null);
        ImprovementSession.Result result =
                ImprovementSession.start(REGISTRY, store, plan, options).run(new ImprovementListener() {});
        String log = git(repository, "log", "--format=%s%n%b");
        long kept = result.changes().stream()
                .filter(change -> change.verdict() == Verdict.KEPT)
                .count();
        assertThat(kept).isPositive();
        assertThat(git(repository, "rev-list", "--count", "HEAD").strip()).isEqualTo(Long.toString(kept));
        assertThat(log)
                .containsPattern(
                        "kept: \\+\\d\\.\\d\\d \\(-?0\\.\\d\\d to \\d\\.\\d\\d\\) on 12 tasks; cause: wrong format");
        assertThat(git(repository, "status", "--porcelain")).contains("A  other.txt");
        assertThat(git(repository, "show", "--stat", "HEAD")).doesNotContain("other.txt");
        // A session that goes on makes no commit twice.
        ImprovementSession.resume(REGISTRY, store, plan, options).run(new ImprovementListener() {});
        assertThat(git(repository, "rev-list", "--count", "HEAD").strip()).isEqualTo(Long.toString(kept));
    }

    @Test
    void commitWithoutARepositoryIsRefusedBeforeAnythingIsRun() throws Exception {
        Path plan = usual();
        ImprovementSession.Options options = new ImprovementSession.Options(false, true, null);
        assertThatThrownBy(() -> ImprovementSession.start(REGISTRY, store, plan, options))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("--commit needs a git repository");
        try (Stream<Path> sessions = Files.list(folder.resolve("runs/sessions"))) {
            assertThat(sessions).isEmpty();
        }
    }

    private static String git(Path folder, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return out;
    }

    @Test
    @Tag("slow")
    void sessionThatIsKilledAgainAndAgainEndsAsIfItHadNotBeen() throws Exception {
        Path plan = usual();
        RunStore untouched = new RunStore(folder.resolve("untouched"));
        ImprovementSession.start(REGISTRY, untouched, plan, ImprovementSession.Options.USUAL)
                .run(new ImprovementListener() {});
        Random dice = new Random(20261116);
        boolean begun = false;
        int kills = 0;
        for (int attempt = 0; attempt < 3; attempt++) {
            Process process = start(plan, begun ? "again" : "new");
            int after = dice.nextInt(40);
            int seen = 0;
            try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    begun |= line.equals("begun");
                    if (seen++ == after) {
                        process.destroyForcibly();
                        kills++;
                    }
                }
            } catch (IOException e) {
                // Its end was cut off with it.
            }
            process.waitFor();
        }
        assertThat(begun).isTrue();
        assertThat(kills).isPositive();
        ImprovementSession.resume(REGISTRY, store, plan, ImprovementSession.Options.USUAL)
                .run(new ImprovementListener() {});
        assertThat(outcome(store)).isEqualTo(outcome(untouched));
    }

    /** What came out, without how long it took. */
    private static String outcome(RunStore store) throws IOException {
        try (Stream<Path> sessions = Files.list(store.root().resolve("sessions"))) {
            Path session = sessions.findFirst().orElseThrow();
            return Files.readString(session.resolve("improve.json")).replaceAll("\"spent\":.*", "")
                    + Files.readString(session.resolve("champion/champion.yaml"));
        }
    }

    private Process start(Path plan, String mode) throws IOException {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath,
                        "dev.guerdon.lab.ImproveMain",
                        store.root().toString(),
                        plan.toString(),
                        mode)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private Path listed(String accept) throws IOException {
        return Files.writeString(
                folder.resolve("listed.yaml"), "suite: suite.yaml\nseed: 7\nparallel: 4\n" + accept + """
                champion: {name: start, set: {limit: 8}}
                candidates:
                  - {name: bare answers, set: {section.answer_format: "on"}}
                  - {name: harm, set: {harmful: "on"}}
                """);
    }

    @Test
    @Tag("slow")
    void changesThatAPlanListsRaceWithoutTraining() throws Exception {
        Path plan = listed("accept: {pairs: 60}\n");
        assertThat(ImprovementSession.races(plan)).isTrue();
        ImprovementSession.Result result = run(plan);
        Map<String, Verdict> verdicts = result.changes().stream()
                .collect(Collectors.toMap(ImprovementListener.Change::title, ImprovementListener.Change::verdict));
        assertThat(verdicts)
                .containsEntry("start", Verdict.START)
                .containsEntry("bare answers", Verdict.KEPT)
                .containsEntry("harm", Verdict.ROLLED_BACK);
        assertThat(result.champion().resolve("champion.yaml")).content().contains("\"section.answer_format\": \"on\"");
        assertThat(result.confirmation()).contains("that nothing had seen", "The gain is confirmed");
        assertThat(result.report().markdown()).contains("pairs that no proposer saw", "random half of the undecided");
        // What is complete is not played again.
        ImprovementSession.Result again = ImprovementSession.resume(
                        REGISTRY, store, plan, ImprovementSession.Options.USUAL)
                .run(new ImprovementListener() {});
        assertThat(again.spent().replaceAll(", [^,]*$", ""))
                .isEqualTo(result.spent().replaceAll(", [^,]*$", ""));
        assertThat(again.confirmation()).isEqualTo(result.confirmation());
    }

    @Test
    void listedChangesThatCannotBeCombinedOrNameAnotherTestDoNotRace() throws Exception {
        assertThat(ImprovementSession.races(listed(""))).isTrue();
        assertThat(ImprovementSession.races(listed("accept: mean\n"))).isFalse();
        assertThat(ImprovementSession.races(listed("accept: {max_regressions: 2}\n")))
                .isFalse();
        assertThatThrownBy(() -> ImprovementSession.races(listed("accept: {test: race, min_gain: 0.1}\n")))
                .hasMessageContainingAll("listed.yaml:4", "'min_gain' is for tests of one change after the other");
        assertThatThrownBy(() -> ImprovementSession.races(listed("accept: {test: mean, pairs: 20}\n")))
                .hasMessageContaining("'pairs' is for 'test: race'");
        Path models = Files.writeString(
                folder.resolve("models.yaml"),
                "suite: suite.yaml\ncandidates: [{name: other, model: 'policy:math-gold'}]\n");
        assertThat(ImprovementSession.races(models)).isFalse();
        Path elsewhere = Files.writeString(
                folder.resolve("elsewhere.yaml"),
                "suite: suite.yaml\ncommand: [./evaluate]\ncandidates: [{name: warm, set: {limit: 3}}]\n");
        assertThat(ImprovementSession.races(elsewhere)).isFalse();
        Path forced = Files.writeString(
                folder.resolve("forced.yaml"),
                "suite: suite.yaml\naccept: race\ncandidates: [{name: other, model: 'policy:math-gold'}]\n");
        assertThatThrownBy(() -> run(forced)).hasMessageContainingAll("'other'", "cannot be combined");
        assertThatThrownBy(() -> IterationSession.start(REGISTRY, store, IterationSession.plan(forced)))
                .hasMessageContaining("one after the other");
        assertThatThrownBy(() -> run(listed("accept: {clusters: site}\n")))
                .hasMessageContaining("no task has the field 'site'");
    }

    @Test
    void planWithATypoSaysWhereAndWhatWasMeant() throws Exception {
        assertThatThrownBy(() -> run(plan("chnge: {set: {limit: }}")))
                .hasMessageContainingAll("plan.yaml:4", "a plan has no 'chnge'", "change");
        assertThatThrownBy(() -> run(plan("change: {set: {limmit: }}")))
                .hasMessageContainingAll("plan.yaml:4", "no setting 'limmit'", "limit");
        assertThatThrownBy(() -> run(plan("change: {set: {limit: {from: 9, to: 3}}}")))
                .hasMessageContaining("from low to high");
        assertThatThrownBy(() -> run(plan("change: {set: {limit: }}", "proposers: [remedy]")))
                .hasMessageContainingAll("no proposer 'remedy'", "remedies");
        assertThatThrownBy(() -> run(plan("change: {set: {limit: }}", "budget: {episode: 3}")))
                .hasMessageContainingAll("plan.yaml:5", "'budget' has no 'episode'", "episodes");
        assertThatThrownBy(() -> run(plan("change: {set: {limit: }}", "budget: {episodes: 3}")))
                .hasMessageContaining("too small");
        assertThatThrownBy(() -> run(plan("change: {set: {limit: }}", "split: {train: half}")))
                .hasMessageContaining("a share such as 40 %");
        assertThatThrownBy(() -> run(plan("change: {files: [a.txt]}"))).hasMessageContaining("'files' needs 'work'");
        assertThatThrownBy(() -> run(plan("change: {set: {limit: }}", "proposers: [reflect]")))
                .hasMessageContaining("needs a model");
        assertThatThrownBy(() -> run(plan("change: {}"))).hasMessageContaining("names nothing");
    }

    @Test
    void planThatCanKeepNothingIsRefused() throws Exception {
        Path file = folder.resolve("plan.yaml");
        Files.writeString(
                file, "suite: suite.yaml\ntasks: 0-9\naccept: {test: permutation}\nchange: {set: {limit: }}\n");
        assertThatThrownBy(() -> run(file)).hasMessageContainingAll("can keep no change", "--anyway");
    }
}
