package io.pq2.spark.internal.operators

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.expressions.{Conditions, Obstacle, RowConditions, VectorExpressions}
import io.pq2.spark.internal.kernel.groups.TaskMemory
import io.pq2.spark.internal.kernel.join._
import io.pq2.spark.internal.tasks.TaskFunction
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans._
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.joins.HashJoin
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.execution.{BinaryExecNode, SparkPlan}
import org.apache.spark.sql.types.LongType
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Filters the batches of a scan, and joins them with a broadcast.
  *
  * @param conditions the rows of the scan to join
  * @param keys the keys of the scan's rows, whole numbers
  * @param buildKeys the keys of the rows that are broadcast
  * @param joinType the type of the join, with the scan on the left
  * @param isNotIn whether the join is that of `NOT IN`, which compares with nulls
  * @param matching conditions of a join that is not inner, on columns of both sides, besides the keys
  * @param kept columns of the scan to return
  * @param built columns of the broadcast to return after them
  * @param left the scan
  * @param right the broadcast
  */
final private[spark] case class Pq2BroadcastJoinExec(
    conditions: Seq[Expression],
    keys: Seq[Expression],
    buildKeys: Seq[Expression],
    joinType: JoinType,
    isNotIn: Boolean,
    matching: Seq[Expression],
    kept: Seq[Attribute],
    built: Seq[Attribute],
    left: SparkPlan,
    right: SparkPlan
) extends BinaryExecNode
    with PrunedBatches {

  override def output: Seq[Attribute] = kept ++
    (joinType match {
      case _: InnerLike             => built
      case LeftOuter                => built.map(_.withNullability(true))
      case existence: ExistenceJoin => Seq(existence.exists)
      case _                        => Nil
    })

  override def outputPartitioning: Partitioning = left.outputPartitioning

  override def supportsColumnar: Boolean = true

  override lazy val metrics: Map[String, SQLMetric] =
    Map("numOutputRows" -> SQLMetrics.createMetric(sparkContext, "number of output rows"))

  /** The columns of the broadcast that the join needs: the returned ones, then those that only conditions use. */
  private def ofTable: Seq[Attribute] = {
    val tested = AttributeSet(matching.flatMap(_.references))
    built ++ right.output.filter(column => tested.contains(column) && !built.exists(_.exprId == column.exprId))
  }

  private def join: BatchJoin =
    BatchJoin(
      conditions,
      keys,
      joinType,
      isNotIn,
      matching,
      kept,
      ofTable,
      ofTable.map(column => right.output.indexWhere(_.exprId == column.exprId)),
      built.size,
      left.output
    )

  /** Returns why batches cannot be joined; none if they can be. */
  private[spark] def obstacle: Option[Obstacle] = {
    val tests = RowConditions(left.output)
    (conditions ++ matching).find(!Conditions.canRunInTasks(_)).map(tests.obstacle)
      .orElse(join.obstacle(buildKeys))
  }

  override private[spark] def pruned(used: AttributeSet): Pq2BroadcastJoinExec = {
    val columns = kept.filter(used.contains)
    val needed = AttributeSet(columns) ++ AttributeSet((conditions ++ keys ++ matching).flatMap(_.references))
    copy(kept = columns, built = built.filter(used.contains), left = PrunedBatches.of(left, needed))
  }

  override protected def doExecute(): RDD[InternalRow] =
    throw new IllegalStateException("this operator returns batches only")

  override protected def doExecuteColumnar(): RDD[ColumnarBatch] =
    new JoinBatches(join, right.executeBroadcast[AnyRef](), longMetric("numOutputRows")).on(left.executeColumnar())

  override protected def withNewChildrenInternal(newLeft: SparkPlan, newRight: SparkPlan): Pq2BroadcastJoinExec =
    copy(left = newLeft, right = newRight)
}

/** The work of a task. */
final private class JoinBatches(join: BatchJoin, relation: Broadcast[AnyRef], outputRows: SQLMetric)
    extends TaskFunction[ColumnarBatch, ColumnarBatch] {

  override def apply(batches: Iterator[ColumnarBatch]): Iterator[ColumnarBatch] =
    join.open(batches, relation.value).map { batch =>
      outputRows += batch.numRows
      batch
    }
}

