package io.pq2.spark.internal.expressions

import scala.util.control.NonFatal

import io.pq2.spark.internal.kernel.conditions.TextCondition
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Expressions on strings, numbers and dates that never fail, so that they may be evaluated for values that no row has,
  * or that another condition excludes.
  */
private[spark] object SafeExpressions {

  /** Whether an expression has a result for each value of its columns and for null. */
  def neverFails(expression: Expression): Boolean =
    expression.deterministic && !expression.exists(!isSafe(_)) && acceptsPatterns(expression)

  private def isSafe(expression: Expression): Boolean = isPlain(expression.dataType) &&
    (expression match {
      case _: Attribute | _: Literal                                                => true
      case _: And | _: Or | _: Not | _: IsNull | _: IsNotNull | _: BinaryComparison => true
      case _: In | _: InSet | _: StartsWith | _: EndsWith | _: Contains             => true
      case _: Upper | _: Lower | _: Substring | _: Length | _: OctetLength          => true
      case _: StringTrim | _: StringTrimLeft | _: StringTrimRight                   => true
      case Like(_, _: Literal, _) | RLike(_, _: Literal)                            => true
      case _: If | _: CaseWhen | _: Coalesce                                        => true
      case _: Murmur3Hash | _: XxHash64 | _: BitwiseCount                           => true
      case remainder: Remainder                                                     => hasIntegerDivisor(remainder)
      case Cast(child, StringType, _, _)                                            => isWholeOrDate(child.dataType)
      case function => isOfDate(function) && !failsForEnds(function)
    })

  /** Whether a function of a date fails for the first or the last dates of Spark, whose result would be beyond them. */
  private def failsForEnds(function: Expression): Boolean = function match {
    case _: LastDay                                 => true
    case TruncDate(_, Literal(unit: UTF8String, _)) => unit.toString.equalsIgnoreCase("quarter")
    case _                                          => false
  }

  /** Whether an expression is a function of a date, which costs more than a look-up of its result. */
  def isOfDate(expression: Expression): Boolean = expression match {
    case _: Year | _: Quarter | _: Month | _: DayOfMonth | _: DayOfYear => true
    case _: DayOfWeek | _: WeekDay | _: WeekOfYear | _: YearOfWeek      => true
    case _: LastDay | TruncDate(_, _: Literal)                          => true
    case _                                                              => false
  }

  /** Whether a remainder has a divisor for which it does not fail. */
  private def hasIntegerDivisor(remainder: Remainder): Boolean = remainder.right match {
    case Literal(divisor: Number, dataType) => VectorExpressions.isInteger(dataType) && divisor.longValue != 0
    case _                                  => false
  }

  private def isWholeOrDate(dataType: DataType): Boolean = dataType == DateType || VectorExpressions.isInteger(dataType)

  /** Whether safe expressions may have results of a type. Strings with a collation are excluded. */
  private def isPlain(dataType: DataType): Boolean = dataType match {
    case text: StringType => TextCondition.supports(text)
    case NullType         => true
    case number           => VectorExpressions.isLong(number) || VectorExpressions.isFloating(number)
  }

  /** Whether the constant patterns are valid. If one is not, each evaluation fails. */
  private def acceptsPatterns(expression: Expression): Boolean = {
    val example = expression.transform { case column: Attribute => Literal.default(column.dataType) }
    // Conditions short-circuit, so each pattern is tried.
    try {
      example.foreach {
        case pattern @ (_: Like | _: RLike) => pattern.eval()
        case _                              =>
      }
      true
    } catch { case NonFatal(_) => false }
  }
}
