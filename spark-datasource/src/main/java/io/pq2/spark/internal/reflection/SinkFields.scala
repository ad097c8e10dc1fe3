package io.pq2.spark.internal.reflection

import io.pq2.spark.internal.versions.FileStreamSink
import org.apache.spark.sql.execution.datasources.FileFormat

/** The fields of Spark's file sink of a stream, which has no accessors.
  *
  * The methods throw a `ReflectiveOperationException` if this version of Spark has other fields.
  */
final private[spark] class SinkFields(sink: FileStreamSink) {

  def format: FileFormat = get("fileFormat")

  def options: Map[String, String] = get("options")

  def path: String = get("path")

  def get[T](name: String): T = {
    val declared = classOf[FileStreamSink].getDeclaredField(name)
    declared.setAccessible(true)
    declared.get(sink).asInstanceOf[T]
  }
}
