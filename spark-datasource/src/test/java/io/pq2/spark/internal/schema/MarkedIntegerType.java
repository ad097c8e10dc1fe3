package io.pq2.spark.internal.schema;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.UserDefinedType;

/** A user-defined type that is stored as an integer. */
public final class MarkedIntegerType extends UserDefinedType<Integer> {

    private static final long serialVersionUID = 1L;

    @Override
    public DataType sqlType() {
        return DataTypes.IntegerType;
    }

    @Override
    public Object serialize(Integer value) {
        return value;
    }

    @Override
    public Integer deserialize(Object value) {
        return (Integer) value;
    }

    @Override
    public Class<Integer> userClass() {
        return Integer.class;
    }
}
