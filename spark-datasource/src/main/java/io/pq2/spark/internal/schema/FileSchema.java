package io.pq2.spark.internal.schema;

import java.io.Serializable;
import org.apache.spark.sql.types.StructType;

/**
 * The Spark schema of a file.
 *
 * @param path the file
 */
record FileSchema(String path, StructType schema) implements Serializable {}
