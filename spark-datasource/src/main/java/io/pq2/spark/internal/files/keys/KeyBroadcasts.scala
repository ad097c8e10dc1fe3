package io.pq2.spark.internal.files.keys

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.settings.Sessions
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.util.quoteIfNeeded
import org.apache.spark.sql.execution.datasources.FilePartition
import org.apache.spark.sql.types.DataType

/** Sends the keys of runtime filters to the executors. */
private[spark] object KeyBroadcasts {

  /** Returns the filter on a column whose values are known.
    *
    * @param column the name of the column
    * @param dataType its type
    * @param keyType the type of the values, which [[KeyColumn]] translates
    * @param values the values as Spark represents them internally
    */
  def filter(
      session: SparkSession,
      column: String,
      dataType: DataType,
      keyType: DataType,
      values: Array[Any]
  ): RuntimeFilter = {
    val keys = RuntimeKeys.of(values.map(_.asInstanceOf[Object]), keyType, Sessions.sqlConf(session))
    filter(session, column, dataType, keys)
  }

  /** Returns the filter on a column with known keys, which may have another type. */
  def filter(session: SparkSession, column: String, dataType: DataType, keys: RuntimeKeys): RuntimeFilter =
    broadcast(session, column, dataType, keys.of(dataType, Sessions.sqlConf(session)))

  /** Returns the filter on a column with known hashes of keys. */
  def filter(session: SparkSession, column: String, dataType: DataType, keys: HashedKeys): RuntimeFilter =
    broadcast(session, column, dataType, keys)

  private def broadcast(session: SparkSession, column: String, dataType: DataType, keys: JoinKeys): RuntimeFilter =
    new RuntimeFilter(quoteIfNeeded(column), dataType, session.sparkContext.broadcast[JoinKeys](keys))

  /** Returns partitions whose tasks apply filters. */
  def addTo(partitions: Seq[FilePartition], filters: Seq[RuntimeFilter]): Seq[FilePartition] =
    if (filters.isEmpty) partitions
    else {
      val list = new java.util.ArrayList(filters.asJava)
      partitions.map { partition =>
        partition.copy(files = partition.files.map(SplitValue.Filters.in(_, list)))
      }
    }
}
