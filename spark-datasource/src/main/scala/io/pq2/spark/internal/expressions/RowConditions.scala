package io.pq2.spark.internal.expressions

import java.util.function.ToIntFunction

import scala.jdk.CollectionConverters._
import scala.util.control.NonFatal

import io.pq2.spark.internal.kernel.conditions.{
  AllOf,
  AnyOf,
  CheckedCondition,
  DateCondition,
  DoubleComparison,
  EntryCondition,
  InputCondition,
  LongComparison,
  LongRangeCondition,
  LongSetCondition,
  NullCondition,
  Relation,
  RowCondition,
  SparkCondition,
  TextComparison,
  TextCondition,
  TextParts
}
import io.pq2.spark.internal.kernel.values.DoubleBits
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
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
    isCertain(condition) || SafeExpressions.neverFails(expressions.withFieldColumns(condition))

  /** Returns a test for a condition that can be tested on whole batches, but not on all. */
  def checked(condition: Expression): CheckedCondition = checked(onBatches(condition).get, condition)

  private def checked(test: RowCondition, condition: Expression): CheckedCondition =
    new CheckedCondition(test, neverFails(condition), () => SparkCode.predicate(condition, columns))

  private def test(condition: Expression): RowCondition = onBatches(condition) match {
    case Some(test) if test.isCertain => test
    case Some(test)                   => checked(test, condition)
    case None                         => sparkTest(condition)
  }

  /** A part of a condition may be tested for rows that another part excludes, so only the condition as a whole may fail
    * for a value.
    */
  private def onBatches(condition: Expression): Option[RowCondition] = {
    val onColumns = expressions.withFieldColumns(condition)
    translate(onColumns).orElse(onInput(onColumns))
  }

  private def sparkTest(condition: Expression): RowCondition =
    new SparkCondition(SparkCode.predicate(condition, columns))

  private def translate(condition: Expression): Option[RowCondition] = special(condition).orElse(onEntries(condition))

  private def special(condition: Expression): Option[RowCondition] = condition match {
    case And(left, right) =>
      for (a <- translate(left); b <- translate(right)) yield new AllOf(Seq(a, b).asJava)
    case Or(left, right) =>
      for (a <- translate(left); b <- translate(right)) yield new AnyOf(Seq(a, b).asJava)
    case Not(child)                                              => negated(child)
    case IsNull(column: Attribute)                               => nullTest(column, expectsNull = true)
    case IsNotNull(column: Attribute)                            => nullTest(column, expectsNull = false)
    case In(value, list) if list.forall(_.isInstanceOf[Literal]) =>
      inSet(value, list.map(_.asInstanceOf[Literal].value), isOne = true)
    case InSet(value, set)    => inSet(value, set.toSeq, isOne = true)
    case Flag(column)         => flag(column, expected = true)
    case OnText(column, test) => text(column, test)
    case EqualNullSafe(column: Attribute, value: Literal) if value.value != null => translate(EqualTo(column, value))
    case EqualNullSafe(left: Attribute, right: Attribute)                        =>
      translate(Or(EqualTo(left, right), And(IsNull(left), IsNull(right))))
    case comparison: BinaryComparison => RowConditions.relation(comparison).flatMap(compare(comparison, _))
    case _                            => None
  }

  /** Translates a condition on the strings or dates of one column, or on the dates of its timestamps, to Spark's code,
    * which runs once for each entry of a dictionary or each date.
    */
  private def onEntries(condition: Expression): Option[RowCondition] =
    condition match {
      case TimestampFunction.OnDate(date, column, onDate) if SafeExpressions.neverFails(onDate) =>
        expressions.longNode(date).map(new DateCondition(_, () => SparkCode.predicate(onDate, Seq(column))))
      case _ =>
        condition.references.toSeq match {
          case Seq(column: Attribute)
              if TextCondition.supports(column.dataType) && SafeExpressions.neverFails(condition) =>
            expressions.ordinal(column).map(new EntryCondition(_, () => SparkCode.predicate(condition, Seq(column))))
          case _ if SafeExpressions.neverFails(condition) => onInput(condition)
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

  /** Translates NOT of a condition: the opposite condition, which is unknown for the same rows. */
  private def negated(condition: Expression): Option[RowCondition] = condition match {
    case And(left, right)             => translate(Or(Not(left), Not(right)))
    case Or(left, right)              => translate(And(Not(left), Not(right)))
    case Not(child)                   => translate(child)
    case IsNull(column: Attribute)    => nullTest(column, expectsNull = false)
    case IsNotNull(column: Attribute) => nullTest(column, expectsNull = true)
    case OnText(column, test)         => text(column, !test(_))
    case Flag(column)                 => flag(column, expected = false)
    case EqualNullSafe(column: Attribute, value: Literal) if value.value != null =>
      translate(Or(IsNull(column), Not(EqualTo(column, value))))
    case EqualNullSafe(left: Attribute, right: Attribute) =>
      val oneIsNull = Or(And(IsNull(left), IsNotNull(right)), And(IsNotNull(left), IsNull(right)))
      translate(Or(Not(EqualTo(left, right)), oneIsNull))
    case In(value, list) if VectorExpressions.isLong(value.dataType) && list.forall(_.isInstanceOf[Literal]) =>
      inSet(value, list.map(_.asInstanceOf[Literal].value), isOne = false)
    case InSet(value, set) if VectorExpressions.isLong(value.dataType) => inSet(value, set.toSeq, isOne = false)
    case comparison: BinaryComparison                                  =>
      RowConditions.relation(comparison).map(_.negated).flatMap(compare(comparison, _))
    case _ => None
  }

  private def nullTest(column: Attribute, expectsNull: Boolean): Option[RowCondition] =
    expressions.ordinal(column).map(new NullCondition(_, expectsNull))

  private def flag(column: Attribute, expected: Boolean): Option[RowCondition] =
    expressions
      .ordinal(column)
      .map(new LongRangeCondition(Relation.EQUAL, _, column.dataType, if (expected) 1 else 0))

  /** @param isOne whether the rows are selected whose value is in the set; otherwise those whose value is not */
  private def inSet(value: Expression, set: Seq[Any], isOne: Boolean): Option[RowCondition] =
    if (set.contains(null)) None
    else {
      value match {
        case column: Attribute if TextCondition.supports(column.dataType) =>
          val strings = set.map(_.asInstanceOf[UTF8String]).toSet
          text(column, string => strings.contains(string) == isOne)
        case _ =>
          val longs = set.flatMap(VectorExpressions.longOf)
          val node = expressions.shortLong(value).filter(_ => longs.size == set.size)
          node.map(new LongSetCondition(_, longs.toArray, isOne))
      }
    }

  private def compare(comparison: BinaryComparison, relation: Relation): Option[RowCondition] =
    (comparison.left, comparison.right) match {
      case (column: Attribute, Literal(value, dataType))
          if value != null && column.dataType == dataType && VectorExpressions.isShort(dataType) =>
        for (ordinal <- expressions.ordinal(column); constant <- VectorExpressions.longOf(value))
          yield new LongRangeCondition(relation, ordinal, column.dataType, constant)
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

  private def text(column: Attribute, test: UTF8String => Boolean): Option[RowCondition] =
    expressions.ordinal(column).filter(_ => TextCondition.supports(column.dataType)).map { ordinal =>
      new TextCondition(ordinal, string => test(string))
    }

  /** A condition that tests the strings of a column, and is unknown for null. */
  private object OnText {
    def unapply(condition: Expression): Option[(Attribute, UTF8String => Boolean)] = condition match {
      case StartsWith(column: Attribute, Text(prefix)) =>
        Some((column, _.startsWith(prefix)))
      case EndsWith(column: Attribute, Text(suffix)) =>
        Some((column, _.endsWith(suffix)))
      case Contains(column: Attribute, Text(part)) =>
        Some((column, _.contains(part)))
      case Like(column: Attribute, Text(pattern), escape) if TextParts.supports(pattern.toString, escape) =>
        val parts = TextParts.of(pattern.toString)
        Some((column, parts.matches(_)))
      case _ => None
    }
  }

  /** A column of truth values. */
  private object Flag {
    def unapply(condition: Expression): Option[Attribute] = condition match {
      case column: Attribute if column.dataType == BooleanType => Some(column)
      case _                                                   => None
    }
  }

  /** A constant string. */
  private object Text {
    def unapply(expression: Expression): Option[UTF8String] = expression match {
      case Literal(value: UTF8String, _: StringType) => Some(value)
      case _                                         => None
    }
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

  private def relation(comparison: BinaryComparison): Option[Relation] = comparison match {
    case _: EqualTo            => Some(Relation.EQUAL)
    case _: LessThan           => Some(Relation.LESS)
    case _: LessThanOrEqual    => Some(Relation.LESS_OR_EQUAL)
    case _: GreaterThan        => Some(Relation.GREATER)
    case _: GreaterThanOrEqual => Some(Relation.GREATER_OR_EQUAL)
    case _                     => None
  }
}
