package io.pq2.spark.internal.operators

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.expressions.{Conditions, ElementPath, Obstacle, RowConditions, VectorExpressions}
import io.pq2.spark.internal.kernel.conditions.RowSelector
import io.pq2.spark.internal.kernel.explode.ExplodedBatches
import io.pq2.spark.internal.tasks.TaskFunction
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Filters the batches of a scan, and returns batches with a row for each element of an array or entry of a map.
  *
  * @param conditions the rows whose elements are returned
  * @param collection the arrays or maps: a column of the scan, a field of a struct, or a field of the structs in an
  *   array
  * @param kept columns of the scan to return before the elements
  * @param elements the attributes of elements, or of keys and values
  */
final private[spark] case class Pq2ExplodeExec(
    conditions: Seq[Expression],
    collection: Expression,
    kept: Seq[Attribute],
    elements: Seq[Attribute],
    child: SparkPlan
) extends UnaryExecNode {

  override def output: Seq[Attribute] = kept ++ elements

  override def producedAttributes: AttributeSet = AttributeSet(elements)

  override def outputPartitioning: Partitioning = child.outputPartitioning

  override def supportsColumnar: Boolean = true

  override lazy val metrics: Map[String, SQLMetric] =
    Map("numOutputRows" -> SQLMetrics.createMetric(sparkContext, "number of output rows"))

  private def explosion: Explosion = Explosion(conditions, collection, kept, child.output)

  /** Returns why the elements cannot be returned in batches; none if they can be. */
  private[spark] def obstacle: Option[Obstacle] = {
    val tests = RowConditions(child.output)
    (conditions.filterNot(Conditions.canRunInTasks) ++ (if (explosion.isSupported) None else Some(collection)))
      .headOption.map(tests.obstacle)
  }

  override protected def doExecute(): RDD[InternalRow] =
    throw new IllegalStateException("this operator returns batches only")

  override protected def doExecuteColumnar(): RDD[ColumnarBatch] =
    new ExplodeBatches(explosion, longMetric("numOutputRows")).on(child.executeColumnar())

  override protected def withNewChildInternal(newChild: SparkPlan): Pq2ExplodeExec = copy(child = newChild)
}

/** The work of a task. */
final private class ExplodeBatches(explosion: Explosion, outputRows: SQLMetric)
    extends TaskFunction[ColumnarBatch, ColumnarBatch] {

  override def apply(batches: Iterator[ColumnarBatch]): Iterator[ColumnarBatch] =
    explosion.open(batches).map { batch =>
      outputRows += batch.numRows
      batch
    }
}

/** What tasks receive.
  *
  * @param columns the columns of a batch
  */
final private[spark] case class Explosion(
    conditions: Seq[Expression],
    collection: Expression,
    kept: Seq[Attribute],
    columns: Seq[Attribute]
) {

  def isSupported: Boolean = elements(new VectorExpressions(columns)).isDefined

  private def elements(expressions: VectorExpressions): Option[ElementPath] =
    expressions.elements(expressions.withFieldColumns(collection))

  /** Returns the batches of a task. */
  def open(batches: Iterator[ColumnarBatch]): Iterator[ColumnarBatch] = {
    val expressions = new VectorExpressions(columns)
    val path = elements(expressions).get
    val tests = new RowConditions(columns, expressions).all(conditions)
    val selector = new RowSelector(tests, java.util.List.of(), expressions.structFields)
    val ofKept = kept.flatMap(expressions.ordinal).toArray
    new ExplodedBatches(batches.asJava, selector, path.column, path.fields.toArray, ofKept).asScala
  }
}
