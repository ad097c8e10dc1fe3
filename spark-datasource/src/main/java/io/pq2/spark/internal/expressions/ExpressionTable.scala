package io.pq2.spark.internal.expressions

import java.util.Optional

import scala.reflect.ClassTag
import scala.util.Try

import io.pq2.predicate.Predicate
import io.pq2.predicate.Predicate.Operator._
import io.pq2.spark.internal.expressions.Computed.bySpark
import io.pq2.spark.internal.expressions.ImpliedConditions.Bounds
import io.pq2.spark.internal.expressions.LinearConditions.{Constant, Linear}
import io.pq2.spark.internal.expressions.VectorExpressions.{isFloating, isInteger, isShort, isWidening}
import io.pq2.spark.internal.kernel.conditions.Relation._
import io.pq2.spark.internal.kernel.conditions.{Relation, RowCondition}
import io.pq2.spark.internal.kernel.values.Arithmetic.{ADD, MULTIPLY, SUBTRACT}
import io.pq2.spark.internal.kernel.values.LongDivision.Result.{MODULUS, QUOTIENT, REMAINDER}
import io.pq2.spark.internal.kernel.values.TimestampField.Field
import io.pq2.spark.internal.kernel.values._
import io.pq2.spark.internal.versions.TimestampAddInterval
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.sources
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** What computes an expression on vectors. Each function returns none if only Spark's code does so exactly.
  *
  * @param longs returns a node for whole numbers, decimals, dates, timestamps or booleans
  * @param doubles returns a node for DOUBLE or FLOAT
  * @param test returns a condition for the rows for which an expression is true, or for which it is false
  * @param elements returns where the arrays or maps of a batch are
  * @param why why there is nothing that computes it, after the expression
  */
final private[expressions] case class Computed[E <: Expression](
    longs: (VectorExpressions, E) => Option[LongNode] = (_: VectorExpressions, _: E) => None,
    doubles: (VectorExpressions, E) => Option[DoubleNode] = (_: VectorExpressions, _: E) => None,
    test: (RowConditions, E, Boolean) => Option[RowCondition] = (_: RowConditions, _: E, _: Boolean) => None,
    elements: (VectorExpressions, E) => Option[ElementPath] = (_: VectorExpressions, _: E) => None,
    why: String = Computed.NoKernel
)

private[expressions] object Computed {

  /** Why a function is not computed for some arguments. */
  val NoKernel = "has arguments that no kernel accepts"

  /** Why an expression or a function without an entry is not computed. */
  val Unknown = "is not known to pq2"

  /** Only Spark's code computes an expression, for a reason. */
  def bySpark[E <: Expression](why: String): Computed[E] = Computed[E](why = why)
}

/** Why an expression is not computed on vectors.
  *
  * @param part the part of the expression that nothing computes
  * @param why the reason, which follows the part
  */
final private[spark] case class Obstacle(expression: Expression, part: Expression, why: String)

/** Arrays or maps of a batch.
  *
  * @param column the index of a column of arrays or maps
  * @param fields the indexes of fields, from the structs that are the elements to the values that are used instead
  */
final private[spark] case class ElementPath(column: Int, fields: Seq[Int])

/** What pq2 knows of a class of expressions.
  *
  * @param fails whether an expression throws an error for some values of its children
  * @param computed what computes it on vectors, or why nothing does
  * @param isOfDate whether it is a function of a date, which costs more than a look-up of its result
  * @param pushed returns the predicate of a filter of Spark's sources that the expression becomes, which is true for
  *   exactly the same rows
  * @param implied returns a weaker condition that has a filter of Spark: it is true for each row for which the
  *   expression is true, or fails
  * @param linear returns an expression as a linear function of a column
  * @param range returns what a comparison of the expression with a constant implies for a column
  */
