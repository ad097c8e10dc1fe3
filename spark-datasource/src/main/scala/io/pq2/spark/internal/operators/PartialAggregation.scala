package io.pq2.spark.internal.operators

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.expressions.{Conditions, RowConditions, SparkCode, TimestampFunction, VectorExpressions}
import io.pq2.spark.internal.kernel.conditions.TextCondition
import io.pq2.spark.internal.kernel.groups.{
  Accumulator,
  CountRows,
  DecimalSum,
  DoubleExtreme,
  DoubleSum,
  ExpressionKey,
  FilteredAccumulator,
  GroupKey,
  LongExtreme,
  LongKey,
  LongSum,
  PartialPlan,
  TextKey
}
import io.pq2.spark.internal.kernel.values.{DoubleBits, DoubleNode, DoubleOfLong, LongColumn}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.optimizer.NormalizeNaNAndZero
import org.apache.spark.sql.types._

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

  /** Whether all keys and functions can be evaluated for whole batches. */
  def isSupported: Boolean = (conditions ++ functions.flatMap(_.filter) ++ keys).forall(Conditions.canRunInTasks) &&
    translate().isDefined

  /** Whether Spark's operator that merges buffers should follow. Without grouping columns there are few rows to merge.
    * Decimals of more than 18 digits often exceed 64 bits, and their rows are passed on one by one.
    */
  def needsMerging: Boolean = keys.isEmpty || functions.exists(_.exists {
    case column @ (_: Attribute | _: GetStructField) => VectorExpressions.isLongDecimal(column.dataType)
    case _                                           => false
  })

  /** Returns the plan for a task, with state of its own. */
  def plan(): PartialPlan = translate().get

  private def translate(): Option[PartialPlan] = {
    val expressions = new VectorExpressions(columns)
    val tests = new RowConditions(columns, expressions)
    val groupKeys = keys.map(key(expressions, _))
    val accumulators = functions.map { function =>
      val onColumns = expressions.withFieldColumns(function.aggregateFunction)
      accumulator(expressions, onColumns).filter(_ => !function.isDistinct).map { found =>
        function.filter.fold(found)(condition => new FilteredAccumulator(tests.all(Seq(condition)), found))
      }
    }
    if (groupKeys.forall(_.isDefined) && accumulators.forall(_.isDefined))
      // The fields are known after all expressions are translated.
      Some(
        new PartialPlan(
          tests.all(conditions),
          groupKeys.flatten.asJava,
          accumulators.flatten.asJava,
          expressions.structFields
        )
      )
    else None
  }

  private def key(expressions: VectorExpressions, key: Expression): Option[GroupKey] =
    expressions.withFieldColumns(key) match {
      case column: Attribute =>
        expressions.ordinal(column).collect {
          case ordinal if TextCondition.supports(column.dataType)    => new TextKey(ordinal)
          case ordinal if VectorExpressions.isShort(column.dataType) =>
            new LongKey(new LongColumn(ordinal, column.dataType), column.dataType)
        }
      case KnownFloatingPointNormalized(NormalizeNaNAndZero(column: Attribute)) =>
        expressions.doubleNode(column).map(number => new LongKey(new DoubleBits(number, true), column.dataType))
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
        case TimestampFunction.OnDate(date, _, _) => Some(date)
        case _                                    => column.filter(column => VectorExpressions.isShort(column.dataType))
      }
      val onBatches = if (VectorExpressions.isShort(dataType)) expressions.shortLong(onColumns) else None
      Some(
        new ExpressionKey(
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

  private def accumulator(expressions: VectorExpressions, function: AggregateFunction): Option[Accumulator] =
    function match {
      case count: Count     => counted(expressions, count.children).map(ordinals => new CountRows(ordinals.toArray))
      case sum: Sum         => summed(expressions, sum)
      case average: Average =>
        average.aggBufferAttributes.head.dataType match {
          case decimal: DecimalType => expressions.longNode(average.child).map(new DecimalSum(_, decimal, true))
          case DoubleType           => asDouble(expressions, average.child).map(new DoubleSum(_, true))
          case _                    => None
        }
      case min: Min => extreme(expressions, min.child, isMax = false)
      case max: Max => extreme(expressions, max.child, isMax = true)
      case _        => None
    }

  /** Returns the columns that must not be null in counted rows. */
  private def counted(expressions: VectorExpressions, children: Seq[Expression]): Option[Seq[Int]] = {
    val ordinals = children.map {
      case Literal(value, _) if value != null => Some(Nil)
      case column: Attribute                  => expressions.ordinal(column).map(Seq(_))
      case _                                  => None
    }
    if (ordinals.forall(_.isDefined)) Some(ordinals.flatten.flatten) else None
  }

  private def summed(expressions: VectorExpressions, sum: Sum): Option[Accumulator] =
    sum.aggBufferAttributes.map(_.dataType) match {
      case Seq(decimal: DecimalType, BooleanType) =>
        expressions.longNode(sum.child).map(new DecimalSum(_, decimal, false))
      case Seq(LongType)   => expressions.longNode(sum.child).map(new LongSum(_, PartialAggregation.wraps(sum)))
      case Seq(DoubleType) => asDouble(expressions, sum.child).map(new DoubleSum(_, false))
      case _               => None
    }

  private def asDouble(expressions: VectorExpressions, argument: Expression): Option[DoubleNode] =
    if (VectorExpressions.isInteger(argument.dataType)) expressions.longNode(argument).map(new DoubleOfLong(_))
    else expressions.doubleNode(argument)

  private def extreme(expressions: VectorExpressions, argument: Expression, isMax: Boolean): Option[Accumulator] =
    if (VectorExpressions.isLong(argument.dataType))
      expressions.longNode(argument).map(new LongExtreme(_, isMax, argument.dataType))
    else {
      expressions.doubleNode(argument).map(new DoubleExtreme(_, isMax, argument.dataType == FloatType))
    }

  /** Returns a function that gives the result for a single row, computed by Spark's code. */
  def rowByRow(): InternalRow => InternalRow =
    SparkCode.projection(keys ++ functions.flatMap(PartialAggregation.afterOneRow), columns)
}

private[spark] object PartialAggregation {

  /** Whether a sum of BIGINT wraps around, rather than fails, when it exceeds 64 bits. */
  private def wraps(sum: Sum): Boolean = {
    // A constant argument could not be told from the constants of Spark's expression.
    val argument = AttributeReference("argument", sum.child.dataType)()
    val ofArgument = sum.withNewChildren(Seq(argument)).asInstanceOf[Sum]
    val buffer = ofArgument.aggBufferAttributes.head.exprId
    val added = ofArgument.updateExpressions.head.transform {
      case attribute: AttributeReference if attribute.exprId == argument.exprId => Cast(Literal(1), argument.dataType)
      case attribute: AttributeReference if attribute.exprId == buffer          => Literal(Long.MaxValue)
    }
    try added.eval() == Long.MinValue
    catch { case _: ArithmeticException => false }
  }

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
