package io.pq2.spark.internal.expressions

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.{ArrayType, MapType, StructType}

/** Spark's own code for expressions, which runs on single rows of a batch.
  *
  * Arrays and maps of a row are copied first. Functions of arrays and maps read elements with `ArrayData.get`, which
  * returns null for null in Spark's own rows, but zero or false in the arrays of column vectors.
  */
private[spark] object SparkCode {

  /** Returns a test of rows with some columns. */
  def predicate(condition: Expression, columns: Seq[Attribute]): java.util.function.Predicate[InternalRow] = {
    val (inputs, input) = read(Seq(condition), columns)
    val code = Predicate.create(condition, inputs)
    code.initialize(0)
    row => code.eval(input(row))
  }

  /** Returns a function of rows with some columns. Its result is valid until the next call. */
  def projection(expressions: Seq[Expression], columns: Seq[Attribute]): InternalRow => InternalRow = {
    val (inputs, input) = read(expressions, columns)
    val code = UnsafeProjection.create(expressions, inputs)
    code.initialize(0)
    row => code(input(row))
  }

  /** Returns the columns that expressions read, and a function that takes them from a row. */
  private def read(
      expressions: Seq[Expression],
      columns: Seq[Attribute]
  ): (Seq[Attribute], InternalRow => InternalRow) = {
    val used = AttributeSet(expressions.flatMap(_.references))
    val inputs = columns.filter(used.contains)
    if (inputs.forall(isSingleValue)) (columns, identity)
    else {
      val copy = UnsafeProjection.create(inputs, columns)
      (inputs, copy(_))
    }
  }

  private def isSingleValue(column: Attribute): Boolean = column.dataType match {
    case _: ArrayType | _: MapType | _: StructType => false
    case _                                         => true
  }
}
