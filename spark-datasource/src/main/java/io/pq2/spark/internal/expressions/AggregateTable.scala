package io.pq2.spark.internal.expressions

import scala.reflect.ClassTag

import io.pq2.read.Aggregate.Kind
import io.pq2.spark.internal.expressions.VectorExpressions.{isFloating, isInteger, isLong, isShort}
import io.pq2.spark.internal.kernel.groups._
import io.pq2.spark.internal.kernel.values.{DoubleNode, DoubleOfLong}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc
import org.apache.spark.sql.connector.expressions.{aggregate => sources}
import org.apache.spark.sql.connector.{expressions => connector}
import org.apache.spark.sql.types._

/** What pq2 knows of Spark's aggregate functions, by class. Only Spark computes a function without an entry. */
private[spark] object AggregateTable {

  /** @param accumulator returns what computes a function on batches; none if only Spark does
    * @param footer returns what a footer says of a row group that determines the function: the number of rows (without
    *   a column) or of values, the least or the greatest value of a column
    * @param source returns the same for a function of Spark's sources, of a column or an expression
    */
  final private case class Entry[F <: AggregateFunction](
      accumulator: (VectorExpressions, F) => Option[Accumulator],
      footer: PartialFunction[F, (Kind, Option[Attribute])] = PartialFunction.empty,
      source: PartialFunction[AggregateFunc, (Kind, Option[connector.Expression])] = PartialFunction.empty
  )(implicit val of: ClassTag[F])

  private val entries: Map[Class[_], Entry[AggregateFunction]] = Seq[Entry[_ <: AggregateFunction]](
    Entry[Count](
      counted,
      {
        case Count(Seq(Literal(value, _))) if value != null                            => (Kind.COUNT, None)
        case Count(Seq(column: Attribute)) if SparkMinMax.isCountable(column.dataType) => (Kind.COUNT, Some(column))
      },
      {
        case _: sources.CountStar                      => (Kind.COUNT, None)
        case count: sources.Count if !count.isDistinct => (Kind.COUNT, Some(count.column))
      }
    ),
    Entry[Sum](summed),
    Entry[Average](averaged),
    Entry[Min](
      (on, min) => extreme(on, min.child, isMax = false),
      { case Min(Bounded(column)) => (Kind.MIN, Some(column)) },
      { case min: sources.Min => (Kind.MIN, Some(min.column)) }
    ),
    Entry[Max](
      (on, max) => extreme(on, max.child, isMax = true),
      { case Max(Bounded(column)) => (Kind.MAX, Some(column)) },
      { case max: sources.Max => (Kind.MAX, Some(max.column)) }
    )
  ).map(entry => entry.of.runtimeClass -> entry.asInstanceOf[Entry[AggregateFunction]]).toMap

  /** The classes that have an entry. */
  private[expressions] def classes: Set[Class[_]] = entries.keySet

  /** Returns what computes a function, whose fields of structs are replaced by columns, on batches. */
  def accumulator(function: AggregateFunction, on: VectorExpressions): Option[Accumulator] =
    entries.get(function.getClass).flatMap(_.accumulator(on, function))

  /** Returns why nothing computes a function, although its arguments are computed. */
  private[expressions] def why(function: AggregateFunction): String =
    if (classes.contains(function.getClass)) Computed.NoKernel else Computed.Unknown

  /** Returns what a footer says of a row group that determines a function: of a column, or of the rows without one. */
  def footer(function: AggregateFunction): Option[(Kind, Option[Attribute])] =
    entries.get(function.getClass).flatMap(_.footer.lift(function))

  /** Returns the same for a function of Spark's sources. */
  def ofSource(function: AggregateFunc): Option[(Kind, Option[connector.Expression])] =
    entries.values.flatMap(_.source.lift(function)).headOption

  /** Whether a scan answers a function for a type of columns: from footers, or from the values. */
  def isAnswered(kind: Kind, dataType: DataType): Boolean = dataType match {
    case _: StructType | _: ArrayType | _: MapType => kind == Kind.COUNT
    case leaf if kind == Kind.COUNT                => SparkMinMax.isCountable(leaf)
    case leaf                                      => SparkMinMax.supports(leaf)
  }

  /** Counts rows without null in some columns. */
  private def counted(on: VectorExpressions, count: Count): Option[Accumulator] = {
    val ordinals = count.children.map {
      case Literal(value, _) if value != null => Some(Nil)
      case column: Attribute                  => on.ordinal(column).map(Seq(_))
      case _                                  => None
    }
    if (ordinals.forall(_.isDefined)) Some(new CountRows(ordinals.flatten.flatten.toArray)) else None
  }

  private def summed(on: VectorExpressions, sum: Sum): Option[Accumulator] =
    sum.aggBufferAttributes.map(_.dataType) match {
      case Seq(decimal: DecimalType, BooleanType) => on.longNode(sum.child).map(new DecimalSum(_, decimal, false))
      case Seq(LongType)                          => on.longNode(sum.child).map(new LongSum(_, wraps(sum)))
      case Seq(DoubleType)                        => asDouble(on, sum.child).map(new DoubleSum(_, false))
      case _                                      => None
    }

  private def averaged(on: VectorExpressions, average: Average): Option[Accumulator] =
    average.aggBufferAttributes.head.dataType match {
      case decimal: DecimalType => on.longNode(average.child).map(new DecimalSum(_, decimal, true))
      case DoubleType           => asDouble(on, average.child).map(new DoubleSum(_, true))
      case _                    => None
    }

  private def asDouble(on: VectorExpressions, argument: Expression): Option[DoubleNode] =
    if (isInteger(argument.dataType)) on.longNode(argument).map(new DoubleOfLong(_)) else on.doubleNode(argument)

  private def extreme(on: VectorExpressions, argument: Expression, isMax: Boolean): Option[Accumulator] =
    if (isLong(argument.dataType)) on.longNode(argument).map(new LongExtreme(_, isMax, argument.dataType))
    else on.doubleNode(argument).map(new DoubleExtreme(_, isMax, argument.dataType))

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

  /** A column whose values never exceed those of the accumulators. */
  private object Bounded {
    def unapply(argument: Expression): Option[Attribute] = argument match {
      case column: Attribute if isShort(column.dataType) || isFloating(column.dataType) => Some(column)
      case _                                                                            => None
    }
  }
}
