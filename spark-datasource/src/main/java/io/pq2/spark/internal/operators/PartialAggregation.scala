package io.pq2.spark.internal.operators

import scala.jdk.CollectionConverters._
import scala.util.Left

import io.pq2.spark.internal.expressions._
import io.pq2.spark.internal.kernel.conditions.TextCondition
import io.pq2.spark.internal.kernel.groups.{GroupKey, PartialPlan}
import io.pq2.spark.internal.kernel.values.{DoubleBits, LongColumn}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.optimizer.NormalizeNaNAndZero

/** A partial aggregation of the rows of a scan.
  *
  * @param keys the grouping columns, expressions on columns of the scan
  * @param functions the aggregate functions, on columns of the scan
  * @param conditions the rows to aggregate
  * @param columns the columns of the scan
  */
final private[spark] case class PartialAggregation(
    keys: Seq[Expression],
    functions: Seq[AggregateExpression],
    conditions: Seq[Expression],
    columns: Seq[Attribute]
) {

  /** Returns why the keys and functions cannot be evaluated for whole batches; none if they can be. */
  def obstacle: Option[Obstacle] = (conditions ++ functions.flatMap(_.filter) ++ keys)
    .find(!Conditions.canRunInTasks(_)).map(RowConditions(columns).obstacle).orElse(translate().left.toOption)

  /** Whether Spark's operator that merges buffers should follow. Without grouping columns there are few rows to merge.
    * Decimals of more than 18 digits often exceed 64 bits, and their rows are passed on one by one.
    */
  def needsMerging: Boolean = keys.isEmpty || functions.exists(_.exists {
    case column @ (_: Attribute | _: GetStructField) => VectorExpressions.isLongDecimal(column.dataType)
    case _                                           => false
  })

  /** Returns the plan for a task, with state of its own. */
  def plan(): PartialPlan = translate().toOption.get

  private def translate(): Either[Obstacle, PartialPlan] = {
    val expressions = new VectorExpressions(columns)
    val tests = new RowConditions(columns, expressions)
    val groupKeys = keys.map(one => key(expressions, one).toRight(PartialAggregation.noKey(one)))
    val accumulators = functions.map { function =>
      val onColumns = expressions.withFieldColumns(function.aggregateFunction)
      AggregateTable.accumulator(onColumns, expressions).filter(_ => !function.isDistinct)
        .map(found => function.filter.fold(found)(rows => found.filteredBy(tests.all(Seq(rows)))))
        .toRight(tests.obstacle(function))
    }
    // The fields are known after all expressions are translated.
    (groupKeys ++ accumulators).collectFirst { case Left(obstacle) => obstacle }.toLeft(
      new PartialPlan(
        tests.all(conditions),
        groupKeys.flatMap(_.toOption).asJava,
        accumulators.flatMap(_.toOption).asJava,
        expressions.structFields
      )
    )
  }

  private def key(expressions: VectorExpressions, key: Expression): Option[GroupKey] =
    expressions.withFieldColumns(key) match {
      case column: Attribute =>
        expressions.ordinal(column).collect {
          case ordinal if TextCondition.supports(column.dataType)    => GroupKey.ofText(ordinal)
          case ordinal if VectorExpressions.isShort(column.dataType) =>
            GroupKey.ofNumbers(new LongColumn(ordinal, column.dataType), column.dataType)
        }
      case KnownFloatingPointNormalized(NormalizeNaNAndZero(column: Attribute)) =>
        expressions.doubleNode(column).map(number => GroupKey.ofNumbers(new DoubleBits(number, true), column.dataType))
      case onColumns => computed(expressions, key, onColumns)
    }

  /** Returns a key that is computed on batches where possible, and else by Spark's code. Functions of users run as
    * often as the user expects.
    *
    * @param onColumns the key, with columns instead of fields of structs
    */
  private def computed(expressions: VectorExpressions, key: Expression, onColumns: Expression): Option[GroupKey] = {
    val dataType = key.dataType
    val isSupported = TextCondition.supports(dataType) || VectorExpressions.isShort(dataType) ||
      VectorExpressions.isFloating(dataType)
    if (!isSupported || key.exists(_.isInstanceOf[UserDefinedExpression])) None
    else {
      val column = onColumns.references.toSeq match {
        case Seq(column: Attribute) => Some(column)
        case _                      => None
      }
      val text = column.filter(column => TextCondition.supports(column.dataType)).flatMap(expressions.ordinal)
      val input = onColumns match {
        case OnDate(date, _, _) => Some(date)
        case _                  => column.filter(column => VectorExpressions.isShort(column.dataType))
      }
      val onBatches = if (VectorExpressions.isShort(dataType)) expressions.shortLong(onColumns) else None
      Some(
        new GroupKey(
          text.getOrElse(-1),
          input.flatMap(expressions.longNode).orNull,
          onBatches.orNull,
          dataType,
          () => sparkCode(key)
        )
      )
    }
  }

  private def sparkCode(key: Expression): java.util.function.UnaryOperator[InternalRow] = {
    val code = SparkCode.projection(Seq(key), columns)
    row => code(row)
  }

  /** Returns a function that gives the result for a single row, computed by Spark's code. */
  def rowByRow(): InternalRow => InternalRow =
    SparkCode.projection(keys ++ functions.flatMap(PartialAggregation.afterOneRow), columns)
}

private[spark] object PartialAggregation {

  private def noKey(key: Expression): Obstacle =
    Obstacle(key, key, "has a type that keys on batches do not have, or a function of the user")

  /** Returns the buffer of a function after its first row. */
  private def afterOneRow(expression: AggregateExpression): Seq[Expression] = {
    val function = expression.aggregateFunction.asInstanceOf[DeclarativeAggregate]
    val initial = function.aggBufferAttributes.map(_.exprId).zip(function.initialValues).toMap
    val updated = function.updateExpressions.map(_.transform {
      case buffer: AttributeReference if initial.contains(buffer.exprId) => initial(buffer.exprId)
    })
    expression.filter.fold(updated) { condition =>
      updated.zip(function.initialValues).map { case (after, before) => If(condition, after, before) }
    }
  }
}
