package dev.guerdon.spark;

import dev.guerdon.cli.spi.LineScorer;
import dev.guerdon.cli.spi.LineScorer.Description;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.spark.QueryContext;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Function1;
import scala.Option;
import scala.collection.immutable.Map$;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** The functions that SQL gets: one for each reward of a catalogue, and {@value #SCORE} for any of them. */
final class RewardFunctions {

    /** The function that gives the whole score of any reward. */
    static final String SCORE = "guerdon_score";

    private static final String PREFIX = "guerdon_";

    private final ScorerShipment shipment;
    private final Map<String, String> rewards = new LinkedHashMap<>();

    /** The functions for the rewards of a shipment. */
    RewardFunctions(ScorerShipment shipment) {
        this.shipment = shipment;
        Set<String> taken = builtIn();
        taken.add(SCORE);
        for (String reward : new TreeSet<>(ProcessScorers.ask(shipment, LineScorer::names))) {
            String name = sqlName(reward, taken);
            taken.add(name);
            rewards.put(name, reward);
        }
    }

    /** Returns the functions of Guerdon's own rewards alone. */
    static RewardFunctions plain() {
        return new RewardFunctions(ScorerShipment.little(LineScorer.Order.PLAIN));
    }

    private static Set<String> builtIn() {
        Set<String> names = new TreeSet<>();
        CollectionConverters.asJava(FunctionRegistry$.MODULE$.functionSet())
                .forEach(each -> names.add(each.funcName().toLowerCase(Locale.ROOT)));
        CollectionConverters.asJava(FunctionRegistry$.MODULE$.builtinOperators())
                .keySet()
                .forEach(each -> names.add(each.toLowerCase(Locale.ROOT)));
        return names;
    }

    /** Returns a name that SQL takes without quotes, and that means nothing else there. */
    static String sqlName(String reward, Set<String> taken) {
        String name = reward.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
        while (taken.contains(name) || !name.matches("[a-z_].*")) {
            name = PREFIX + name;
        }
        return name;
    }

    /** Returns the name of the reward by the name of its function. */
    Map<String, String> rewards() {
        return new LinkedHashMap<>(rewards);
    }

    /** Takes a function. */
    @FunctionalInterface
    interface Registrar {
        void add(FunctionIdentifier name, ExpressionInfo info, Function1<Seq<Expression>, Expression> builder);
    }

    /** Hands out all functions. */
    void register(Registrar registrar) {
        rewards.forEach((function, reward) -> registrar.add(
                FunctionIdentifier.apply(function),
                new RewardInfo(function, () -> describe(function, reward)),
                builder(arguments -> call(function, reward, arguments))));
        registrar.add(
                FunctionIdentifier.apply(SCORE),
                new RewardInfo(
                        SCORE,
                        () -> SCORE + "(reward, sample) - scores a sample, which is a struct, a VARIANT or a JSON text,"
                                + " with a reward such as 'qa_f1_reward' or 'math_equal_reward(digits=3)'; gives a"
                                + " struct of reward, extras and unscored"),
                builder(this::score));
    }

    private String describe(String function, String reward) {
        Description description = describe(reward);
        return SqlRewardCall.usage(function, description) + " - " + description.text();
    }

    private Description describe(String reward) {
        return ProcessScorers.ask(shipment, scorer -> scorer.describe(reward));
    }

    private Expression call(String function, String reward, Seq<Expression> arguments) {
        Description description = describe(reward);
        if (SqlRewardCall.takesWhole(description)) {
            if (arguments.size() != 1) {
                throw new IllegalArgumentException(
                        SqlRewardCall.usage(function, description) + "; found " + arguments.size() + " arguments");
            }
            return new RewardCall(shipment, SqlRewardCall.whole(function, description), false, arguments);
        }
        return new RewardCall(shipment, SqlRewardCall.of(function, description, arguments.size()), false, arguments);
    }

    private Expression score(Seq<Expression> arguments) {
        if (arguments.size() != 2) {
            throw new IllegalArgumentException(
                    SCORE + "(reward, sample) takes the name of a reward and a sample; found " + arguments.size()
                            + (arguments.size() == 1 ? " argument" : " arguments"));
        }
        Expression name = arguments.head();
        Object reward = name.foldable() && name.dataType() instanceof StringType ? name.eval(null) : null;
        if (!(reward instanceof UTF8String text)) {
            throw new IllegalArgumentException(
                    SCORE + " takes the name of the reward as a constant text, found " + name.sql());
        }
        return new RewardCall(
                shipment,
                SqlRewardCall.whole(SCORE, describe(text.toString())),
                true,
                CollectionConverters.asScala(List.of(arguments.apply(1))).toSeq());
    }

    /** Returns what makes an expression of arguments, or says why it cannot. */
    private static Function1<Seq<Expression>, Expression> builder(Function<Seq<Expression>, Expression> build) {
        return arguments -> {
            try {
                return build.apply(arguments);
            } catch (IllegalArgumentException e) {
                throw RewardFunctions.<RuntimeException>thrown(new AnalysisException(
                        String.valueOf(e.getMessage()),
                        Option.empty(),
                        Option.empty(),
                        Option.apply(e),
                        Option.empty(),
                        Map$.MODULE$.empty(),
                        new QueryContext[0]));
            }
        };
    }

    /** Returns an exception as an unchecked one: Spark's are checked, but Scala does not say so. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Exception> E thrown(Exception problem) throws E {
        throw (E) problem;
    }

    /** Text of DESCRIBE FUNCTION; a reward is loaded only when it is described. */
    private static final class RewardInfo extends ExpressionInfo {
        private final Supplier<String> usage;

        RewardInfo(String name, Supplier<String> usage) {
            super(RewardCall.class.getName(), "", name, "", "", "", "", "", "", "", "scala_udf");
            this.usage = usage;
        }

        @Override
        public String getUsage() {
            return usage.get();
        }
    }
}