final private[expressions] case class Entry[E <: Expression](
    fails: E => Boolean,
    computed: Computed[E],
    isOfDate: Boolean = false,
    pushed: Entry.Pushed = PartialFunction.empty,
    implied: PartialFunction[E, Option[Expression]] = PartialFunction.empty,
    linear: PartialFunction[E, Option[Linear]] = PartialFunction.empty,
    range: (E, Literal, Bounds) => Option[Expression] = LinearConditions.range _
)(implicit val of: ClassTag[E]) {
  def withPushed(rule: Entry.Pushed): Entry[E] = copy(pushed = rule)
  def withImplied(rule: PartialFunction[E, Option[Expression]]): Entry[E] = copy(implied = rule)
  def withLinear(rule: PartialFunction[E, Option[Linear]]): Entry[E] = copy(linear = rule)
  def withRange(rule: (E, Literal, Bounds) => Option[Expression]): Entry[E] = copy(range = rule)
}

private[expressions] object Entry {
  type Pushed = PartialFunction[sources.Filter, FilterTranslation => Optional[Predicate]]
}

/** What pq2 knows of Spark's expressions, by class. If a class has no entry, pq2 assumes that the expression may fail,
  * and leaves it to Spark.
  */
private[spark] object ExpressionTable {

  private val never: Expression => Boolean = _ => false
  private val sometimes: Expression => Boolean = _ => true

  private val Branches = "has branches, which only Spark's code evaluates"
  private val BySparkOnly = "is computed by Spark's code only"
  private val ByCalendar = "depends on the calendar, or on the time zone"
  private val ByString = "is computed by Spark's code, once for each string"
  private val ByArray = "is computed by Spark's code, for each array or map"

  private def safe[E <: Expression: ClassTag](why: String): Entry[E] = Entry[E](never, bySpark(why))

  private def values: Seq[Entry[_ <: Expression]] = Seq(
    Entry[AttributeReference](
      never,
      Computed(_.longs(_), _.doubles(_), _.flag(_, _), (on, column) => on.ordinal(column).map(ElementPath(_, Nil)))
    ).withLinear(LinearConditions.ofColumn),
    Entry[Literal](
      never,
      Computed(
        (_, literal) => VectorExpressions.longOf(literal).map(new LongConstant(_)),
        (_, literal) => VectorExpressions.doubleOf(literal).map(new DoubleConstant(_))
      )
    ).withPushed {
      case _: sources.AlwaysTrue  => _ => Optional.of(new Predicate.AlwaysTrue)
      case _: sources.AlwaysFalse => _ => Optional.of(new Predicate.AlwaysFalse)
    },
    // The fields of variants are extracted when they are read.
    Entry[GetStructField](VectorExpressions.isOfVariant(_), bySpark("is a field of a variant, or not of a column"))
      .withLinear(LinearConditions.ofColumn),
    // Spark's code fails for null.
    Entry[KnownNotNull](sometimes, Computed((on, e) => on.longNode(e.child), (on, e) => on.doubleNode(e.child))),
    Entry[UnscaledValue](decimal => !isShort(decimal.child.dataType), Computed((on, e) => on.longNode(e.child))),
    Entry[Cast](!hasResult(_), Computed(_.longs(_), _.doubles(_)))
      .withLinear(LinearConditions.ofCast)
      .withRange(ImpliedConditions.ofDate)
  ) ++ Seq(safe[If](Branches), safe[CaseWhen](Branches), safe[Coalesce](Branches)) ++
    Seq(safe[Murmur3Hash](BySparkOnly), safe[XxHash64](BySparkOnly), safe[BitwiseCount](BySparkOnly))

  private def numbers: Seq[Entry[_ <: Expression]] = Seq(
    arithmetic[Add](ADD, _.evalMode).withLinear(LinearConditions.ofSum),
    arithmetic[Subtract](SUBTRACT, _.evalMode).withLinear(LinearConditions.ofDifference),
    arithmetic[Multiply](MULTIPLY, _.evalMode).withLinear(LinearConditions.ofProduct),
    Entry[Divide](VectorExpressions.divisor(_).isEmpty, Computed(doubles = _.quotient(_))),
    Entry[IntegralDivide](VectorExpressions.divisor(QUOTIENT, _).isEmpty, Computed(_.divided(QUOTIENT, _))),
    Entry[Remainder](VectorExpressions.divisor(REMAINDER, _).isEmpty, Computed(_.divided(REMAINDER, _))),
    Entry[Pmod](VectorExpressions.divisor(MODULUS, _).isEmpty, Computed(_.divided(MODULUS, _))),
    Entry[UnaryMinus](
      minus => overflows(minus.failOnError, minus.dataType),
      Computed((on, minus) => on.sum(SUBTRACT, Literal(0L), minus.child, minus.dataType))
    ),
    Entry[Abs](abs => overflows(abs.failOnError, abs.dataType), Computed(_.longs(_), _.doubles(_))),
    Entry[BitwiseAnd](never, Computed((on, bits) => on.bits(LongBits.Operation.AND, bits.left, bits.right))),
    Entry[BitwiseOr](never, Computed((on, bits) => on.bits(LongBits.Operation.OR, bits.left, bits.right))),
    Entry[BitwiseXor](never, Computed((on, bits) => on.bits(LongBits.Operation.XOR, bits.left, bits.right))),
    Entry[BitwiseNot](never, Computed((on, bits) => on.bits(LongBits.Operation.XOR, bits.child, Literal(-1L))))
  )

  private def arithmetic[E <: BinaryArithmetic: ClassTag](operation: Arithmetic, mode: E => EvalMode.Value): Entry[E] =
    Entry[E](
      result => overflows(mode(result) == EvalMode.ANSI, result.dataType),
      Computed(_.longs(operation, _), _.doubles(operation, _))
    )

  private def times: Seq[Entry[_ <: Expression]] = Seq(
    Entry[DateAdd](never, Computed((on, e) => on.sum(ADD, e.startDate, e.days, DateType)))
      .withLinear { case DateAdd(day, Constant(days)) => LinearConditions.afterDays(day, days) },
    Entry[DateSub](never, Computed((on, e) => on.sum(SUBTRACT, e.startDate, e.days, DateType)))
      .withLinear { case DateSub(day, Constant(days)) => LinearConditions.afterDays(day, -days) },
    Entry[DateDiff](never, Computed((on, e) => on.sum(SUBTRACT, e.endDate, e.startDate, IntegerType)))
      .withLinear(LinearConditions.ofDateDiff),
    Entry[DateAddYMInterval](sometimes, bySpark(ByCalendar))
      .withLinear { case DateAddYMInterval(day, Constant(months)) => LinearConditions.afterMonths(day, months) },
    Entry[AddMonths](sometimes, bySpark(ByCalendar))
      .withLinear { case AddMonths(day, Constant(months)) => LinearConditions.afterMonths(day, months) },
    Entry[TimestampAddYMInterval](sometimes, bySpark(ByCalendar))
      .withLinear { case TimestampAddYMInterval(at, Constant(months), _) => LinearConditions.afterMonths(at, months) },
    Entry[TimestampAddInterval](sometimes, bySpark(ByCalendar)).withLinear {
      case TimestampAddInterval(at, Literal(micros: Long, _: DayTimeIntervalType), _) =>
        LinearConditions.afterMicros(at, micros)
    },
    Entry[Hour](never, Computed((on, hour) => on.timestampField(Field.HOUR, hour.child, hour))),
    Entry[Minute](never, Computed((on, minute) => on.timestampField(Field.MINUTE, minute.child, minute))),
    Entry[Second](never, Computed((on, second) => on.timestampField(Field.SECOND, second.child, second))),
    Entry[TruncTimestamp](sometimes, Computed(_.longs(_))).withRange(ImpliedConditions.ofTruncatedTimestamp),
    ofDate[Year]().withRange(ImpliedConditions.ofYear),
    // The results for the first or the last dates of Spark would be beyond them.
    ofDate[LastDay](sometimes),
    ofDate[TruncDate](mayPrecedeDates).withRange(ImpliedConditions.ofTruncatedDate)
  ) ++ Seq(ofDate[Quarter](), ofDate[Month](), ofDate[DayOfMonth](), ofDate[DayOfYear]()) ++
    Seq(ofDate[DayOfWeek](), ofDate[WeekDay](), ofDate[WeekOfYear](), ofDate[YearOfWeek]())

  private def ofDate[E <: Expression: ClassTag](fails: E => Boolean = never): Entry[E] =
    Entry[E](fails, bySpark("is computed by Spark's code, once for each date"), isOfDate = true)

  private def texts: Seq[Entry[_ <: Expression]] = Seq(
    Entry[StartsWith](never, Computed(test = (on, test, expected) => on.part(test, expected, _.startsWith(_))))
      .withPushed { case sources.StringStartsWith(a, part) => _.ofText(a, part, new Predicate.StartsWith(_, _)) },
    Entry[EndsWith](never, Computed(test = (on, test, expected) => on.part(test, expected, _.endsWith(_))))
      .withPushed { case sources.StringEndsWith(a, part) => _.ofText(a, part, new Predicate.EndsWith(_, _)) },
    Entry[Contains](never, Computed(test = (on, test, expected) => on.part(test, expected, _.contains(_))))
      .withPushed { case sources.StringContains(a, part) => _.ofText(a, part, new Predicate.Contains(_, _)) },
    Entry[Like](!acceptsPattern(_), Computed(test = _.pattern(_, _))).withImplied(ImpliedConditions.ofPattern),
    Entry[RLike](!acceptsPattern(_), bySpark(ByString))
  ) ++ Seq(safe[Upper](ByString), safe[Lower](ByString), safe[Length](ByString), safe[OctetLength](ByString)) ++
    Seq(safe[Substring](ByString), safe[StringTrim](ByString)) ++
    Seq(safe[StringTrimLeft](ByString), safe[StringTrimRight](ByString))

  private def conditions: Seq[Entry[_ <: Expression]] = Seq(
    // Filters have the same operators. FilterTranslation combines the predicates of their operands.
    Entry[And](never, Computed(test = (on, and, expected) => on.both(and.left, and.right, expected, expected))),
    Entry[Or](never, Computed(test = (on, or, expected) => on.both(or.left, or.right, expected, !expected))),
    Entry[Not](never, Computed(test = (on, not, expected) => on.translate(not.child, !expected))),
    Entry[IsNull](never, Computed(test = (on, test, expected) => on.nullTest(test.child, expected)))
      .withPushed { case sources.IsNull(a) => _.onColumn(a, new Predicate.IsNull(_)) },
    Entry[IsNotNull](never, Computed(test = (on, test, expected) => on.nullTest(test.child, !expected)))
      .withPushed { case sources.IsNotNull(a) => _.onColumn(a, new Predicate.IsNotNull(_)) },
    comparison[EqualTo](EQUAL, EQ, { case sources.EqualTo(a, value) => (a, value) }),
    comparison[LessThan](LESS, LT, { case sources.LessThan(a, value) => (a, value) }),
    comparison[LessThanOrEqual](LESS_OR_EQUAL, LE, { case sources.LessThanOrEqual(a, value) => (a, value) }),
    comparison[GreaterThan](GREATER, GT, { case sources.GreaterThan(a, value) => (a, value) }),
    comparison[GreaterThanOrEqual](GREATER_OR_EQUAL, GE, { case sources.GreaterThanOrEqual(a, value) => (a, value) }),
    Entry[EqualNullSafe](never, Computed(test = _.equalNullSafe(_, _)))
      .withPushed { case sources.EqualNullSafe(a, value) => _.equalNullSafe(a, value) },
    Entry[In](never, Computed(test = (on, in, expected) => on.inSet(in.value, in.list, expected)))
      .withPushed { case sources.In(a, values) => _.in(a, values.asInstanceOf[Array[AnyRef]]) }
      .withImplied { case In(value, list) => ImpliedConditions.ofList(value, list) },
    Entry[InSet](never, Computed(test = (on, in, expected) => on.inSet(in.child, constants(in), expected)))
      .withImplied { case in => ImpliedConditions.ofList(in.child, constants(in)) }
  )

  private def comparison[E <: BinaryComparison: ClassTag](
      relation: Relation,
      operator: Predicate.Operator,
      filter: PartialFunction[sources.Filter, (String, Any)]
  ): Entry[E] = Entry[E](never, Computed(test = _.compare(_, relation, _)))
    .withPushed(filter.andThen { case (a, value) => (on: FilterTranslation) => on.comparison(a, operator, value) })
    .withImplied { case comparison => ImpliedConditions.ofComparison(comparison, relation) }

  private def collections: Seq[Entry[_ <: Expression]] = Seq(
    Entry[Size](never, Computed(_.longs(_))).withRange(Elements.ofSize),
    Entry[GetArrayStructFields](never, Computed(elements = _.elements(_))),
    safe[ArrayContains](ByArray).withImplied(Elements.ofContains),
    safe[ArraysOverlap](ByArray).withImplied(Elements.ofOverlap),
    safe[ArrayExists](ByArray).withImplied(Elements.ofExists),
    Entry[ElementAt](e => !e.left.dataType.isInstanceOf[MapType] && !Elements.isLenient(e), bySpark(ByArray)),
    Entry[GetArrayItem](_.failOnError, bySpark(ByArray))
  ) ++ Seq(safe[LambdaFunction](ByArray), safe[NamedLambdaVariable](ByArray), safe[GetMapValue](ByArray)) ++
    Seq(safe[MapKeys](ByArray), safe[MapValues](ByArray))

  private val all: Seq[Entry[_ <: Expression]] = values ++ numbers ++ times ++ texts ++ conditions ++ collections

  private val entries: Map[Class[_], Entry[Expression]] =
    all.map(entry => entry.of.runtimeClass -> entry.asInstanceOf[Entry[Expression]]).toMap

  private val unknown = Entry[Expression](sometimes, bySpark(Computed.Unknown))

  private val pushed = all.map(_.pushed).reduce[Entry.Pushed](_ orElse _).lift

  /** The classes that have an entry. */
  private[expressions] def classes: Set[Class[_]] = entries.keySet

  private[expressions] def apply(expression: Expression): Entry[Expression] =
    entries.getOrElse(expression.getClass, unknown)

  /** Returns the predicate of a filter that is none of AND, OR and NOT; empty if it has none. */
  def predicate(filter: sources.Filter, on: FilterTranslation): Optional[Predicate] =
    pushed(filter).fold(Optional.empty[Predicate])(_(on))

  /** Whether an expression has a result for all values of its children. */
  private[expressions] def mayFail(expression: Expression): Boolean = apply(expression).fails(expression)

  /** Whether an expression on strings, numbers and dates has a result for each value of its columns and for null, so
    * that it may be evaluated for values that no row has, or that another condition excludes.
    */
  def neverFails(expression: Expression): Boolean =
    expression.deterministic && !expression.exists(part => !VectorExpressions.isPlain(part.dataType) || mayFail(part))

  /** Whether an expression is a function of a date, which costs more than a look-up of its result. */
  def isOfDate(expression: Expression): Boolean = apply(expression).isOfDate

  private def overflows(isAnsi: Boolean, dataType: DataType): Boolean =
    !isFloating(dataType) && (isAnsi || !isInteger(dataType))

  private def hasResult(cast: Cast): Boolean = (cast.child.dataType, cast.dataType) match {
    case (from, to) if isInteger(from) && isFloating(to) => true
    case (from, StringType)                              => from == DateType || isInteger(from)
    case (FloatType, DoubleType)                         => true
    case _ => VectorExpressions.isDateOfTimestamp(cast) || isWidening(cast)
  }

  /** Whether a date may be truncated to one before all dates of Spark. */
  private def mayPrecedeDates(truncated: TruncDate): Boolean = truncated.format match {
    case Text(unit)    => unit.toString.equalsIgnoreCase("quarter")
    case unit: Literal => unit.value != null
    case _             => true
  }

  private def constants(in: InSet): Seq[Expression] = in.set.toSeq.map(Literal(_, in.child.dataType))

  /** Whether a pattern is a constant and valid. If it is not valid, each evaluation fails. */
  private def acceptsPattern(like: BinaryExpression): Boolean = like.right.isInstanceOf[Literal] &&
    Try(like.withNewChildren(Seq(Literal.default(like.left.dataType), like.right)).eval()).isSuccess

  /** A constant string. */
  private[expressions] object Text {
    def unapply(expression: Expression): Option[UTF8String] = expression match {
      case Literal(value: UTF8String, _: StringType) => Some(value)
      case _                                         => None
    }
  }
}
