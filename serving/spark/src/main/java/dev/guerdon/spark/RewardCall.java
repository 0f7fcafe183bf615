package dev.guerdon.spark;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenFallback;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A reward in a query: its arguments become a JSON object, the scorer of the process scores it.
 *
 * <p>An argument that is NULL is a field that is missing. Each task has its own copy, which Spark sends to it.
 */
final class RewardCall extends Expression implements CodegenFallback, Serializable {

    private static final long serialVersionUID = 1;

    private final ScorerShipment shipment;
    private final SqlRewardCall signature;
    private final boolean whole;
    private final Seq<Expression> arguments;

    private transient volatile ProcessScorers.@Nullable Seats seats;
    private transient volatile @Nullable ThreadLocal<Samples> samples;

    /**
     * @param signature which reward, and what its arguments are
     * @param whole whether the result is the whole score; else the reward alone
     */
    RewardCall(ScorerShipment shipment, SqlRewardCall signature, boolean whole, Seq<Expression> arguments) {
        this.shipment = shipment;
        this.signature = signature;
        this.whole = whole;
        this.arguments = arguments;
    }

    @Override
    public Object eval(InternalRow input) {
        byte[] sample = samples().get().of(input);
        return whole
                ? seats().with(seat -> OutcomeRows.internal(seat.score(sample).getFirst()))
                : seats().with(seat -> {
                    double reward = seat.reward(sample);
                    return Double.isNaN(reward) ? null : (Object) reward;
                });
    }

    private ProcessScorers.Seats seats() {
        ProcessScorers.Seats own = seats;
        if (own == null) {
            synchronized (this) {
                own = seats == null ? new ProcessScorers.Seats(shipment, signature.reward()) : seats;
                seats = own;
            }
        }
        return own;
    }

    private ThreadLocal<Samples> samples() {
        ThreadLocal<Samples> own = samples;
        if (own == null) {
            own = ThreadLocal.withInitial(() -> new Samples(signature, arguments));
            samples = own;
        }
        return own;
    }

    /** Makes JSON of arguments; for one thread. */
    private static final class Samples {
        private final @Nullable Expression object;
        private final Expression[] arguments;
        private final GenericInternalRow values;
        private final RowJson json;

        Samples(SqlRewardCall signature, Seq<Expression> all) {
            this.arguments = new Expression[all.size()];
            StructType schema = new StructType();
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = all.apply(i);
                schema = schema.add(
                        signature.keys().isEmpty() ? "sample" : signature.keys().get(i), arguments[i].dataType());
            }
            this.object = signature.keys().isEmpty() ? arguments[0] : null;
            this.values = new GenericInternalRow(arguments.length);
            this.json = new RowJson(
                    object != null && object.dataType() instanceof StructType struct ? struct : schema, false);
        }

        byte[] of(InternalRow input) {
            if (object != null) {
                return SqlRewardCall.sample(object.eval(input), object.dataType(), json);
            }
            for (int i = 0; i < arguments.length; i++) {
                values.update(i, arguments[i].eval(input));
            }
            return json.write(values);
        }
    }

    @Override
    public TypeCheckResult checkInputDataTypes() {
        String problem = signature.problem(CollectionConverters.asJava(arguments).stream()
                .map(Expression::dataType)
                .toList());
        return problem.isEmpty()
                ? TypeCheckResult.TypeCheckSuccess$.MODULE$
                : new TypeCheckResult.TypeCheckFailure(problem);
    }

    @Override
    public DataType dataType() {
        return whole ? OutcomeRows.SCORE : DataTypes.DoubleType;
    }

    @Override
    public boolean nullable() {
        return !whole;
    }

    @Override
    public boolean foldable() {
        return signature.isSteady() && arguments.forall(Expression::foldable);
    }

    @Override
    public boolean deterministic() {
        return signature.isSteady() && arguments.forall(Expression::deterministic);
    }

    @Override
    public String prettyName() {
        return signature.function();
    }

    @Override
    public Seq<Expression> children() {
        return arguments;
    }

    @Override
    public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
        return new RewardCall(shipment, signature, whole, children);
    }

    @Override
    public ExprCode doGenCode(CodegenContext context, ExprCode code) {
        return CodegenFallback.super.doGenCode(context, code);
    }

    private List<Object> parts() {
        return List.of(shipment.id(), signature, whole, arguments);
    }

    @Override
    public Object productElement(int n) {
        return parts().get(n);
    }

    @Override
    public int productArity() {
        return parts().size();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof RewardCall;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RewardCall call && parts().equals(call.parts());
    }

    @Override
    public int hashCode() {
        return Objects.hash(shipment.id(), signature, whole, arguments);
    }
}
