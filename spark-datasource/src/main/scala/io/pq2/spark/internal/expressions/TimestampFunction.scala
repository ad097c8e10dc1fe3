package io.pq2.spark.internal.expressions

import java.time.ZoneId

import io.pq2.spark.internal.kernel.values.{LongNode, TimestampField, TruncatedTimestamp}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** A function of a timestamp that is evaluated for whole batches: the timestamp, and what makes a node for the results
  * from one for the timestamps.
  */
private[spark] object TimestampFunction {

  def unapply(expression: Expression): Option[(Expression, LongNode => LongNode)] = expression match {
    case DateOf(timestamp, zone) => Some((timestamp, new TimestampField(TimestampField.Field.DATE, _, zone)))
    case hour: Hour              => field(TimestampField.Field.HOUR, hour, hour.child)
    case minute: Minute          => field(TimestampField.Field.MINUTE, minute, minute.child)
    case second: Second          => field(TimestampField.Field.SECOND, second, second.child)
    case truncated @ TruncTimestamp(Literal(unit: UTF8String, _), child, _)
        if child.dataType == TimestampType && TruncatedTimestamp.supports(unit) =>
      Some((child, new TruncatedTimestamp(unit, _, truncated.zoneId)))
    case _ => None
  }

  private def field(
      field: TimestampField.Field,
      function: TimeZoneAwareExpression,
      timestamp: Expression
  ): Option[(Expression, LongNode => LongNode)] =
    Some((timestamp, new TimestampField(field, _, function.zoneIdForType(timestamp.dataType))))

  /** The date of a timestamp, in a time zone. */
  private object DateOf {
    def unapply(cast: Cast): Option[(Expression, ZoneId)] = (cast.child.dataType, cast.dataType) match {
      case (timestamp @ (TimestampType | TimestampNTZType), DateType) =>
        Some((cast.child, cast.zoneIdForType(timestamp)))
      case _ => None
    }
  }

  /** An expression that depends on a date only: a column of dates, or the date of a column of timestamps. Returns the
    * date, and a column in place of it in the expression.
    */
  object OnDate {
    def unapply(expression: Expression): Option[(Expression, Attribute, Expression)] =
      expression.collectFirst { case date @ Date() => date }.flatMap { date =>
        val column = AttributeReference("date", DateType, date.nullable)()
        val onColumn = expression.transformDown { case other if other.semanticEquals(date) => column }
        if (onColumn.references.forall(_.exprId == column.exprId)) Some((date, column, onColumn)) else None
      }
  }

  private object Date {
    def unapply(expression: Expression): Boolean = expression match {
      case column: Attribute       => column.dataType == DateType
      case DateOf(_: Attribute, _) => true
      case _                       => false
    }
  }
}
