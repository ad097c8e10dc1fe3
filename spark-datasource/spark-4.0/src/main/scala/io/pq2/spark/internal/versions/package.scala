package io.pq2.spark.internal

package object versions {

  /** Spark's sink of a stream that writes files. */
  type FileStreamSink = org.apache.spark.sql.execution.streaming.FileStreamSink
}
