package io.pq2.spark.internal.schema

import org.apache.spark.sql.catalyst.expressions.{AttributeReference, Expression}

/** The names of columns in expressions. */
private[spark] object RelationColumnNames {

  /** Names the columns of an expression as a relation does. A query may write them in another case. */
  def asIn(output: Seq[AttributeReference], expression: Expression): Expression = expression.transform {
    case column: AttributeReference =>
      output.find(_.semanticEquals(column)).fold(column)(of => column.withName(of.name))
  }
}
