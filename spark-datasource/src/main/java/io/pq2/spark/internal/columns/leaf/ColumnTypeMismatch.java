package io.pq2.spark.internal.columns.leaf;

import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import io.pq2.spark.internal.schema.BuiltInSchemaText;
import org.apache.spark.sql.execution.datasources.SchemaColumnConvertNotSupportedException;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;

/**
 * Spark's error for a column that cannot be read as the requested type, with the column's logical type. For decimals it
 * has the advice of Spark's row reader.
 */
final class ColumnTypeMismatch extends SchemaColumnConvertNotSupportedException {

    private static final long serialVersionUID = 1L;

    private final String stored;
    private final String advice;

    ColumnTypeMismatch(Column column, DataType requested) {
        super(column.path().toString(), BuiltInSchemaText.of(column.field().physicalType()), requested.catalogString());
        this.stored = BuiltInSchemaText.of(
                column.field().physicalType(), column.field().logicalType());
        this.advice = requested instanceof DecimalType && isPlainBytes(column)
                ? ". Please read this column/field as Spark BINARY type."
                : "";
    }

    private static boolean isPlainBytes(Column column) {
        PhysicalType type = column.field().physicalType();
        return column.field().logicalType() == null
                && (type == PhysicalType.BYTE_ARRAY || type == PhysicalType.FIXED_LEN_BYTE_ARRAY);
    }

    @Override
    public String getMessage() {
        return "the column " + getColumn() + " is stored as " + stored + ", which cannot be read as " + getLogicalType()
                + advice;
    }
}
