package io.pq2.bench.decode;

import org.apache.parquet.schema.MessageType;
import org.apache.spark.sql.execution.datasources.parquet.ParquetToSparkSchemaConverter;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;

/** The Spark types of a file's columns. */
final class SparkSchema {

    private SparkSchema() {}

    static StructType of(MessageType fields) {
        return new ParquetToSparkSchemaConverter(SQLConf.get()).convert(fields);
    }
}
