package dev.guerdon.cli.pieces;

import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.api.Context;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.api.agent.ModelWait;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.cli.spi.PieceEngine;
import dev.guerdon.core.ForeignCode;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunJob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the model for episodes that other processes play, and counts what that costs: a process that crashes cannot report it.
 *
 * @param model the model
 * @param scene what the episodes have in common
 * @param listener called when an episode waits
 * @param open the episodes under way
 */
record ModelServer(Model model, RunJob.Scene scene, RolloutListener listener, Map<RolloutPlan, Talk> open) {

    ModelServer(Model model, RunJob.Scene scene, RolloutListener listener) {
        this(model, scene, listener, new IdentityHashMap<>());
    }

    private synchronized Talk talk(RolloutPlan plan) {
        return open.computeIfAbsent(plan, Talk::new);
    }

    /** Answers what the process of an episode asks; takes as long as the model does. */
    byte[] answer(RolloutPlan plan, byte[] question) {
        return PieceCodec.bytes(talk(plan).answer(PieceCodec.read(question, DriverModel.Question.class)));
    }

    /** Ends the model's side of an episode, and returns what it used. */
    Usage release(RolloutPlan plan) {
        Talk talk;
        synchronized (this) {
            talk = open.remove(plan);
        }
        return talk == null ? Usage.NONE : talk.end();
    }

    /** The model's side of one episode. The process asks one question at a time. */
    final class Talk {

        private final RolloutPlan plan;
        private final List<ModelWait> waits = new ArrayList<>();
        private String attempt = "";
        private @Nullable ModelSession session;
        private volatile @Nullable Thread asking;
        private volatile boolean ended;
        private volatile Usage used = Usage.NONE;

        Talk(RolloutPlan plan) {
            this.plan = plan;
        }

        synchronized DriverModel.Answer answer(DriverModel.Question question) {
            if (!question.attempt().equals(attempt)) {
                close(); // the episode began anew, in another process
                attempt = question.attempt();
            }
            waits.clear();
            asking = Thread.currentThread();
            try {
                if (ended) {
                    throw new CancellationException("the episode is over");
                }
                ModelSession talking = session == null ? model.begin(new AskedScope()) : session;
                session = talking;
                Registry registry = scene.registry();
                ModelReply reply = talking.reply(
                        question.messages(),
                        question.tools().stream().<AgentTool>map(registry::tool).toList());
                used = used.plus(reply.usage());
                return new DriverModel.Answer(reply, null, List.copyOf(waits));
            } catch (RuntimeException e) {
                return DriverModel.Answer.failed(e, List.copyOf(waits));
            } finally {
                asking = null;
            }
        }

        private void close() {
            ModelSession last = session;
            session = null;
            if (last != null) {
                ForeignCode.tell("closing the model's side of rollout " + plan.id(), last::close);
            }
        }

        Usage end() {
            ended = true;
            Thread waiting = asking;
            if (waiting != null) {
                waiting.interrupt();
            }
            synchronized (this) {
                close();
            }
            return used;
        }

        /** The rollout as the model sees it. */
        private final class AskedScope implements ModelScope {

            @Override
            public Task task() {
                return plan.task();
            }

            @Override
            public Context context() {
                return new Context.Detached(
                        plan.id(),
                        plan.task().id(),
                        Map.of(),
                        "",
                        Trajectory.empty(),
                        "is out of reach of a model that is asked elsewhere");
            }

            @Override
            public long seed() {
                return plan.seed();
            }

            @Override
            public void waiting(ModelWait wait) {
                waits.add(wait);
                listener.waiting(plan, wait);
            }

            @Override
            public Optional<Path> artifacts() {
                return Optional.empty();
            }
        }
    }

    /**
     * Model that the driver asks, so that this process needs no key and no limits.
     *
     * @param spec the model
     * @param places where the piece of an episode is played, by the folder of the episode's files
     */
    record DriverModel(String spec, Function<Path, Optional<PieceEngine.Place>> places) implements Model {

        /**
         * A conversation to be answered.
         *
         * @param attempt the try of the episode
         * @param messages the whole conversation so far
         * @param tools the names of the tools that the model may call natively
         */
        record Question(String attempt, List<Message> messages, List<String> tools) {}

        /**
         * Answer of the driver.
         *
         * @param reply the model's reply; null if there is none
         * @param problem why there is none
         * @param waits the pauses that the driver made
         */
        record Answer(@Nullable ModelReply reply, @Nullable Problem problem, List<ModelWait> waits) {

            static Answer failed(RuntimeException problem, List<ModelWait> waits) {
                String message = String.valueOf(problem.getMessage());
                Problem what = problem instanceof ModelException model
                        ? new Problem(message, model.kind(), model.retryAfter())
                        : new Problem(message, null, Duration.ZERO);
                return new Answer(null, what, waits);
            }
        }

        /**
         * Why there is no reply.
         *
         * @param kind which kind of failure of a model it is; null for anything else
         */
        record Problem(String message, ModelException.@Nullable Kind kind, Duration retryAfter) {
            RuntimeException exception() {
                return kind == null ? new GuerdonException(message) : new ModelException(kind, message, retryAfter);
            }
        }

        @Override
        public ModelSession begin(ModelScope rollout) {
            return (messages, tools) -> reply(rollout, messages, tools);
        }

        private ModelReply reply(ModelScope rollout, List<Message> messages, List<AgentTool> tools) {
            PieceEngine.Place here = rollout.artifacts()
                    .flatMap(places)
                    .orElseThrow(() -> new CancellationException("this episode was cancelled"));
            List<String> names = tools.stream().map(AgentTool::name).toList();
            Answer answer;
            try {
                answer = PieceCodec.read(
                        here.ask(PieceCodec.bytes(new Question(here.attempt(), messages, names))), Answer.class);
            } catch (IOException e) {
                throw new ModelException(
                        Thread.currentThread().isInterrupted()
                                ? ModelException.Kind.CANCELLED
                                : ModelException.Kind.OTHER,
                        "the process that asks " + spec + " did not answer: " + e.getMessage(),
                        e);
            }
            answer.waits.forEach(rollout::waiting);
            if (answer.problem != null) {
                throw answer.problem.exception();
            }
            if (answer.reply == null) {
                throw new GuerdonException("the process that asks " + spec + " gave neither a reply nor a problem");
            }
            return answer.reply;
        }
    }
}
