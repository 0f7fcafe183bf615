package dev.guerdon.agent;

import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelReply.Finish;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.api.agent.ModelWait;
import dev.guerdon.api.agent.RolloutScope;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.ForeignCode;
import dev.guerdon.core.RolloutContext;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.OwnThread;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** A rollout under way: keeps what was said and used, and ends it when someone asks or a limit is reached. */
final class LiveRollout implements RolloutScope, AutoCloseable {

    /** Number of repeated requests to the model, and the time that they and its limits of rate took. */
    private record Waiting(int retries, Duration time) {
        static final Waiting NONE = new Waiting(0, Duration.ZERO);

        Waiting plus(ModelWait wait) {
            return new Waiting(retries + (wait.retry() > 0 ? 1 : 0), time.plus(wait.pause()));
        }
    }

    /** Why a rollout is to end before its agent ends it. */
    enum Stop {
        NOT,
        CANCELLED,
        TIME_UP
    }

    private final RolloutSetup setup;
    private final RolloutPlan plan;
    private final List<AgentTool> tools;
    private final RolloutContext context;
    private final RolloutListener listener;
    private final Instant started = Instant.now();
    private final long startedNanos = System.nanoTime();
    private final List<List<Message>> segments = new ArrayList<>();
    private final List<Turn> turns = new ArrayList<>();
    private List<Message> segment = new ArrayList<>();
    private Usage usage = Usage.NONE;
    private Finish finish = Finish.UNKNOWN;
    private Finish unnoted = Finish.UNKNOWN;
    private Waiting waited = Waiting.NONE;
    private Waiting unnotedWait = Waiting.NONE;
    private @Nullable ModelSession session;
    private @Nullable Thread thread;
    private volatile Stop stop = Stop.NOT;
    private boolean over;

    public LiveRollout(
            RolloutSetup setup,
            RolloutPlan plan,
            List<AgentTool> tools,
            RolloutContext context,
            RolloutListener listener) {
        this.setup = setup;
        this.plan = plan;
        this.tools = tools;
        this.context = context;
        this.listener = listener;
    }

    @Override
    public Task task() {
        return plan.task();
    }

    @Override
    public RolloutContext context() {
        return context;
    }

    @Override
    public Plugin.Catalogue catalogue() {
        return setup.registry();
    }

    @Override
    public AgentTool tool(String name) {
        return setup.registry().tool(name);
    }

    @Override
    public List<AgentTool> tools() {
        return tools;
    }

    @Override
    public Map<String, String> environmentOptions() {
        return setup.environmentOptions();
    }

    @Override
    public long seed() {
        return plan.seed();
    }

    @Override
    public int maxTurns() {
        return setup.limits().turns();
    }

    @Override
    public Optional<Path> artifacts() {
        return setup.artifacts().apply(plan);
    }

    @Override
    public ModelReply ask(List<Message> messages, List<AgentTool> offered) {
        Thread.interrupted(); // the agent's own; who asks the rollout to end says so before
        check();
        RolloutLimits limits = setup.limits();
        if (limits.tokens() > 0 && usage.tokens() >= limits.tokens()) {
            throw new BudgetException(
                    FinishReason.TOKEN_LIMIT,
                    "rollout " + plan.id() + " has used " + usage.tokens() + " tokens of " + limits.tokens()
                            + " that it may use");
        }
        if (limits.usd() > 0 && usage.usd() >= limits.usd()) {
            throw new BudgetException(
                    FinishReason.COST_LIMIT,
                    "rollout " + plan.id()
                            + String.format(
                                    Locale.ROOT,
                                    " has spent %.4f of %.4f US dollars that it may spend",
                                    usage.usd(),
                                    limits.usd()));
        }
        ModelSession open = session;
        if (open == null) {
            open = setup.model().begin(this);
            session = open;
        }
        ModelReply reply = open.reply(messages, offered);
        addUsage(reply.usage());
        finish = reply.finish();
        unnoted = reply.finish();
        return reply;
    }

    @Override
    public String chat(List<Message> messages) {
        int known;
        synchronized (this) {
            known = segment.size() <= messages.size() && segment.equals(messages.subList(0, segment.size()))
                    ? segment.size()
                    : 0;
        }
        if (known == 0) {
            startSegment();
        }
        messages.subList(known, messages.size()).forEach(this::addMessage);
        long start = System.nanoTime();
        ModelReply reply = ask(messages, List.of());
        String text = reply.message().text().strip();
        addMessage(Message.assistant(text));
        recordTurn(Turn.builder()
                .index(turns().size())
                .prompt(messages.isEmpty() ? "" : messages.getLast().text())
                .reply(text)
                .modelTime(Duration.ofNanos(System.nanoTime() - start))
                .usage(reply.usage())
                .build());
        return text;
    }

    @Override
    public synchronized void addUsage(Usage more) {
        usage = usage.plus(more);
    }

    @Override
    public synchronized void addMessage(Message message) {
        requireNotOver();
        segment.add(message);
        context.record(trajectory(FinishReason.UNKNOWN), "");
    }

