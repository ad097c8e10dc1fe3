package io.pq2.spark.internal.expressions

import java.time.{Duration, LocalDate}
import java.util.Locale

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

  private def implied(condition: Expression): Option[Expression] = condition match {
    case Like(Column(column), Text(pattern), escape)         => ofPattern(column, pattern, escape)
    case Compared(Year(time), Literal(year: Int, _), bounds) => ofYear(time, year, bounds)
    case Compared(TruncDate(Column(column), Text(unit)), Literal(day: Int, DateType), bounds) =>
      days(unit).flatMap { length =>
        onDays(column, day, day.toLong + length, bounds).map(orEarliest(column, length, bounds, _))
      }
    case Compared(TruncTimestamp(Text(unit), Column(column), _), Literal(micros: Long, TimestampType), bounds) =>
      days(unit).flatMap { length =>
        val day = Math.floorDiv(micros, MicrosPerDay)
        onDays(column, day, day + 1 + length, bounds).map(orEarliest(column, length, bounds, _))
      }
    case Compared(DateOf(timestamp), Literal(day: Int, DateType), bounds) => onDays(timestamp, day, day + 1L, bounds)
    case other => LinearConditions.implied(other).orElse(Elements.implied(other)).orElse(ofList(other))
  }

  private def ofList(condition: Expression): Option[Expression] = condition match {
    case In(Column(_), _) | InSet(Column(_), _) => None
    case In(value, list)                        => between(value, list)
    case InSet(value, set)                      => between(value, set.toSeq.map(Literal(_, value.dataType)))
    case _                                      => None
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

  private def ofYear(time: Expression, year: Int, bounds: Bounds): Option[Expression] =
    if (!Years.contains(year)) None
    else {
      val first = LocalDate.of(year, 1, 1)
      val column = time match {
        case Column(date)                            => Some(date)
        case Cast(Column(timestamp), DateType, _, _) => Some(timestamp)
        case _                                       => None
      }
      column.flatMap(onDays(_, first.toEpochDay, first.plusYears(1).toEpochDay, bounds))
    }

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
  private def ofPattern(column: Expression, pattern: String, escape: Char): Option[Expression] =
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

  /** A comparison of an expression with a constant on either side. */
  private[expressions] object Compared {
    def unapply(condition: Expression): Option[(Expression, Literal, Bounds)] = condition match {
      case EqualTo(left, right: Literal)            => Some((left, right, Bounds(true, true)))
      case EqualTo(left: Literal, right)            => Some((right, left, Bounds(true, true)))
      case GreaterThan(left, right: Literal)        => Some((left, right, Bounds(true, false)))
      case GreaterThanOrEqual(left, right: Literal) => Some((left, right, Bounds(true, false)))
      case LessThan(left, right: Literal)           => Some((left, right, Bounds(false, true)))
      case LessThanOrEqual(left, right: Literal)    => Some((left, right, Bounds(false, true)))
      case GreaterThan(left: Literal, right)        => Some((right, left, Bounds(false, true)))
      case GreaterThanOrEqual(left: Literal, right) => Some((right, left, Bounds(false, true)))
      case LessThan(left: Literal, right)           => Some((right, left, Bounds(true, false)))
      case LessThanOrEqual(left: Literal, right)    => Some((right, left, Bounds(true, false)))
      case _                                        => None
    }
  }

  /** A column, or a field of a struct. */
  private[expressions] object Column {
    def unapply(expression: Expression): Option[Expression] = expression match {
      case _: Attribute          => Some(expression)
      case field: GetStructField => unapply(field.child).map(_ => expression)
      case _                     => None
    }
  }

  /** The date of a timestamp. */
  private object DateOf {
    def unapply(expression: Expression): Option[Expression] = expression match {
      case Cast(Column(timestamp), DateType, _, _)
          if timestamp.dataType == TimestampType || timestamp.dataType == TimestampNTZType =>
        Some(timestamp)
      case _ => None
    }
  }

  /** A constant string. */
  private object Text {
    def unapply(expression: Expression): Option[String] = expression match {
      case Literal(value: UTF8String, _: StringType) => Some(value.toString)
      case _                                         => None
    }
  }
}
