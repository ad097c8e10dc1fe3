package io.pq2.spark.internal.expressions

import java.time.{Duration, LocalDate}
import java.util.Locale

import io.pq2.spark.internal.expressions.ExpressionTable.Text
import io.pq2.spark.internal.kernel.conditions.Relation
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Replaces conditions that have no filter by weaker ones that have: a condition on the year of a date, or on the date
  * of a timestamp, by a range of values, a pattern by its prefix and its longest part, a condition on a linear function
  * by a range ([[LinearConditions]]), and a condition on elements of arrays and entries of maps by one on any of them
  * ([[Elements]]).
  *
  * A weaker condition is true for each row for which the original is, or fails. So no error is lost with the rows that
  * are not read. Spark still tests the original.
  */
private[spark] object ImpliedConditions {

  private val MicrosPerDay = Duration.ofDays(1).toNanos / 1000

  /** The days by which ranges of timestamps are longer on each side: more than any offset, or change, of a time zone.
    */
  private val Slack = 2

  /** The years whose first days, with the slack, are dates and timestamps in Spark. */
  private val Years = 2 to 9997

  /** The last day since 1970 for which a timestamp in microseconds fits 64 bits, with the slack. */
  private val MaxDay = Long.MaxValue / MicrosPerDay - Slack - 1

  /** What Spark's evaluation of patterns finds in place of invalid bytes. */
  private val Replacement = '\ufffd'

  /** Returns a condition that is true wherever the given one is. */
  def of(condition: Expression): Expression = condition match {
    case And(left, right) => And(of(left), of(right))
    case Or(left, right)  => Or(of(left), of(right))
    case other            => implied(other).getOrElse(other)
  }

  private def implied(condition: Expression): Option[Expression] = Elements.ofLookup(condition)
    .orElse(ExpressionTable(condition).implied.applyOrElse(condition, (_: Expression) => None))

  /** Returns what a comparison implies, if one of its sides is a constant. */
  def ofComparison(comparison: BinaryComparison, relation: Relation): Option[Expression] = {
    val bounds = Bounds(lower = !relation.holds(-1), upper = !relation.holds(1))
    (comparison.left, comparison.right) match {
      case (value, constant: Literal) => ExpressionTable(value).range(value, constant, bounds)
      case (constant: Literal, value) =>
        ExpressionTable(value).range(value, constant, Bounds(bounds.upper, bounds.lower))
      case _ => None
    }
  }

  def ofList(value: Expression, list: Seq[Expression]): Option[Expression] = value match {
    case Column(_) => None
    case _         => between(value, list)
  }

  /** Returns what a list of whole numbers, dates or timestamps implies by its least and its greatest. */
  private def between(value: Expression, list: Seq[Expression]): Option[Expression] = {
    val numbers = list.collect { case literal @ Literal(number @ (_: Byte | _: Short | _: Int | _: Long), _) =>
      (number.asInstanceOf[Number].longValue, literal)
    }
    if (numbers.isEmpty || numbers.size < list.size) None
    else {
      for {
        lower <- implied(GreaterThanOrEqual(value, numbers.minBy(_._1)._2))
        upper <- implied(LessThanOrEqual(value, numbers.maxBy(_._1)._2))
      } yield And(lower, upper)
    }
  }

  def ofYear(year: Year, constant: Literal, bounds: Bounds): Option[Expression] = constant.value match {
    case number: Int if Years.contains(number) =>
      val first = LocalDate.of(number, 1, 1)
      val column = year.child match {
        case Column(date) => Some(date)
        case cast: Cast   => timestampOf(cast)
        case _            => None
      }
      column.flatMap(onDays(_, first.toEpochDay, first.plusYears(1).toEpochDay, bounds))
    case _ => None
  }

  def ofTruncatedDate(truncated: TruncDate, constant: Literal, bounds: Bounds): Option[Expression] =
    ofTruncated(truncated.date, truncated.format, constant, bounds)

  def ofTruncatedTimestamp(truncated: TruncTimestamp, constant: Literal, bounds: Bounds): Option[Expression] =
    ofTruncated(truncated.timestamp, truncated.format, constant, bounds)

  private def ofTruncated(value: Expression, format: Expression, constant: Literal, bounds: Bounds) =
    (value, format) match {
      case (Column(column), Text(unit)) =>
        for {
          length <- days(unit.toString)
          (start, end) <- constant.value match {
            case day: Int     => Some((day.toLong, day.toLong + length))
            case micros: Long => Some(Math.floorDiv(micros, MicrosPerDay)).map(day => (day, day + 1 + length))
            case _            => None
          }
          range <- onDays(column, start, end, bounds)
        } yield orEarliest(column, length, bounds, range)
      case _ => None
    }

  def ofDate(cast: Cast, constant: Literal, bounds: Bounds): Option[Expression] =
    (timestampOf(cast), constant.value) match {
      case (Some(timestamp), day: Int) => onDays(timestamp, day, day + 1L, bounds)
      case _                           => LinearConditions.range(cast, constant, bounds)
    }

  /** Returns the column of timestamps whose date a cast returns. */
  private def timestampOf(cast: Cast): Option[Expression] =
    if (VectorExpressions.isDateOfTimestamp(cast)) Column.unapply(cast.child) else None

  /** Returns a condition for a range of days.
    *
    * @param column dates or timestamps
    * @param end the day after the last one
    */
  private def onDays(column: Expression, start: Long, end: Long, bounds: Bounds): Option[Expression] = {
    val literal: Option[(Long, Long) => Literal] = column.dataType match {
      case DateType                                      => Some((day, _) => Literal(day.toInt, DateType))
      case dataType @ (TimestampType | TimestampNTZType) =>
        Some((day, slack) => Literal((day + slack) * MicrosPerDay, dataType))
      case _ => None
    }
    if (start < -MaxDay || end > MaxDay) None
    else literal.flatMap { of =>
      val lower = if (bounds.lower) Some(GreaterThanOrEqual(column, of(start, -Slack))) else None
      val upper = if (bounds.upper) Some(LessThan(column, of(end, Slack))) else None
      (lower ++ upper).reduceOption[Expression](And)
    }
  }

  /** Adds the first days of a type to a range with a lower bound. Truncated to a unit, they wrap around or fail. */
  private def orEarliest(column: Expression, length: Int, bounds: Bounds, range: Expression): Expression =
    if (!bounds.lower) range
    else {
      val end = column.dataType match {
        case DateType => Literal(Int.MinValue + length, DateType)
        case other    => Literal(Long.MinValue + (length + Slack + 1) * MicrosPerDay, other)
      }
      Or(range, LessThan(column, end))
    }

  /** Returns the largest number of days of a unit. */
  private def days(unit: String): Option[Int] = unit.toUpperCase(Locale.ROOT) match {
    case "YEAR" | "YYYY" | "YY"                                                      => Some(366)
    case "QUARTER"                                                                   => Some(92)
    case "MONTH" | "MON" | "MM"                                                      => Some(31)
    case "WEEK"                                                                      => Some(7)
    case "DAY" | "DD" | "HOUR" | "MINUTE" | "SECOND" | "MILLISECOND" | "MICROSECOND" => Some(1)
    case _                                                                           => None
  }

  /** Returns conditions for the prefix and the longest other part of a pattern. */
  val ofPattern: PartialFunction[Like, Option[Expression]] = { case Like(Column(column), Text(pattern), escape) =>
    ofParts(column, pattern.toString, escape)
  }

  private def ofParts(column: Expression, pattern: String, escape: Char): Option[Expression] =
    if (column.dataType != StringType || pattern.indexOf(escape) >= 0 || pattern.indexOf(Replacement) >= 0) None
    else {
      val parts = pattern.split("[%_]", -1).toSeq.map(part => Literal(UTF8String.fromString(part), StringType))
      def isEmpty(part: Literal) = part.value.asInstanceOf[UTF8String].numBytes == 0
      val prefix = parts.headOption.filterNot(isEmpty).map(StartsWith(column, _))
      val longest = parts.drop(1).filterNot(isEmpty).maxByOption(_.value.toString.length).map(Contains(column, _))
      (prefix ++ longest).reduceOption[Expression](And)
    }

  /** Which bounds a comparison sets for its left side. */
  final private[expressions] case class Bounds(lower: Boolean, upper: Boolean)

  /** A column, or a field of a struct. */
  private[expressions] object Column {
    def unapply(expression: Expression): Option[Expression] = expression match {
      case _: Attribute          => Some(expression)
      case field: GetStructField => unapply(field.child).map(_ => expression)
      case _                     => None
    }
  }
}