    @Override
    public synchronized void startSegment() {
        requireNotOver();
        if (!segment.isEmpty()) {
            segments.add(List.copyOf(segment));
            segment = new ArrayList<>();
        }
    }

    /** Notes why the model's reply ended and how long it was waited for, for every agent, so that none has to think of it. */
    private Turn withReply(Turn turn) {
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        if (unnoted != Finish.UNKNOWN) {
            info.put(TurnInfo.REPLY_FINISH, unnoted.word());
        }
        if (unnotedWait.retries() > 0) {
            info.put(TurnInfo.RETRIES, unnotedWait.retries());
        }
        if (!unnotedWait.time().isZero()) {
            info.put(TurnInfo.WAITED_SECONDS, seconds(unnotedWait.time()));
        }
        unnoted = Finish.UNKNOWN;
        unnotedWait = Waiting.NONE;
        info.putAll(turn.info());
        return turn.withInfo(info);
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1e3;
    }

    /** Returns whether a part of the last reply is missing. */
    boolean lastReplyIncomplete() {
        return finish.incomplete();
    }

    @Override
    public void recordTurn(Turn ended) {
        Turn turn;
        synchronized (this) {
            requireNotOver();
            turn = withReply(ended);
            turns.add(turn);
        }
        Thread running = leave(); // whoever listens may be writing a file, and must not be interrupted at it
        try {
            OwnThread.undisturbed(() -> listener.turned(plan, turn));
        } finally {
            enter(running);
        }
    }

    /** Throws if the rollout is over: its agent, which may still run, must change nothing any more. */
    private void requireNotOver() {
        if (over) {
            throw new CancellationException("rollout " + plan.id() + " is over");
        }
    }

    /** Ends what the agent may do, which may still run. */
    synchronized void endAgent() {
        over = true;
    }

    @Override
    public void waiting(ModelWait wait) {
        waited = waited.plus(wait);
        unnotedWait = unnotedWait.plus(wait);
        listener.waiting(plan, wait);
    }

    @Override
    public void check() {
        switch (stop) {
            case CANCELLED -> throw new CancellationException("rollout " + plan.id() + " was cancelled");
            case TIME_UP ->
                throw new BudgetException(
                        FinishReason.TIME_LIMIT,
                        "rollout " + plan.id() + " has used up its time of "
                                + DurationText.format(setup.limits().time()));
            case NOT -> {}
        }
    }

    /** Asks the rollout to end; wakes it where it waits. The first reason counts. */
    synchronized void stop(Stop reason) {
        if (stop == Stop.NOT) {
            stop = reason;
            // What was interrupted in the middle of its work must not be handed to another rollout.
            context.taint();
            if (thread != null) {
                thread.interrupt();
            }
        }
    }

    /** Returns whether this is the rollout of that very plan; there may be another of the same task and repeat. */
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(RolloutPlan other) {
        return plan == other;
    }

    Stop stopped() {
        return stop;
    }

    /** Lets requests to stop interrupt this thread from now on. */
    void enter() {
        enter(Thread.currentThread());
    }

    private synchronized void enter(@Nullable Thread running) {
        thread = over ? null : running;
        if (thread != null && stop != Stop.NOT) {
            thread.interrupt();
        }
    }

    /**
     * Lets no request to stop interrupt a thread any more, so that what follows is not disturbed.
     *
     * @return the thread that one would have interrupted
     */
    synchronized @Nullable Thread leave() {
        Thread running = thread;
        thread = null;
        Thread.interrupted();
        return running;
    }

    synchronized Usage usage() {
        return usage;
    }

    synchronized List<Turn> turns() {
        return List.copyOf(turns);
    }

    synchronized Trajectory trajectory(FinishReason reason) {
        List<List<Message>> all = new ArrayList<>(segments);
        all.add(segment);
        return Trajectory.builder()
                .ids(plan.id(), plan.task().id())
                .segments(all)
                .metrics(metrics())
                .finishReason(reason)
                .time(started, Duration.ofNanos(System.nanoTime() - startedNanos))
                .build();
    }

    private Map<String, Double> metrics() {
        Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put("turns", (double) turns.size());
        metrics.put("input_tokens", (double) usage.inputTokens());
        metrics.put("output_tokens", (double) usage.outputTokens());
        metrics.put("usd", usage.usd());
        metrics.put("retries", (double) waited.retries());
        metrics.put("waited_seconds", seconds(waited.time()));
        return metrics;
    }

    /** Ends the model's side; the context stays open for the reward. */
    @Override
    public void close() {
        ModelSession open = session;
        session = null;
        if (open != null) {
            ForeignCode.tell("closing the model's side of rollout " + plan.id(), open::close);
        }
    }

    /** A rollout reached one of its limits of tokens, money or time. */
    static final class BudgetException extends GuerdonException {

        private final FinishReason limit;

        /**
         * @param limit the limit that was reached, as the reason for the rollout's end
         */
        public BudgetException(FinishReason limit, String message) {
            super(message);
            this.limit = limit;
        }

        FinishReason limit() {
            return limit;
        }
    }
}
