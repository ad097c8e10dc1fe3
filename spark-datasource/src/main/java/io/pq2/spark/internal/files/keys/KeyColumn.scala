package io.pq2.spark.internal.files.keys

import org.apache.spark.sql.catalyst.expressions.{Alias, Attribute, Cast, Expression}
import org.apache.spark.sql.execution.ProjectExec
import org.apache.spark.sql.types.{DataType, DateType, DecimalType, TimestampNTZType, TimestampType}

/** A column that a join compares with keys, itself or after a cast that keys can be translated through. The attribute
  * has the type of the keys.
  */
private[spark] object KeyColumn {

  def unapply(key: Expression): Option[Attribute] = key match {
    case column: Attribute                                                     => Some(column)
    case Cast(child, dataType, _, _) if isTranslated(child.dataType, dataType) =>
      unapply(child).map(_.withDataType(dataType))
    case _ => None
  }

  /** Whether keys of a type filter a column of a type: the same type, a wider one, or the dates of timestamps. */
  def isTranslated(column: DataType, keys: DataType): Boolean =
    column == keys || SameKeys.isWider(column, keys) || isDay(column, keys)

  private def isDay(column: DataType, keys: DataType): Boolean = keys == DateType &&
    (column match {
      case TimestampType | TimestampNTZType => true
      case _                                => false
    })

  /** Returns the column below a projection, with its keys' type there. */
  def below(project: ProjectExec, key: Attribute): Option[Attribute] =
    project.projectList.find(_.exprId == key.exprId).collect {
      case attribute: Attribute        => attribute
      case Alias(KeyColumn(column), _) => column
    }
}

/** A column whose values are the keys of a join, itself or after a cast that keeps the values. */
private[spark] object SameKeys {

  def unapply(key: Expression): Option[Attribute] = key match {
    case column: Attribute                                                => Some(column)
    case Cast(child, dataType, _, _) if isWider(child.dataType, dataType) => unapply(child)
    case _                                                                => None
  }

  /** Whether a type has all values of another one, in the same form. */
  def isWider(dataType: DataType, wider: DataType): Boolean = (dataType, wider) match {
    case (one: DecimalType, other: DecimalType) =>
      one.scale == other.scale && one.precision <= other.precision && KeyForm.of(one) == KeyForm.of(other)
    case _ =>
      KeyForm.isInteger(dataType) && KeyForm.isInteger(wider) && dataType.defaultSize <= wider.defaultSize
  }
}