/** What tasks receive.
  *
  * @param ofTable the columns of the broadcast that are used
  * @param ordinals the index of each of them in the rows of the broadcast
  * @param returned how many of them are returned, the first ones
  * @param columns the columns of a batch
  */
final private[spark] case class BatchJoin(
    conditions: Seq[Expression],
    keys: Seq[Expression],
    joinType: JoinType,
    isNotIn: Boolean,
    matching: Seq[Expression],
    kept: Seq[Attribute],
    ofTable: Seq[Attribute],
    ordinals: Seq[Int],
    returned: Int,
    columns: Seq[Attribute]
) {

  /** The columns of a batch and of the broadcast that the conditions on matches use. */
  private def tested: (Seq[Attribute], Seq[Attribute]) = {
    val used = AttributeSet(matching.flatMap(_.references))
    (columns.filter(used.contains), ofTable.filter(used.contains))
  }

  private def kind: Option[JoinKind] = joinType match {
    case _: InnerLike     => Some(JoinKind.INNER)
    case LeftOuter        => Some(JoinKind.OUTER)
    case LeftSemi         => Some(JoinKind.SEMI)
    case LeftAnti         => Some(if (isNotIn) JoinKind.NOT_IN else JoinKind.ANTI)
    case _: ExistenceJoin => Some(JoinKind.EXISTENCE)
    case _                => None
  }

  private def numbers(expressions: VectorExpressions, key: Expression) =
    if (VectorExpressions.isInteger(key.dataType))
      expressions.longNode(expressions.withFieldColumns(key)).filter(_.isCertain)
    else None

  def obstacle(buildKeys: Seq[Expression]): Option[Obstacle] = {
    val expressions = new VectorExpressions(columns)
    def of(expression: Expression, why: String) = Obstacle(expression, expression, why)
    val packed = HashJoin.rewriteKeyExpr(buildKeys)
    if (kind.isEmpty) Some(of(keys.head, "is the key of a join of a type that batches do not have"))
    else if (packed.size != 1 || packed.head.dataType != LongType)
      Some(of(keys.head, "is the key of a join that is no whole number, or too long together with other keys"))
    else {
      keys.find(numbers(expressions, _).isEmpty).map(of(
        _,
        "is the key of a join that is computed by Spark's code only"
      ))
        .orElse(ofTable.find(column => !JoinTable.supports(column.dataType))
          .map(of(_, "has a type that joined batches do not have")))
        .orElse(matching.find(!RowConditions(tested._1 ++ tested._2).neverFails(_))
          .map(of(_, "is a condition of a join that is not inner, and may fail")))
    }
  }

  /** Returns the batches of a task.
    *
    * @param relation the value of the broadcast
    */
  def open(batches: Iterator[ColumnarBatch], relation: AnyRef): Iterator[ColumnarBatch] = {
    val expressions = new VectorExpressions(columns)
    val parts = keys.map(numbers(expressions, _).get)
    val tests = new RowConditions(columns, expressions).all(conditions)
    if (isNotIn && JoinTables.hasNull(relation)) return Iterator.empty
    val joined = if (isNotIn && JoinTables.isEmpty(relation)) JoinKind.ANTI else kind.get
    val matches = JoinTables.open(
      relation,
      ofTable.map(_.dataType).toArray,
      ordinals.toArray,
      joined == JoinKind.OUTER,
      TaskMemory.ofTask()
    )
    new JoinedBatches(
      batches.asJava,
      tests,
      expressions.structFields,
      new JoinKeys(parts.asJava, keys.map(_.dataType.defaultSize * java.lang.Byte.SIZE).toArray),
      matches,
      matchCondition(expressions),
      joined,
      kept.flatMap(expressions.ordinal).toArray,
      (0 until returned).toArray
    ).asScala
  }

  /** Returns the conditions on matches; null if there are none. */
  private def matchCondition(ofBatch: VectorExpressions): MatchCondition =
    if (matching.isEmpty) null
    else {
      val (left, right) = tested
      val expressions = new VectorExpressions(left ++ right)
      val test = new RowConditions(left ++ right, expressions).all(matching)
      new MatchCondition(
        test,
        expressions.structFields,
        left.flatMap(ofBatch.ordinal).toArray,
        right.map(column => ofTable.indexWhere(_.exprId == column.exprId)).toArray
      )
    }
}
