package io.pq2.spark.internal.expressions

import java.time.Duration

import io.pq2.spark.internal.expressions.ImpliedConditions.{Bounds, Column}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types._

/** Replaces comparisons of a linear function of a column with a constant by ranges of the column: `n * 2 + 1 > 10`,
  * `date_add(day, 7) >= DATE'2024-01-01'`, `instant + INTERVAL '1' MONTH < …`, `price / 100 <= 5`.
  *
  * The ranges include all values for which the function overflows, because Spark may return any result for them, or an
  * error.
  */
private[expressions] object LinearConditions {

  private val MicrosPerDay = BigInt(Duration.ofDays(1).toNanos / 1000)

  /** More than any offset, or change, of a time zone, in microseconds. */
  private val Slack = MicrosPerDay * 2

  /** More than the relative error of two operations on DOUBLE. */
  private val RelativeError = math.pow(2, -50)

  /** Returns a condition that is true wherever a comparison with a constant is; none if the function is not linear. */
  def range(function: Expression, constant: Literal, bounds: Bounds): Option[Expression] = (function, constant) match {
    case (DoubleFunction(column, inverse), Finite(value)) =>
      def bound(direction: Int) =
        Some(inverse(value, direction)).filterNot(x => x.isNaN || x.isInfinite).map(Literal(_))
      val lower = if (bounds.lower) bound(-1).map(GreaterThanOrEqual(column, _)) else None
      val upper = if (bounds.upper) bound(1).map(LessThanOrEqual(column, _)) else None
      (lower ++ upper).reduceOption[Expression](And)
    case (_, Constant(value)) if !isColumn(function) && constant.dataType == function.dataType =>
      of(function).flatMap(_.where(value, bounds))
    case _ => None
  }

  private def isColumn(expression: Expression): Boolean = Column.unapply(expression).isDefined

  /** The values from `min` to `max`. */
  final private[expressions] case class Limits(min: BigInt, max: BigInt)

  /** A function with whole numbers, unscaled decimals, days or microseconds as arguments and results. Its result for x
    * is between `factor * x + shift.min` and `factor * x + shift.max`.
    *
    * @param factor not 0
    * @param valid the arguments whose result, and whose intermediate results, fit their types
    */
  final private[expressions] case class Linear(column: Expression, factor: BigInt, shift: Limits, valid: Limits) {

    /** Returns the composition with another function, whose result has a type.
      *
      * @param by the factor of the other function, not 0
      * @param offset its shift
      */
    def andThen(by: BigInt, offset: Limits, dataType: DataType): Option[Linear] = limits(dataType).map { results =>
      val ends = Seq(shift.min * by, shift.max * by)
      val composed = copy(factor = factor * by, shift = Limits(ends.min + offset.min, ends.max + offset.max))
      val fitting = composed.arguments(results.min - composed.shift.min, results.max - composed.shift.max)
      composed.copy(valid = Limits(valid.min.max(fitting.min), valid.max.min(fitting.max)))
    }

    /** Returns the arguments whose product with the factor is between two limits. */
    private def arguments(min: BigInt, max: BigInt): Limits =
      if (factor > 0) Limits(ceil(min, factor), floor(max, factor))
      else Limits(ceil(max, factor), floor(min, factor))

    /** Returns a condition that is true for all values whose result is within bounds, or does not fit its type; none if
      * all values may be such.
      */
    def where(value: BigInt, bounds: Bounds): Option[Expression] =
      if (valid.min > valid.max) None
      else {
        val matching = arguments(value - shift.max, value - shift.min)
        // A missing bound of the result is one of the argument, on the other side if the factor is negative.
        val (hasMin, hasMax) = if (factor > 0) (bounds.lower, bounds.upper) else (bounds.upper, bounds.lower)
        val min = if (hasMin) Some(matching.min).filter(_ > valid.min) else None
        val max = if (hasMax) Some(matching.max).filter(_ < valid.max) else None
        val isEmpty = min.getOrElse(valid.min) > max.getOrElse(valid.max)
        limits(column.dataType).filter(_ => min.isDefined || max.isDefined).map { all =>
          val between =
            if (isEmpty) None
            else {
              (min.map(bound => GreaterThanOrEqual(column, literal(bound))) ++
                max.map(bound => LessThanOrEqual(column, literal(bound)))).reduceOption[Expression](And)
            }
          // Without a bound on a side, the range includes the values that do not fit on that side.
          val below = if ((min.isDefined || isEmpty) && valid.min > all.min) Some(valid.min) else None
          val above = if ((max.isDefined || isEmpty) && valid.max < all.max) Some(valid.max) else None
          (between ++ below.map(bound => LessThan(column, literal(bound))) ++
            above.map(bound => GreaterThan(column, literal(bound))))
            .reduceOption[Expression](Or)
            .getOrElse(LessThan(column, literal(all.min)))
        }
      }

    private def literal(value: BigInt): Literal = column.dataType match {
      case ByteType             => Literal(value.toByte)
      case ShortType            => Literal(value.toShort)
      case IntegerType          => Literal(value.toInt)
      case DateType             => Literal(value.toInt, DateType)
      case decimal: DecimalType =>
        Literal(Decimal(BigDecimal(value, decimal.scale), decimal.precision, decimal.scale), decimal)
      case other => Literal(value.toLong, other)
    }
  }

  private def of(expression: Expression): Option[Linear] =
    ExpressionTable(expression).linear.applyOrElse(expression, (_: Expression) => None)

  val ofColumn: PartialFunction[Expression, Option[Linear]] = { case Column(column) =>
    limits(column.dataType).map(Linear(column, 1, Limits(0, 0), _))
  }

  val ofSum: PartialFunction[Add, Option[Linear]] = {
    case sum @ Add(child, constant @ Constant(value), _) => scaled(child, 1, value, constant.dataType, sum.dataType)
    case sum @ Add(constant @ Constant(value), child, _) => scaled(child, 1, value, constant.dataType, sum.dataType)
  }

  val ofDifference: PartialFunction[Subtract, Option[Linear]] = {
    case all @ Subtract(child, constant @ Constant(value), _) =>
      scaled(child, 1, -value, constant.dataType, all.dataType)
    case all @ Subtract(constant @ Constant(value), child, _) =>
      scaled(child, -1, value, constant.dataType, all.dataType)
  }

  val ofProduct: PartialFunction[Multiply, Option[Linear]] = {
    case all @ Multiply(child, constant @ Constant(value), _) => times(child, value, constant.dataType, all.dataType)
    case all @ Multiply(constant @ Constant(value), child, _) => times(child, value, constant.dataType, all.dataType)
  }

  val ofCast: PartialFunction[Cast, Option[Linear]] = {
    case Cast(child, to, _, _) if isWidening(child.dataType, to) => scaled(child, 1, 0, to, to)
    case Cast(day, to @ (TimestampType | TimestampNTZType), _, _) if day.dataType == DateType =>
      of(day).flatMap(_.andThen(MicrosPerDay, Limits(-Slack, Slack), to))
  }

  val ofDateDiff: PartialFunction[DateDiff, Option[Linear]] = {
    case DateDiff(day, Constant(start)) => shifted(day, Limits(-start, -start), IntegerType)
    case DateDiff(Constant(end), day)   => of(day).flatMap(_.andThen(-1, Limits(end, end), IntegerType))
  }

  /** A date plus days. */
  def afterDays(date: Expression, days: BigInt): Option[Linear] = shifted(date, Limits(days, days), DateType)

  /** A date or timestamp plus months. */
  def afterMonths(time: Expression, months: BigInt): Option[Linear] = {
    val days = Seq(months * 28, months * 31)
    if (time.dataType == DateType) shifted(time, Limits(days.min, days.max), DateType)
    else shifted(time, Limits(days.min * MicrosPerDay - Slack, days.max * MicrosPerDay + Slack), time.dataType)
  }

  /** A timestamp plus microseconds. */
  def afterMicros(time: Expression, micros: BigInt): Option[Linear] =
    shifted(time, Limits(micros - Slack, micros + Slack), time.dataType)

  /** Returns the child times a sign, plus a constant, in the scale of the result. */
  private def scaled(
      child: Expression,
      sign: Int,
      constant: BigInt,
      constantType: DataType,
      result: DataType
  ): Option[Linear] =
    for {
      function <- of(child)
      factor <- powerOfTen(scale(result) - scale(child.dataType))
      ofConstant <- powerOfTen(scale(result) - scale(constantType))
      offset = constant * ofConstant
      sum <- function.andThen(factor * sign, Limits(offset, offset), result)
    } yield sum

  private def times(child: Expression, constant: BigInt, constantType: DataType, result: DataType): Option[Linear] =
    if (constant == 0 || scale(result) != scale(child.dataType) + scale(constantType)) None
    else of(child).flatMap(_.andThen(constant, Limits(0, 0), result))

  private def shifted(child: Expression, offset: Limits, result: DataType): Option[Linear] =
    of(child).flatMap(_.andThen(1, offset, result))

  /** Whether a cast has the same value, or none that fits. */
  private def isWidening(from: DataType, to: DataType): Boolean =
    isNumber(from) && isNumber(to) && (to.isInstanceOf[DecimalType] || !from.isInstanceOf[DecimalType])

  private def isNumber(dataType: DataType): Boolean =
    VectorExpressions.isInteger(dataType) || dataType.isInstanceOf[DecimalType]

  private def scale(dataType: DataType): Int = dataType match {
    case decimal: DecimalType => decimal.scale
    case _                    => 0
  }

  /** Returns a power of ten; none for a negative exponent, by which a decimal would be rounded. */
  private def powerOfTen(exponent: Int): Option[BigInt] = if (exponent < 0) None else Some(BigInt(10).pow(exponent))

  /** Returns the smallest and the greatest value of a type; none if its values are no whole numbers. */
  private[expressions] def limits(dataType: DataType): Option[Limits] = dataType match {
    case ByteType                                    => Some(Limits(Byte.MinValue.toInt, Byte.MaxValue.toInt))
    case ShortType                                   => Some(Limits(Short.MinValue.toInt, Short.MaxValue.toInt))
    case IntegerType | DateType                      => Some(Limits(Int.MinValue, Int.MaxValue))
    case LongType | TimestampType | TimestampNTZType => Some(Limits(Long.MinValue, Long.MaxValue))
    case decimal: DecimalType                        =>
      val max = BigInt(10).pow(decimal.precision) - 1
      Some(Limits(-max, max))
    case _ => None
  }

  private def floor(dividend: BigInt, divisor: BigInt): BigInt = {
    val (quotient, remainder) = dividend /% divisor
    if (remainder != 0 && (remainder < 0) != (divisor < 0)) quotient - 1 else quotient
  }

  private def ceil(dividend: BigInt, divisor: BigInt): BigInt = -floor(-dividend, divisor)

  /** A whole number, an unscaled decimal, days since 1970, microseconds or months. */
  object Constant {
    def unapply(expression: Expression): Option[BigInt] = expression match {
      case Literal(value: Decimal, decimal: DecimalType) if value.scale == decimal.scale =>
        Some(BigInt(value.toJavaBigDecimal.unscaledValue))
      case Literal(value: Long, _)  => Some(BigInt(value))
      case Literal(value: Int, _)   => Some(BigInt(value))
      case Literal(value: Short, _) => Some(BigInt(value.toInt))
      case Literal(value: Byte, _)  => Some(BigInt(value.toInt))
      case _                        => None
    }
  }

  /** A function of a column of DOUBLE, which grows with it. NaN, which is greater than all numbers, remains NaN.
    *
    * The second result is the inverse function: it returns for a finite number and a direction, -1 or 1, a number that
    * is so far in that direction that no rounding matters, or an infinite one.
    */
  private object DoubleFunction {
    def unapply(expression: Expression): Option[(Expression, (Double, Int) => Double)] = expression match {
      case Add(Column(column), Finite(constant), _)                      => Some((column, sum(-constant)))
      case Add(Finite(constant), Column(column), _)                      => Some((column, sum(-constant)))
      case Subtract(Column(column), Finite(constant), _)                 => Some((column, sum(constant)))
      case Multiply(Column(column), Finite(constant), _) if constant > 0 => Some((column, quotient(constant)))
      case Multiply(Finite(constant), Column(column), _) if constant > 0 => Some((column, quotient(constant)))
      case Divide(Column(column), Finite(constant), _) if constant > 0   => Some((column, product(constant)))
      case _                                                             => None
    }

    private def sum(constant: Double)(value: Double, direction: Int): Double =
      value + constant + direction * RelativeError * (math.abs(value) + math.abs(constant))

    // A product or quotient may be rounded to 0 or to a subnormal number, so that the error is absolute.

    private def quotient(constant: Double)(value: Double, direction: Int): Double =
      widened(nonZero(value, direction) / constant, direction)

    private def product(constant: Double)(value: Double, direction: Int): Double =
      widened(nonZero(value, direction) * constant, direction)

    private def nonZero(value: Double, direction: Int): Double =
      value + direction * (RelativeError * math.abs(value) + java.lang.Double.MIN_NORMAL)

    private def widened(value: Double, direction: Int): Double =
      value + direction * (RelativeError * math.abs(value) + java.lang.Double.MIN_NORMAL)
  }

  private object Finite {
    def unapply(expression: Expression): Option[Double] = expression match {
      case Literal(value: Double, DoubleType) if !value.isNaN && !value.isInfinite => Some(value)
      case _                                                                       => None
    }
  }
}
