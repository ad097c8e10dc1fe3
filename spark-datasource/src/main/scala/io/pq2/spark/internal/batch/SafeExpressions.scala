package io.pq2.spark.internal.batch

import scala.util.control.NonFatal

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Expressions on strings and dates that never fail, so that they may be evaluated for values that no row has, or that
  * another condition excludes.
  */
private[batch] object SafeExpressions {

  /** Whether an expression on one column of strings or dates has a result for each value and for null. */
  def neverFails(expression: Expression): Boolean =
    expression.deterministic && !expression.exists(!isSafe(_)) && acceptsPatterns(expression)

  private def isSafe(expression: Expression): Boolean = hasPlainStrings(expression.dataType) &&
    (expression match {
      case _: Attribute | _: Literal                                                => true
      case _: And | _: Or | _: Not | _: IsNull | _: IsNotNull | _: BinaryComparison => true
      case _: In | _: InSet | _: StartsWith | _: EndsWith | _: Contains             => true
      case _: Upper | _: Lower | _: Substring | _: Length | _: OctetLength          => true
      case _: StringTrim | _: StringTrimLeft | _: StringTrimRight                   => true
      case Like(_, _: Literal, _) | RLike(_, _: Literal)                            => true
      case _: If | _: CaseWhen | _: Coalesce                                        => true
      case function                                                                 => isOfDate(function)
    })

  /** Whether an expression is a function of a date, which costs more than a look-up of its result. */
  def isOfDate(expression: Expression): Boolean = expression match {
    case _: Year | _: Quarter | _: Month | _: DayOfMonth | _: DayOfYear => true
    case _: DayOfWeek | _: WeekDay | _: WeekOfYear | _: YearOfWeek      => true
    case _: LastDay | TruncDate(_, _: Literal)                          => true
    case _                                                              => false
  }

  /** Whether safe expressions may have results of a type. Strings with a collation are excluded. */
  private def hasPlainStrings(dataType: DataType): Boolean = dataType match {
    case text: StringType                                => TextTest.supports(text)
    case BooleanType | IntegerType | DateType | NullType => true
    case _                                               => false
  }

  /** Whether the constant patterns are valid. If one is not, each evaluation fails. */
  private def acceptsPatterns(expression: Expression): Boolean = {
    val example = expression.transform {
      case column: Attribute if column.dataType == DateType => Literal(0, DateType)
      case _: Attribute                                     => Literal(UTF8String.EMPTY_UTF8, StringType)
    }
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
