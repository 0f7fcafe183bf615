package dev.guerdon.spark.rows;

import dev.guerdon.api.Internal;
import dev.guerdon.spark.json.RowJson;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenFallback;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** A struct as the JSON of a sample, in bytes. */
@Internal
public final class SampleJson extends Expression implements CodegenFallback, Serializable {

    private static final long serialVersionUID = 1;

    private final Expression struct;
    private transient @Nullable ThreadLocal<RowJson> json;

    private SampleJson(Expression struct) {
        this.struct = struct;
    }

    /**
     * The rows of a dataset as samples: each column is a field.
     *
     * @throws IllegalArgumentException where two columns have the same name, or one has a type that JSON has no word for
     */
    static Column of(Dataset<Row> rows) {
        String[] names = rows.columns();
        if (List.of(names).stream().distinct().count() < names.length) {
            throw new IllegalArgumentException(
                    "two columns have the same name, so a sample cannot have both; found " + String.join(", ", names));
        }
        var unused = new RowJson(rows.schema(), true);
        Column[] columns = new Column[names.length];
        for (int i = 0; i < names.length; i++) {
            columns[i] = rows.col("`" + names[i].replace("`", "``") + "`");
        }
        return ExpressionUtils.column(new SampleJson(ExpressionUtils.expression(functions.struct(columns))));
    }

    @Override
    public Object eval(InternalRow input) {
        return json().get().write((InternalRow) struct.eval(input));
    }

    private synchronized ThreadLocal<RowJson> json() {
        if (json == null) {
            StructType type = (StructType) struct.dataType();
            json = ThreadLocal.withInitial(() -> new RowJson(type, true));
        }
        return json;
    }

    @Override
    public DataType dataType() {
        return DataTypes.BinaryType;
    }

    @Override
    public boolean nullable() {
        return false;
    }

    @Override
    public Seq<Expression> children() {
        return CollectionConverters.asScala(List.of(struct)).toSeq();
    }

    @Override
    public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
        return new SampleJson(children.head());
    }

    @Override
    public ExprCode doGenCode(CodegenContext context, ExprCode code) {
        return CodegenFallback.super.doGenCode(context, code);
    }

    @Override
    public String prettyName() {
        return "guerdon_sample";
    }

    @Override
    public Object productElement(int n) {
        return struct;
    }

    @Override
    public int productArity() {
        return 1;
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof SampleJson;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SampleJson sample && sample.struct.equals(struct);
    }

    @Override
    public int hashCode() {
        return struct.hashCode();
    }
}
