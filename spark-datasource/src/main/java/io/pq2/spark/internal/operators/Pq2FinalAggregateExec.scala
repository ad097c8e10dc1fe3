package io.pq2.spark.internal.operators

import io.pq2.spark.internal.tasks.TaskFunction
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateExpression, DeclarativeAggregate}
import org.apache.spark.sql.catalyst.plans.physical.{Partitioning, SinglePartition}
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.execution.{SQLExecution, SparkPlan, UnaryExecNode}
import org.apache.spark.{HashPartitioner, TaskContext}

/** Merges the buffers of aggregate functions that each task returns for all of its rows. Since there
  * are no grouping columns, this is one row per task. The driver merges them where it collects the result.
  *
  * @param functions the functions, with the mode `Final`
  * @param values the attributes of the functions' results
  * @param results expressions on `values`
  * @param child returns one row per partition: the buffers of all functions
  */
final private[spark] case class Pq2FinalAggregateExec(
    functions: Seq[AggregateExpression],
    values: Seq[Attribute],
    results: Seq[NamedExpression],
    child: SparkPlan
) extends UnaryExecNode {

  private val aggregates = functions.map(_.aggregateFunction.asInstanceOf[DeclarativeAggregate])

  private def buffers: Seq[Attribute] = aggregates.flatMap(_.aggBufferAttributes)

  private def inputs: Seq[Attribute] = aggregates.flatMap(_.inputAggBufferAttributes)

  override lazy val metrics: Map[String, SQLMetric] =
    Map("numOutputRows" -> SQLMetrics.createMetric(sparkContext, "number of output rows"))

  override def output: Seq[Attribute] = results.map(_.toAttribute)

  override def outputPartitioning: Partitioning = SinglePartition

  override def producedAttributes: AttributeSet = AttributeSet(output ++ values ++ buffers ++ inputs)

  /** Attributes that equal plans name differently. */
  override lazy val allAttributes: AttributeSeq = child.output ++ buffers ++ values ++ inputs

  /** The driver merges the rows of the tasks itself, because a second stage would take longer. */
  override def executeCollect(): Array[InternalRow] = executeQuery {
    val rows = child.execute()
    val all = new Array[Array[Byte]](rows.getNumPartitions)
    sparkContext.runJob(rows, new BytesOfRow, all.indices, (index: Int, bytes: Array[Byte]) => all(index) = bytes)
    val row = merge(all.iterator)
    longMetric("numOutputRows") += 1
    val execution = sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY)
    SQLMetrics.postDriverMetricUpdates(sparkContext, execution, metrics.values.toSeq)
    Array(row)
  }

  override def executeTake(limit: Int): Array[InternalRow] = if (limit > 0) executeCollect() else Array.empty

  override def executeTail(limit: Int): Array[InternalRow] = executeTake(limit)

  /** An operator must not run a job when it is planned, so a task merges the rows of the others. */
  override protected def doExecute(): RDD[InternalRow] = {
    val sent = new NumberedBytesOfRow().on(child.execute()).partitionBy(new HashPartitioner(1))
    new MergeSentRows(merge, longMetric("numOutputRows")).on(sent)
  }

  private def merge: MergedBuffers = new MergedBuffers(aggregates, values, results)

  override protected def withNewChildInternal(newChild: SparkPlan): Pq2FinalAggregateExec = copy(child = newChild)
}

/** Merges the buffers of tasks, and computes the result.
  *
  * @param values the attributes of the functions' results
  * @param results expressions on `values`
  */
final private class MergedBuffers(
    aggregates: Seq[DeclarativeAggregate],
    values: Seq[Attribute],
    results: Seq[NamedExpression]
) extends (Iterator[Array[Byte]] => InternalRow)
    with Serializable {

  /** Returns the result.
    *
    * @param rows the rows of the tasks in the order of the partitions, which sums of FLOAT and DOUBLE depend on
    */
  override def apply(rows: Iterator[Array[Byte]]): InternalRow = {
    val buffers = aggregates.flatMap(_.aggBufferAttributes)
    val inputs = aggregates.flatMap(_.inputAggBufferAttributes)
    // Compiling code would take longer than to interpret the expressions, once per task.
    val merge = new InterpretedMutableProjection(aggregates.flatMap(_.mergeExpressions), buffers ++ inputs)
    val merged = new GenericInternalRow(buffers.size)
    new InterpretedMutableProjection(aggregates.flatMap(_.initialValues), Nil).target(merged)(InternalRow.empty)
    merge.target(merged)
    val both = new JoinedRow
    val row = new UnsafeRow(inputs.size)
    for (bytes <- rows) {
      row.pointTo(bytes, bytes.length)
      merge(both(merged, row))
    }
    val evaluate = new InterpretedMutableProjection(aggregates.map(_.evaluateExpression), buffers)
    val result = InterpretedUnsafeProjection.createProjection(BindReferences.bindReferences(results, values))
    result(evaluate(merged)).copy()
  }
}

/** Merges the rows that tasks have sent, with the numbers of their partitions. */
final private class MergeSentRows(merge: MergedBuffers, outputRows: SQLMetric)
    extends TaskFunction[(Int, Array[Byte]), InternalRow] {

  override def apply(sent: Iterator[(Int, Array[Byte])]): Iterator[InternalRow] = {
    outputRows += 1
    Iterator(merge(sent.toSeq.sortBy(_._1).iterator.map(_._2)))
  }
}

/** Returns the number of a partition and the bytes of its only row. */
final private class NumberedBytesOfRow extends TaskFunction[InternalRow, (Int, Array[Byte])] {

  override def apply(rows: Iterator[InternalRow]): Iterator[(Int, Array[Byte])] =
    Iterator((TaskContext.getPartitionId(), BytesOfRow.of(rows)))
}

/** Returns the bytes of the only row of a partition. A named class, for the reasons of [[TaskFunction]]. */
final private class BytesOfRow extends ((TaskContext, Iterator[InternalRow]) => Array[Byte]) with Serializable {

  override def apply(task: TaskContext, rows: Iterator[InternalRow]): Array[Byte] = BytesOfRow.of(rows)
}

private object BytesOfRow {

  def of(rows: Iterator[InternalRow]): Array[Byte] = {
    // Spark's generated iterators compute a row only when asked whether there is one.
    require(rows.hasNext, "an aggregation without grouping columns returned no row")
    val bytes = rows.next().asInstanceOf[UnsafeRow].getBytes
    require(!rows.hasNext, "an aggregation without grouping columns returned several rows")
    bytes
  }
}
