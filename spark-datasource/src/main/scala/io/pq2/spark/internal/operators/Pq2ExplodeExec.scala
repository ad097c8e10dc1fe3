package io.pq2.spark.internal.operators

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.expressions.{Conditions, RowConditions, VectorExpressions}
import io.pq2.spark.internal.kernel.conditions.RowSelector
import io.pq2.spark.internal.kernel.explode.ExplodedBatches
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

  /** Whether the elements can be returned in batches. */
  private[spark] def isSupported: Boolean = conditions.forall(Conditions.canRunInTasks) && explosion.isSupported

  override protected def doExecute(): RDD[InternalRow] =
    throw new IllegalStateException("this operator returns batches only")

  override protected def doExecuteColumnar(): RDD[ColumnarBatch] = {
    val task = explosion
    val outputRows = longMetric("numOutputRows")
    child.executeColumnar().mapPartitions { batches =>
      task.open(batches).map { batch =>
        outputRows += batch.numRows
        batch
      }
    }
  }

  override protected def withNewChildInternal(newChild: SparkPlan): Pq2ExplodeExec = copy(child = newChild)
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

  def isSupported: Boolean = ordinal(new VectorExpressions(columns)).isDefined

  private def ordinal(expressions: VectorExpressions): Option[Int] =
    expressions.withFieldColumns(Explosion.structs(collection)) match {
      case column: Attribute => expressions.ordinal(column)
      case _                 => None
    }

  /** Returns the batches of a task. */
  def open(batches: Iterator[ColumnarBatch]): Iterator[ColumnarBatch] = {
    val expressions = new VectorExpressions(columns)
    val ofCollection = ordinal(expressions).get
    val tests = new RowConditions(columns, expressions).all(conditions)
    val selector = new RowSelector(tests, java.util.List.of(), expressions.structFields)
    val ofKept = kept.flatMap(expressions.ordinal).toArray
    new ExplodedBatches(batches.asJava, selector, ofCollection, Explosion.fields(collection).toArray, ofKept).asScala
  }
}

private[spark] object Explosion {

  /** Returns the arrays or maps themselves, or the arrays that have the structs whose fields are the elements. */
  def structs(collection: Expression): Expression = collection match {
    case field: GetArrayStructFields => structs(field.child)
    case other                       => other
  }

  /** Returns the indexes of the fields from the elements of `structs` to those of a collection. */
  private def fields(collection: Expression): Seq[Int] = collection match {
    case field: GetArrayStructFields => fields(field.child) :+ field.ordinal
    case _                           => Nil
  }
}
