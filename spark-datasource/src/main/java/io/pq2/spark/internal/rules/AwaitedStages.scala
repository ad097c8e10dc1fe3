package io.pq2.spark.internal.rules

import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.pq2.spark.internal.files.keys.{KeyBroadcasts, KeyCollector, RuntimeFilter, RuntimeKeys}
import io.pq2.spark.internal.operators.AwaitedKeysExec
import io.pq2.spark.internal.settings.Sessions
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.TreeNodeTag
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.BroadcastQueryStageExec
import org.apache.spark.sql.types.DataType

/** Replaces, in a stage that is about to start, the nodes that waited for keys by their scans with filters. */
final private[spark] class AwaitedStages(session: SparkSession) extends Rule[SparkPlan] {

  override def apply(plan: SparkPlan): SparkPlan = plan.transformUp {
    case AwaitedKeysExec(key, index, broadcastKeys, left, keys: BroadcastQueryStageExec) if keys.isMaterialized =>
      val filtered =
        if (index < 0) CollectedKeys.of(session, keys, key.dataType).filtered(left, key)
        else if (!ScanSide.find(left, key).exists(JoinKeyFilters.pays(JoinKeyFilters.knownRows(keys), _))) None
        else ScanSide.filteredLater(left, key, JoinKeyFilters.filter(_, index, broadcastKeys, keys))
      filtered.getOrElse(left)
    case awaited: AwaitedKeysExec => awaited.left
  }
}

/** The merged keys of a stage, and the filters by them. An exchange and its copies get the same filter, so that Spark
  * still finds them equal, and runs them once.
  *
  * @param keys absent if the tasks sent no keys
  */
final private class CollectedKeys(session: SparkSession, keys: Option[RuntimeKeys]) {

  private val filters = mutable.Map.empty[(String, DataType), RuntimeFilter]

  private def filter(column: Attribute): RuntimeFilter = synchronized {
    filters.getOrElseUpdate(
      (column.name, column.dataType),
      KeyBroadcasts.filter(session, column.name, column.dataType, keys.get)
    )
  }

  /** Returns a plan whose scan of a column has the filter; none if there are no keys, or the scan takes no filter. */
  def filtered(plan: SparkPlan, key: Attribute): Option[SparkPlan] =
    if (keys.isEmpty) None else ScanSide.filtered(plan, key, filter)
}

private object CollectedKeys {

  private val Tag = TreeNodeTag[CollectedKeys]("pq2.collected-keys")

  /** Returns the keys of a stage that has finished. All instances of the stage have the same. */
  def of(session: SparkSession, stage: BroadcastQueryStageExec, keyType: DataType): CollectedKeys =
    stage.broadcast.synchronized {
      stage.broadcast.getTagValue(Tag).getOrElse {
        val ofTasks = stage.executeBroadcast[Array[InternalRow]]().value.toSeq.map(_.getBinary(0))
        val keys = KeyCollector.merge(ofTasks.asJava, keyType, Sessions.sqlConf(session)).toScala
        val collected = new CollectedKeys(session, keys)
        stage.broadcast.setTagValue(Tag, collected)
        collected
      }
    }
}
