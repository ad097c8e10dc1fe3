package io.pq2.spark.internal.operators

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.columns.leaf.FileColumns
import io.pq2.spark.internal.expressions.{Conditions, Obstacle, RowConditions, VectorExpressions}
import io.pq2.spark.internal.kernel.conditions.RowSelector
import io.pq2.spark.internal.kernel.explode.{ExpandedBatches, ExpandedColumn}
import io.pq2.spark.internal.tasks.TaskFunction
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.physical.{Partitioning, UnknownPartitioning}
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Filters the batches of a scan, and returns each batch once for each projection, as GROUPING SETS, ROLLUP, CUBE and
  * aggregates of several distinct columns need it.
  *
  * @param conditions the rows to return
  * @param kept columns of the scan that are the same in all projections
  * @param projections for each projection, columns of the scan, fields of structs or constants
  * @param projected the attributes of the projections' columns
  */
final private[spark] case class Pq2ExpandExec(
    conditions: Seq[Expression],
    kept: Seq[Attribute],
    projections: Seq[Seq[Expression]],
    projected: Seq[Attribute],
    child: SparkPlan
) extends UnaryExecNode
    with PrunedBatches {

  override def output: Seq[Attribute] = kept ++ projected

  override def producedAttributes: AttributeSet = AttributeSet(projected)

  /** As in Spark's operator: a projection changes the columns by which rows are divided. */
  override def outputPartitioning: Partitioning = UnknownPartitioning(0)

  override def supportsColumnar: Boolean = true

  override lazy val metrics: Map[String, SQLMetric] =
    Map("numOutputRows" -> SQLMetrics.createMetric(sparkContext, "number of output rows"))

  /** Returns why batches cannot be projected; none if they can be. */
  private[spark] def obstacle: Option[Obstacle] = {
    val tests = RowConditions(child.output)
    val expressions = new VectorExpressions(child.output)
    def isProjected(value: Expression) = value match {
      case literal: Literal => VectorExpressions.isPlain(literal.dataType)
      case other            => Expansion.ordinal(expressions, other).isDefined
    }
    conditions.find(!Conditions.canRunInTasks(_)).map(tests.obstacle)
      .orElse(projections.flatten.find(!isProjected(_)).map { value =>
        Obstacle(value, value, "is computed for several groupings by Spark's code only")
      })
  }

  override private[spark] def pruned(used: AttributeSet): Pq2ExpandExec = {
    val columns = kept.filter(used.contains)
    val indices = projected.indices.filter(index => used.contains(projected(index)))
    val values = projections.map(projection => indices.map(projection))
    val needed = AttributeSet(columns ++ values.flatten.flatMap(_.references) ++ conditions.flatMap(_.references))
    copy(
      kept = columns,
      projections = values,
      projected = indices.map(projected),
      child = PrunedBatches.of(child, needed)
    )
  }

  override protected def doExecute(): RDD[InternalRow] =
    throw new IllegalStateException("this operator returns batches only")

  override protected def doExecuteColumnar(): RDD[ColumnarBatch] =
    new ExpandBatches(Expansion(conditions, kept, projections, child.output), longMetric("numOutputRows"))
      .on(child.executeColumnar())

  override protected def withNewChildInternal(newChild: SparkPlan): Pq2ExpandExec = copy(child = newChild)
}

/** The work of a task. */
final private class ExpandBatches(expansion: Expansion, outputRows: SQLMetric)
    extends TaskFunction[ColumnarBatch, ColumnarBatch] {

  override def apply(batches: Iterator[ColumnarBatch]): Iterator[ColumnarBatch] =
    expansion.open(batches).map { batch =>
      outputRows += batch.numRows
      batch
    }
}

/** What tasks receive.
  *
  * @param columns the columns of a batch
  */
final private case class Expansion(
    conditions: Seq[Expression],
    kept: Seq[Attribute],
    projections: Seq[Seq[Expression]],
    columns: Seq[Attribute]
) {

  /** Returns the batches of a task. */
  def open(batches: Iterator[ColumnarBatch]): Iterator[ColumnarBatch] = {
    val expressions = new VectorExpressions(columns)
    def column(value: Expression): ExpandedColumn = value match {
      case Literal(value, dataType) => new ExpandedColumn.Constant(FileColumns.create(dataType), value)
      case other                    => new ExpandedColumn.OfBatch(Expansion.ordinal(expressions, other).get)
    }
    val projected = projections.map(_.map(column).asJava).asJava
    val tests = new RowConditions(columns, expressions).all(conditions)
    new ExpandedBatches(
      batches.asJava,
      new RowSelector(tests, java.util.List.of(), expressions.structFields),
      kept.flatMap(expressions.ordinal).toArray,
      projected
    ).asScala
  }
}

private object Expansion {

  /** Returns the index of a column, or of a field of structs; none for other expressions. */
  def ordinal(expressions: VectorExpressions, value: Expression): Option[Int] =
    expressions.withFieldColumns(value) match {
      case column: Attribute => expressions.ordinal(column)
      case _                 => None
    }
}
