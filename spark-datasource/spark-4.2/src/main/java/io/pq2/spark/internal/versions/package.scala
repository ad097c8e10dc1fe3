package io.pq2.spark.internal

package object versions {

  /** Spark's sink of a stream that writes files. */
  type FileStreamSink = org.apache.spark.sql.execution.streaming.sinks.FileStreamSink

  /** A timestamp and an interval of days and shorter units. */
  type TimestampAddInterval = org.apache.spark.sql.catalyst.expressions.TimestampAddInterval
  val TimestampAddInterval = org.apache.spark.sql.catalyst.expressions.TimestampAddInterval
}
