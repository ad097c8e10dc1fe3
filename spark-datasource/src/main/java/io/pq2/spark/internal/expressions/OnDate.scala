package io.pq2.spark.internal.expressions

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.DateType

/** An expression that depends on a date only: a column of dates, or the date of a column of timestamps. Returns the
  * date, and a column in place of it in the expression.
  */
private[spark] object OnDate {

  def unapply(expression: Expression): Option[(Expression, Attribute, Expression)] =
    expression.find(isDate).flatMap { date =>
      val column = AttributeReference("date", DateType, date.nullable)()
      val onColumn = expression.transformDown { case other if other.semanticEquals(date) => column }
      if (onColumn.references.forall(_.exprId == column.exprId)) Some((date, column, onColumn)) else None
    }

  private def isDate(expression: Expression): Boolean = expression match {
    case column: Attribute => column.dataType == DateType
    case cast: Cast        => cast.child.isInstanceOf[Attribute] && VectorExpressions.isDateOfTimestamp(cast)
    case _                 => false
  }
}
