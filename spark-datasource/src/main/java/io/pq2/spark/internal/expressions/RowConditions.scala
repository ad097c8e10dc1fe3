package io.pq2.spark.internal.expressions

import java.util.function.ToIntFunction

import scala.jdk.CollectionConverters._
import scala.util.control.NonFatal

import io.pq2.spark.internal.expressions.ExpressionTable.Text
import io.pq2.spark.internal.kernel.conditions._
import io.pq2.spark.internal.kernel.values.{DoubleBits, LongConstant}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenFallback
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Translates conditions to tests of whole batches. Conditions that have none are tested row by row with Spark's code.
  *
  * @param columns the columns of a batch
  */
final private[spark] class RowConditions(columns: Seq[Attribute], expressions: VectorExpressions) {

  /** Returns a test for all conditions of a conjunction. */
  def all(conditions: Seq[Expression]): RowCondition = {
    // Conditions that may fail come last and keep their order, because an earlier condition may exclude the rows for
    // which a later one would fail. All are deterministic, so the order of the others does not matter.
    val (certain, others) = conditions.map(test).partition(_.isCertain)
    new AllOf((certain ++ others).asJava)
  }

  /** Whether a condition can be tested on whole batches, at least where no intermediate result overflows and where
    * values repeat.
    */
  def canTest(condition: Expression): Boolean = onBatches(condition).isDefined

  /** Whether a condition can be tested on all batches, and fails for no value. */
  def isCertain(condition: Expression): Boolean = onBatches(condition).exists(_.isCertain)

  /** Whether a condition fails for no value. */
  def neverFails(condition: Expression): Boolean =
    isCertain(condition) || ExpressionTable.neverFails(expressions.withFieldColumns(condition))

  /** Returns why a condition, a value or an aggregate function is not computed on whole batches. */
  def obstacle(expression: Expression): Obstacle =
    if (!Conditions.canRunInTasks(expression))
      Obstacle(expression, expression, "is not deterministic, or has a subquery")
    else {
      val part = lastNotComputed(expressions.withFieldColumns(expression))
      val why = part match {
        case function: AggregateFunction => AggregateTable.why(function)
        case other                       => ExpressionTable(other).computed.why
      }
      Obstacle(expression, part, why)
    }

  private def lastNotComputed(expression: Expression): Expression =
    expression.children.find(!isComputed(_)).fold(expression)(lastNotComputed)

  private def isComputed(part: Expression): Boolean = part.children.isEmpty || expressions.longNode(part).isDefined ||
    expressions.doubleNode(part).isDefined || part.dataType == BooleanType && translate(part).isDefined

  /** Returns a test for a condition that can be tested on whole batches, but not on all. */
  def checked(condition: Expression): CheckedCondition = checked(onBatches(condition), condition)

  private def checked(test: Option[RowCondition], condition: Expression): CheckedCondition =
    new CheckedCondition(test.orNull, neverFails(condition), () => SparkCode.predicate(condition, columns))

  private def test(condition: Expression): RowCondition = onBatches(condition) match {
    case Some(test) if test.isCertain => test
    case test                         => checked(test, condition)
  }

  /** A part of a condition may be tested for rows that another part excludes, so only the condition as a whole may fail
    * for a value.
    */
  private def onBatches(condition: Expression): Option[RowCondition] = {
    val onColumns = expressions.withFieldColumns(condition)
    translate(onColumns).orElse(onInput(onColumns))
  }

  /** Returns a test for a condition, or for the opposite condition, which is unknown for the same rows.
    *
    * @param expected whether the rows are selected for which the condition is true; otherwise those for which it is
    *   false
    */
  def translate(condition: Expression, expected: Boolean = true): Option[RowCondition] =
    ExpressionTable(condition).computed.test(this, condition, expected)
      .orElse(onEntries(if (expected) condition else Not(condition)))

  /** Translates a condition on the strings or dates of one column, or on the dates of its timestamps, to Spark's code,
    * which runs once for each entry of a dictionary or each date.
    */
  private def onEntries(condition: Expression): Option[RowCondition] =
    condition match {
      case OnDate(date, column, onDate) if ExpressionTable.neverFails(onDate) =>
        expressions.longNode(date).map(new DateCondition(_, () => SparkCode.predicate(onDate, Seq(column))))
      case _ =>
        condition.references.toSeq match {
          case Seq(column: Attribute)
              if TextCondition.supports(column.dataType) && ExpressionTable.neverFails(condition) =>
            expressions.ordinal(column)
              .map(TextCondition.ofCode(_, () => SparkCode.predicate(condition, Seq(column))))
          case _ if ExpressionTable.neverFails(condition) => onInput(condition)
          case _                                          => None
        }
    }

  /** Translates a condition on one column to Spark's code, which runs once for each value of the selected rows. */
  private def onInput(condition: Expression): Option[RowCondition] =
    condition.references.toSeq match {
      case Seq(column: Attribute) =>
        val bytes = if (RowConditions.hasEntries(column.dataType)) expressions.ordinal(column) else None
        val input = expressions.shortLong(column).orElse(expressions.doubleNode(column).map(new DoubleBits(_, false)))
        if (bytes.isEmpty && input.isEmpty) None
        else {
          val onRows = expressions.withoutFieldColumns(condition)
          val isCheap = RowConditions.isCheap(condition)
          Some(new InputCondition(bytes.getOrElse(-1), input.orNull, isCheap, () => attempted(onRows)))
        }
      case _ => None
    }

  /** Returns a test of single rows that does not throw. The error is thrown when generated code tests the row again,
    * unless a LIMIT is reached before.
    */
  private def attempted(condition: Expression): ToIntFunction[InternalRow] = {
    val code = SparkCode.predicate(condition, columns)
    row =>
      try if (code.test(row)) InputCondition.TRUE else InputCondition.OTHER
      catch { case NonFatal(_) => InputCondition.FAILS }
  }

  def both(left: Expression, right: Expression, expected: Boolean, areAll: Boolean): Option[RowCondition] =
    for (a <- translate(left, expected); b <- translate(right, expected)) yield {
      val conditions = Seq(a, b).asJava
      if (areAll) new AllOf(conditions) else new AnyOf(conditions)
    }

  def nullTest(child: Expression, expectsNull: Boolean): Option[RowCondition] = child match {
    case column: Attribute => expressions.ordinal(column).map(new NullCondition(_, expectsNull))
    case _                 => None
  }

  def flag(column: Attribute, expected: Boolean): Option[RowCondition] =
    if (column.dataType != BooleanType) None
    else {
      val asked = new LongConstant(if (expected) 1 else 0)
      expressions.longNode(column).map(new LongComparison(Relation.EQUAL, _, asked))
    }

  def inSet(value: Expression, list: Seq[Expression], expected: Boolean): Option[RowCondition] = {
    val constants = list.collect { case constant: Literal if constant.value != null => constant }
    if (constants.isEmpty || constants.size < list.size) None
    else {
      value match {
        case column: Attribute if TextCondition.supports(column.dataType) =>
          val strings = constants.map(_.value.asInstanceOf[UTF8String]).toSet
          text(column, string => strings.contains(string) == expected)
        case _ =>
          val longs = constants.flatMap(VectorExpressions.longOf)
          val node = expressions.shortLong(value).filter(_ => longs.size == list.size)
          node.map(new LongSetCondition(_, longs.toArray, expected))
      }
    }
  }

  def compare(comparison: BinaryComparison, of: Relation, expected: Boolean): Option[RowCondition] = {
    val relation = if (expected) of else of.negated
    (comparison.left, comparison.right) match {
      case (left, right) if VectorExpressions.isLong(left.dataType) && left.dataType == right.dataType =>
        for (a <- expressions.shortLong(left); b <- expressions.shortLong(right))
          yield new LongComparison(relation, a, b)
      case (left, right) if VectorExpressions.isFloating(left.dataType) =>
        for (a <- expressions.doubleNode(left); b <- expressions.doubleNode(right))
          yield new DoubleComparison(relation, a, b)
      case (left: Attribute, right: Attribute)
          if TextCondition.supports(left.dataType) && TextCondition.supports(right.dataType) =>
        for (a <- expressions.ordinal(left); b <- expressions.ordinal(right)) yield new TextComparison(relation, a, b)
      case (column: Attribute, Text(value)) => text(column, string => relation.holds(string.binaryCompare(value)))
      case _                                => None
    }
  }

  def equalNullSafe(equal: EqualNullSafe, expected: Boolean): Option[RowCondition] =
    (equal.left, equal.right) match {
      case (column: Attribute, constant: Literal) if constant.value != null =>
        val isEqual = EqualTo(column, constant)
        translate(if (expected) isEqual else Or(IsNull(column), Not(isEqual)))
      case (left: Attribute, right: Attribute) =>
        val isEqual = EqualTo(left, right)
        val oneIsNull = Or(And(IsNull(left), IsNotNull(right)), And(IsNotNull(left), IsNull(right)))
        translate(if (expected) Or(isEqual, And(IsNull(left), IsNull(right))) else Or(Not(isEqual), oneIsNull))
      case _ => None
    }

  /** Returns a test whether the strings of a column have a part, or whether they lack it. */
  def part(
      test: BinaryExpression,
      expected: Boolean,
      hasPart: (UTF8String, UTF8String) => Boolean
  ): Option[RowCondition] = (test.left, test.right) match {
    case (column: Attribute, Text(part)) => text(column, hasPart(_, part) == expected)
    case _                               => None
  }

  def pattern(like: Like, expected: Boolean): Option[RowCondition] = (like.left, like.right) match {
    case (column: Attribute, Text(pattern)) if TextParts.supports(pattern.toString, like.escapeChar) =>
      val parts = TextParts.of(pattern.toString)
      text(column, parts.matches(_) == expected)
    case _ => None
  }

  /** Returns a test of the strings of a column, which is unknown for null. */
  private def text(column: Attribute, test: UTF8String => Boolean): Option[RowCondition] =
    expressions.ordinal(column).filter(_ => TextCondition.supports(column.dataType)).map { ordinal =>
      new TextCondition(ordinal, string => string != null && test(string))
    }
}

private[spark] object RowConditions {

  def apply(columns: Seq[Attribute]): RowConditions = new RowConditions(columns, new VectorExpressions(columns))

  /** Whether columns of a type may have the ids of a dictionary. */
  private def hasEntries(dataType: DataType): Boolean = dataType match {
    case _: StringType | BinaryType => true
    case _                          => false
  }

  /** Whether generated code evaluates an expression in less time than a look-up in a hash table takes. */
  private def isCheap(expression: Expression): Boolean = !expression.exists { part =>
    val isNumber = VectorExpressions.isInteger(part.dataType) || VectorExpressions.isFloating(part.dataType) ||
      part.dataType == BooleanType
    !isNumber || part.isInstanceOf[CodegenFallback] || part.isInstanceOf[UserDefinedExpression]
  }
}
