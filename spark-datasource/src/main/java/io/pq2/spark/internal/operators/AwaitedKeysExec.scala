package io.pq2.spark.internal.operators

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.files.keys.KeyCollector
import io.pq2.spark.internal.kernel.groups.TaskMemory
import io.pq2.spark.internal.tasks.TaskFunction
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.{BinaryExecNode, SparkPlan, UnaryExecNode}
import org.apache.spark.sql.types.{BinaryType, DataType}

/** Returns the rows of a scan. An adaptive query executes it only after another part of the query has finished, because
  * it has that part as a child: the broadcast of a join, or first one side of a shuffled join and then its keys.
  *
  * When its stage starts, the rule of the stages replaces it by the scan with a filter by the keys.
  *
  * @param key the column of the scan that a join compares with the keys, with the type of the keys
  * @param index which of the keys of a broadcast it is compared with; -1 for keys that tasks collect
  * @param broadcastKeys the keys of the broadcast, as the join has them
  * @param left the operators from the scan to the exchange
  * @param right what must finish before; its rows are not read
  */
final private[spark] case class AwaitedKeysExec(
    key: Attribute,
    index: Int,
    broadcastKeys: Seq[Expression],
    left: SparkPlan,
    right: SparkPlan
) extends BinaryExecNode {

  override def output: Seq[Attribute] = left.output

  override def outputPartitioning: Partitioning = left.outputPartitioning

  override def outputOrdering: Seq[SortOrder] = left.outputOrdering

  override protected def doExecute(): RDD[InternalRow] = left.execute()

  override protected def withNewChildrenInternal(newLeft: SparkPlan, newRight: SparkPlan): AwaitedKeysExec =
    copy(left = newLeft, right = newRight)
}

/** Collects the distinct keys of each task's rows: one row with the bytes of a [[KeyCollector]].
  *
  * @param key a column of the child
  * @param keys the only column of the result
  */
final private[spark] case class CollectKeysExec(key: Attribute, keys: AttributeReference, child: SparkPlan)
    extends UnaryExecNode {

  override def output: Seq[Attribute] = Seq(keys)

  override protected def doExecute(): RDD[InternalRow] = {
    val ordinal = child.output.indexWhere(_.exprId == key.exprId)
    val dataType = child.output(ordinal).dataType
    val rdd = child.execute()
    val maxResultBytes = sparkContext.getConf.getSizeAsBytes("spark.driver.maxResultSize", "1g")
    val maxBytes = KeyCollector.share(rdd.getNumPartitions, maxResultBytes, Runtime.getRuntime.maxMemory)
    new CollectKeys(dataType, ordinal, maxBytes).on(rdd)
  }

  override protected def withNewChildInternal(newChild: SparkPlan): CollectKeysExec = copy(child = newChild)
}

/** The work of a task that collects keys. */
final private class CollectKeys(dataType: DataType, ordinal: Int, maxBytes: Long)
    extends TaskFunction[InternalRow, InternalRow] {

  override def apply(rows: Iterator[InternalRow]): Iterator[InternalRow] = {
    val collector = KeyCollector.of(dataType, maxBytes, TaskMemory.ofTask())
    collector.addAll(rows.asJava, ordinal)
    Iterator.single(UnsafeProjection.create(Array[DataType](BinaryType)).apply(InternalRow(collector.toBytes)))
  }
}
