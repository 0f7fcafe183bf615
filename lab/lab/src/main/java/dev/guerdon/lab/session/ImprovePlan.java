package dev.guerdon.lab.session;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.compare.FactorialRace;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.IterationPlan.Candidate;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.SettingsFile;
import dev.guerdon.lab.suite.YamlFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Plan of a session of {@code guerdon improve}: its start, what it may change, and what it may spend.
 *
 * @param base the suite, the start, the tasks, the seed and the rule, as a plan of {@code guerdon iterate} has them
 * @param change what may be changed
 * @param proposers who proposes changes, in order
 * @param remedies changes of the user's own, by the class of loss that they are to cure
 * @param trainShare which share of the tasks that are not set apart is for training, from 0 to 1; the rest is for tests
 * @param minibatch on how many training tasks a change is tried first
 * @param budget what the session may spend
 * @param racing how changes race, where the rule says so
 */
@Internal
public record ImprovePlan(
        IterationPlan base,
        Changeable change,
        List<Chosen> proposers,
        List<Patch> remedies,
        double trainShare,
        int minibatch,
        Budget budget,
        Racing racing) {

    /** Number of changes that are put to the test unless the plan says otherwise. */
    static final int USUAL_TESTS = 10;

    /**
     * Parts that a plan lets change, as it is written.
     *
     * @param settings settings of the agent, with the values they may have where the plan says so
     * @param sections files of the prompt's sections, or {@code all}
     * @param tools tools of which some may be offered; empty where they do not change; {@code all} for the suite's
     * @param options options of the model
     * @param files globs in the work folder
     * @param work the work folder
     * @param longest how many characters a section or file may have
     */
    public record Changeable(
            Map<String, Range> settings,
            List<String> sections,
            List<String> tools,
            Map<String, Range> options,
            List<String> files,
            Optional<Path> work,
            int longest) {
        public Changeable {
            settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
            sections = List.copyOf(sections);
            tools = List.copyOf(tools);
            files = List.copyOf(files);
        }

        /** Nothing may change. */
        public static final Changeable NOTHING =
                new Changeable(Map.of(), List.of(), List.of(), Map.of(), List.of(), Optional.empty(), 4_000);
    }

    /**
     * The values that a plan allows.
     *
     * @param least the lowest number; NaN for what the agent's kind says
     * @param most the highest number; NaN for what the agent's kind says
     * @param choices the values, empty for a range
     * @param where file and line, for messages
     */
    public record Range(double least, double most, List<String> choices, String where) {}

    /**
     * Way in which changes race.
     *
     * @param pairs how many pairs of episodes are planned for a change
     * @param clusters the field of the tasks that says which of them belong together; empty for none
     */
    public record Racing(int pairs, String clusters) {

        /** After so many pairs the changes are looked at. */
        static final int EVERY = 10;

        /** 300 pairs, and each task for itself. */
        public static final Racing USUAL = new Racing(300, "");
    }

    /** A proposer by its name, with its options. */
    public record Chosen(String name, Map<String, String> options) {
        public Chosen {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }

    /**
     * Budget of a session; 0 or zero for no limit.
     *
     * @param episodes how many episodes
     * @param tokens how many tokens, of the agent's model and of proposers
     * @param usd how much money
     * @param time how much time
     * @param tests how many changes may be put to the test, which share the session's chance of error
     * @param proposals how many changes may be proposed
     */
    public record Budget(long episodes, long tokens, double usd, Duration time, int tests, int proposals) {

        /** No limit but that of tests. */
        public static final Budget NONE = new Budget(0, 0, 0, Duration.ZERO, USUAL_TESTS, 0);
    }

    /**
     * Reads a plan from its file.
     *
     * @throws LabException with file and line where something is wrong with it
     */
    public static ImprovePlan read(Path file) {
        return ImprovePlanFile.read(file);
    }

    /** Returns the same plan with another work folder. */
    public ImprovePlan workingIn(Path work) {
        Changeable other = new Changeable(
                change.settings,
                change.sections,
                change.tools,
                change.options,
                change.files,
                Optional.of(work),
                change.longest);
        return new ImprovePlan(base, other, proposers, remedies, trainShare, minibatch, budget, racing);
    }

    /** Returns the rule that keeps a change. */
    public AcceptanceRule rule() {
        return base.accept();
    }

    /** Returns the state that everything begins with. */
    public Candidate champion() {
        return base.champion();
    }

    public int repeat() {
        return base.repeat();
    }

    public long seed() {
        return base.seed();
    }

    /** Returns the changes that the plan lists, as patches. */
    List<Patch> listed() {
        return base.candidates().stream()
                .map(one -> {
                    if (!one.agent().isEmpty()
                            || !one.model().isEmpty()
                            || !one.commit().isEmpty()) {
                        throw new LabException(
                                "the candidate '" + one.name() + "' names an agent, model or commit, which"
                                        + " cannot be combined with other changes; try it one after the other, with"
                                        + " 'guerdon iterate' and 'accept: {test: sequential}'");
                    }
                    Map<String, String> changes = new LinkedHashMap<>();
                    one.settings().forEach((name, value) -> changes.put(Patch.Kind.SETTING.target(name), value));
                    return new Patch(one.name(), "", "", changes);
                })
                .toList();
    }

    /** Returns whether changes race; else each is tested beside the champion, one after the other. */
    boolean races() {
        return rule().test() == AcceptanceRule.Test.RACE;
    }

    /** Returns the same plan with the test that was usual before changes raced. */
    ImprovePlan oneByOne() {
        AcceptanceRule rule = rule();
        AcceptanceRule other = new AcceptanceRule(
                AcceptanceRule.Test.SEQUENTIAL,
                rule.alpha(),
                rule.minGain(),
                rule.keepTies(),
                rule.maxRegressions(),
                rule.neverRegress(),
                rule.range(),
                rule.effect(),
                rule.holdout(),
                rule.confirm());
        return new ImprovePlan(base.with(other), change, proposers, remedies, trainShare, minibatch, budget, racing);
    }

    /**
     * Tells whether a plan lists changes that race: all of them can be combined, and the plan names no other test.
     *
     * @throws LabException with file and line where something is wrong with it
     */
    public static boolean racesListed(Path file) {
        SettingsFile root = YamlFile.read(PlanFile.text(file, "candidates"), file.toString());
        List<Candidate> listed = PlanFile.candidates(root, file);
        boolean combine = Stream.of("repository", "command")
                        .allMatch(name -> root.find(name).isEmpty())
                && root.find("champion").flatMap(one -> one.find("commit")).isEmpty()
                && listed.stream()
                        .allMatch(one -> one.agent().isEmpty()
                                && one.model().isEmpty()
                                && one.commit().isEmpty());
        return !listed.isEmpty()
                && PlanFile.rule(
                                        root,
                                        combine
                                                ? AcceptanceRule.Test.RACE
                                                : AcceptanceRule.usual().test())
                                .test()
                        == AcceptanceRule.Test.RACE;
    }

    /** Returns the race that the plan has, with no more pairs than its budget of episodes allows. */
    FactorialRace.Plan race(TaskSplit split) {
        int pairs = racing.pairs();
        if (budget.episodes() > 0) {
            long left = (budget.episodes() - reserve(split)) / repeat()
                    - split.train().size();
            pairs = Math.clamp(left / 2 / Racing.EVERY * Racing.EVERY, Racing.EVERY, pairs);
        }
        return new FactorialRace.Plan(rule().alpha(), Math.max(1, budget.tests()), pairs, Racing.EVERY, rule().range());
    }

    /** Returns how many episodes the confirmation needs. */
    long reserve(TaskSplit split) {
        List<String> tasks = split.apart().isEmpty() ? split.tried() : split.apart();
        return rule().confirm() ? 2L * tasks.size() * repeat() : 0;
    }

    /** Returns the chance of error of one test, as long as none passed its share on. */
    double share() {
        return rule().alpha() / Math.max(1, budget.tests());
    }
}
