package io.pq2.spark.internal.operators

import org.apache.spark.TaskContext
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateExpression, DeclarativeAggregate}
import org.apache.spark.sql.catalyst.plans.physical.{Partitioning, SinglePartition}
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.execution.{SQLExecution, SparkPlan, UnaryExecNode}

/** Merges, in the driver, the buffers of aggregate functions that each task returns for all of its rows. Since there
  * are no grouping columns, this is one row per task, for which an exchange and a second stage take longer.
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

  override def executeCollect(): Array[InternalRow] = Array(executeQuery(aggregated()))

  override def executeTake(limit: Int): Array[InternalRow] = if (limit > 0) executeCollect() else Array.empty

  override def executeTail(limit: Int): Array[InternalRow] = executeTake(limit)

  override protected def doExecute(): RDD[InternalRow] = sparkContext.parallelize(Seq(aggregated()), 1)

  private def aggregated(): InternalRow = {
    // Compiling code would take longer than to interpret the expressions, once per task.
    val merge = new InterpretedMutableProjection(aggregates.flatMap(_.mergeExpressions), buffers ++ inputs)
    val merged = new GenericInternalRow(buffers.size)
    new InterpretedMutableProjection(aggregates.flatMap(_.initialValues), Nil).target(merged)(InternalRow.empty)
    merge.target(merged)
    val both = new JoinedRow
    for (row <- rowsOfTasks()) merge(both(merged, row))
    val evaluate = new InterpretedMutableProjection(aggregates.map(_.evaluateExpression), buffers)
    val result = InterpretedUnsafeProjection.createProjection(BindReferences.bindReferences(results, values))
    val row = result(evaluate(merged)).copy()
    longMetric("numOutputRows") += 1
    val execution = sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY)
    SQLMetrics.postDriverMetricUpdates(sparkContext, execution, metrics.values.toSeq)
    row
  }

  /** Runs the tasks. Returns their rows in the order of the partitions, which sums of FLOAT and DOUBLE depend on. */
  private def rowsOfTasks(): Iterator[InternalRow] = {
    val rows = child.execute()
    val all = new Array[Array[Byte]](rows.getNumPartitions)
    sparkContext.runJob(rows, BytesOfRow, all.indices, (index: Int, bytes: Array[Byte]) => all(index) = bytes)
    all.iterator.map { bytes =>
      val row = new UnsafeRow(inputs.size)
      row.pointTo(bytes, bytes.length)
      row
    }
  }

  override protected def withNewChildInternal(newChild: SparkPlan): Pq2FinalAggregateExec = copy(child = newChild)
}

/** Returns the bytes of the only row of a partition. If this were a lambda, Spark would read class files to inspect it,
  * which takes milliseconds for each job.
  */
private object BytesOfRow extends ((TaskContext, Iterator[InternalRow]) => Array[Byte]) with Serializable {

  override def apply(task: TaskContext, rows: Iterator[InternalRow]): Array[Byte] = {
    // Spark's generated iterators compute a row only when asked whether there is one.
    require(rows.hasNext, "an aggregation without grouping columns returned no row")
    val bytes = rows.next().asInstanceOf[UnsafeRow].getBytes
    require(!rows.hasNext, "an aggregation without grouping columns returned several rows")
    bytes
  }
}
