package io.pq2.spark.internal.operators

import io.pq2.spark.internal.files.scan.{FirstRows, TopRows}
import io.pq2.spark.internal.kernel.groups.TaskMemory
import io.pq2.spark.internal.tasks.TaskFunction
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, BindReferences, BoundReference, SortOrder}
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}

/** Passes on the rows that can be among the first ones of a query, and tells the scan below it which ones can; see
  * docs/design/pruning.md. Other rows may pass as well.
  *
  * @param column the column of the child that the query orders by first
  * @param decides whether the query orders by this column alone
  */
final private[spark] case class Pq2FirstRowsExec(column: Attribute, top: TopRows, decides: Boolean, child: SparkPlan)
    extends UnaryExecNode {

  override def output: Seq[Attribute] = child.output

  override def outputPartitioning: Partitioning = child.outputPartitioning

  override def outputOrdering: Seq[SortOrder] = child.outputOrdering

  override lazy val metrics: Map[String, SQLMetric] =
    Map("numOutputRows" -> SQLMetrics.createMetric(sparkContext, "number of output rows"))

  override def simpleString(maxFields: Int): String = s"Pq2FirstRows $top"

  override protected def doExecute(): RDD[InternalRow] = {
    val ordinal = BindReferences.bindReference(column, child.output).asInstanceOf[BoundReference].ordinal
    new PassFirstRows(top, ordinal, decides, longMetric("numOutputRows")).on(child.execute())
  }

  override protected def withNewChildInternal(newChild: SparkPlan): Pq2FirstRowsExec = copy(child = newChild)
}

/** The work of a task. */
final private class PassFirstRows(top: TopRows, ordinal: Int, decides: Boolean, outputRows: SQLMetric)
    extends TaskFunction[InternalRow, InternalRow] {

  override def apply(rows: Iterator[InternalRow]): Iterator[InternalRow] = {
    val first = new FirstRows(top, ordinal, decides, TaskMemory.ofTask())
    rows.filter { row =>
      val keeps = first.keeps(row)
      if (keeps) outputRows += 1
      keeps
    }
  }
}
