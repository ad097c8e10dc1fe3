package io.pq2.spark.internal.expressions

import scala.reflect.ClassTag
import scala.util.Try

import io.pq2.spark.internal.expressions.ImpliedConditions.Bounds
import io.pq2.spark.internal.expressions.LinearConditions.Linear
import io.pq2.spark.internal.expressions.VectorExpressions.{isFloating, isInteger, isShort, isWidening}
import io.pq2.spark.internal.kernel.conditions.{Relation, RowCondition}
import io.pq2.spark.internal.kernel.values.Arithmetic.{ADD, MULTIPLY, SUBTRACT}
import io.pq2.spark.internal.kernel.values.LongDivision.Result.{MODULUS, QUOTIENT, REMAINDER}
import io.pq2.spark.internal.kernel.values.TimestampField.Field
import io.pq2.spark.internal.kernel.values.{DoubleConstant, DoubleNode, LongBits, LongConstant, LongNode}
import io.pq2.spark.internal.versions.TimestampAddInterval
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** What pq2 knows of a class of expressions.
  *
  * @param fails whether an expression throws an error for some values of its children
  * @param longs returns a node for whole numbers, decimals, dates, timestamps or booleans; none if no node computes
  *   exactly Spark's values
  * @param doubles returns a node for DOUBLE or FLOAT; none as for `longs`
  * @param test returns a condition for the rows for which an expression is true, or for which it is false; none if only
  *   Spark's code tests it
  * @param isOfDate whether it is a function of a date, which costs more than a look-up of its result
  * @param implied returns a weaker condition that has a filter of Spark: it is true for each row for which the
  *   expression is true, or fails
  * @param linear returns an expression as a linear function of a column
  * @param range returns what a comparison of the expression with a constant implies for a column
  */
final private[expressions] case class Entry[E <: Expression](
    fails: E => Boolean,
    longs: (VectorExpressions, E) => Option[LongNode] = (_: VectorExpressions, _: E) => None,
    doubles: (VectorExpressions, E) => Option[DoubleNode] = (_: VectorExpressions, _: E) => None,
    test: (RowConditions, E, Boolean) => Option[RowCondition] = (_: RowConditions, _: E, _: Boolean) => None,
    isOfDate: Boolean = false,
    implied: PartialFunction[E, Option[Expression]] = PartialFunction.empty,
    linear: PartialFunction[E, Option[Linear]] = PartialFunction.empty,
    range: (E, Literal, Bounds) => Option[Expression] = LinearConditions.range _
)(implicit val of: ClassTag[E])

/** What pq2 knows of Spark's expressions, by class. If a class has no entry, pq2 assumes that the expression may fail,
  * and leaves it to Spark.
  */
private[spark] object ExpressionTable {

  private val never: Expression => Boolean = _ => false
  private val sometimes: Expression => Boolean = _ => true

  private def safe[E <: Expression: ClassTag]: Entry[E] = Entry[E](never)

  /** Expressions that never fail. Only Spark computes them. */
  private def others: Seq[Entry[_ <: Expression]] =
    Seq(safe[If], safe[CaseWhen], safe[Coalesce], safe[Murmur3Hash], safe[XxHash64], safe[BitwiseCount]) ++
      Seq(safe[Upper], safe[Lower], safe[Substring], safe[Length], safe[OctetLength]) ++
      Seq(safe[StringTrim], safe[StringTrimLeft], safe[StringTrimRight], safe[LambdaFunction]) ++
      Seq(safe[NamedLambdaVariable], safe[MapKeys], safe[MapValues], safe[GetMapValue])

  private def ofDate[E <: Expression: ClassTag]: Entry[E] = Entry[E](never, isOfDate = true)

  private def fieldsOfDates: Seq[Entry[_ <: Expression]] =
    Seq(ofDate[Quarter], ofDate[Month], ofDate[DayOfMonth], ofDate[DayOfYear]) ++
      Seq(ofDate[DayOfWeek], ofDate[WeekDay], ofDate[WeekOfYear], ofDate[YearOfWeek])

  private def values: Seq[Entry[_ <: Expression]] = Seq(
    Entry[AttributeReference](never, _.longs(_), _.doubles(_), _.flag(_, _), linear = LinearConditions.ofColumn),
    Entry[Literal](
      never,
      (_, literal) => VectorExpressions.longOf(literal).map(new LongConstant(_)),
      (_, literal) => VectorExpressions.doubleOf(literal).map(new DoubleConstant(_))
    ),
    // The fields of variants are extracted when they are read.
    Entry[GetStructField](VectorExpressions.isOfVariant(_), linear = LinearConditions.ofColumn),
    // Spark's code fails for null.
    Entry[KnownNotNull](sometimes, (on, known) => on.longNode(known.child), (on, known) => on.doubleNode(known.child)),
    Entry[UnscaledValue](decimal => !isShort(decimal.child.dataType), (on, decimal) => on.longNode(decimal.child)),
    Entry[Cast](
      !hasResult(_),
      _.longs(_),
      _.doubles(_),
      linear = LinearConditions.ofCast,
      range = ImpliedConditions.ofDate
    )
  )

  private def numbers: Seq[Entry[_ <: Expression]] = Seq(
    Entry[Add](
      sum => overflows(sum.evalMode == EvalMode.ANSI, sum.dataType),
      _.longs(ADD, _),
      _.doubles(ADD, _),
      linear = LinearConditions.ofSum
    ),
    Entry[Subtract](
      difference => overflows(difference.evalMode == EvalMode.ANSI, difference.dataType),
      _.longs(SUBTRACT, _),
      _.doubles(SUBTRACT, _),
      linear = LinearConditions.ofDifference
    ),
    Entry[Multiply](
      product => overflows(product.evalMode == EvalMode.ANSI, product.dataType),
      _.longs(MULTIPLY, _),
      _.doubles(MULTIPLY, _),
      linear = LinearConditions.ofProduct
    ),
    Entry[Divide](VectorExpressions.divisor(_).isEmpty, doubles = _.quotient(_)),
    Entry[IntegralDivide](VectorExpressions.divisor(QUOTIENT, _).isEmpty, _.divided(QUOTIENT, _)),
    Entry[Remainder](VectorExpressions.divisor(REMAINDER, _).isEmpty, _.divided(REMAINDER, _)),
    Entry[Pmod](VectorExpressions.divisor(MODULUS, _).isEmpty, _.divided(MODULUS, _)),
    Entry[UnaryMinus](
      minus => overflows(minus.failOnError, minus.dataType),
      (on, minus) => on.sum(SUBTRACT, Literal(0L), minus.child, minus.dataType)
    ),
    Entry[Abs](abs => overflows(abs.failOnError, abs.dataType), _.longs(_), _.doubles(_)),
    Entry[BitwiseAnd](never, (on, bits) => on.bits(LongBits.Operation.AND, bits.left, bits.right)),
    Entry[BitwiseOr](never, (on, bits) => on.bits(LongBits.Operation.OR, bits.left, bits.right)),
    Entry[BitwiseXor](never, (on, bits) => on.bits(LongBits.Operation.XOR, bits.left, bits.right)),
    Entry[BitwiseNot](never, (on, bits) => on.bits(LongBits.Operation.XOR, bits.child, Literal(-1L)))
  )

  private def times: Seq[Entry[_ <: Expression]] = Seq(
    Entry[DateAdd](never, (on, e) => on.sum(ADD, e.startDate, e.days, DateType), linear = LinearConditions.ofDateAdd),
    Entry[DateSub](
      never,
      (on, e) => on.sum(SUBTRACT, e.startDate, e.days, DateType),
      linear = LinearConditions.ofDateSub
    ),
    Entry[DateDiff](
      never,
      (on, e) => on.sum(SUBTRACT, e.endDate, e.startDate, IntegerType),
      linear = LinearConditions.ofDateDiff
    ),
    Entry[DateAddYMInterval](sometimes, linear = LinearConditions.ofMonths),
    Entry[AddMonths](sometimes, linear = LinearConditions.ofMonths),
    Entry[TimestampAddYMInterval](sometimes, linear = LinearConditions.ofMonths),
    Entry[TimestampAddInterval](sometimes, linear = LinearConditions.ofInterval),
    Entry[Hour](never, (on, hour) => on.timestampField(Field.HOUR, hour.child, hour)),
    Entry[Minute](never, (on, minute) => on.timestampField(Field.MINUTE, minute.child, minute)),
    Entry[Second](never, (on, second) => on.timestampField(Field.SECOND, second.child, second)),
    Entry[TruncTimestamp](sometimes, _.longs(_), range = ImpliedConditions.ofTruncatedTimestamp),
    Entry[Year](never, isOfDate = true, range = ImpliedConditions.ofYear),
    // The results for the first or the last dates of Spark would be beyond them.
    Entry[LastDay](sometimes, isOfDate = true),
    Entry[TruncDate](mayPrecedeDates, isOfDate = true, range = ImpliedConditions.ofTruncatedDate)
  )

  private def texts: Seq[Entry[_ <: Expression]] = Seq(
    Entry[StartsWith](never, test = (on, test, expected) => on.part(test, expected, _.startsWith(_))),
    Entry[EndsWith](never, test = (on, test, expected) => on.part(test, expected, _.endsWith(_))),
    Entry[Contains](never, test = (on, test, expected) => on.part(test, expected, _.contains(_))),
    Entry[Like](!acceptsPattern(_), test = _.pattern(_, _), implied = ImpliedConditions.ofPattern),
    Entry[RLike](!acceptsPattern(_))
  )

  private def conditions: Seq[Entry[_ <: Expression]] = Seq(
    Entry[And](never, test = (on, and, expected) => on.both(and.left, and.right, expected, areAll = expected)),
    Entry[Or](never, test = (on, or, expected) => on.both(or.left, or.right, expected, areAll = !expected)),
    Entry[Not](never, test = (on, not, expected) => on.translate(not.child, !expected)),
    Entry[IsNull](never, test = (on, test, expected) => on.nullTest(test.child, expectsNull = expected)),
    Entry[IsNotNull](never, test = (on, test, expected) => on.nullTest(test.child, expectsNull = !expected)),
    Entry[EqualTo](never, test = _.compare(_, Relation.EQUAL, _)),
    Entry[LessThan](never, test = _.compare(_, Relation.LESS, _)),
    Entry[LessThanOrEqual](never, test = _.compare(_, Relation.LESS_OR_EQUAL, _)),
    Entry[GreaterThan](never, test = _.compare(_, Relation.GREATER, _)),
    Entry[GreaterThanOrEqual](never, test = _.compare(_, Relation.GREATER_OR_EQUAL, _)),
    Entry[EqualNullSafe](never, test = _.equalNullSafe(_, _)),
    Entry[In](
      never,
      test = (on, in, expected) => on.inSet(in.value, in.list, expected),
      implied = { case In(value, list) => ImpliedConditions.ofList(value, list) }
    ),
    Entry[InSet](
      never,
      test = (on, in, expected) => on.inSet(in.child, constants(in), expected),
      implied = { case in => ImpliedConditions.ofList(in.child, constants(in)) }
    )
  )

  private def collections: Seq[Entry[_ <: Expression]] = Seq(
    Entry[Size](never, _.longs(_), range = Elements.ofSize),
    Entry[ArrayContains](never, implied = Elements.ofContains),
    Entry[ArraysOverlap](never, implied = Elements.ofOverlap),
    Entry[ArrayExists](never, implied = Elements.ofExists),
    Entry[ElementAt](element => !element.left.dataType.isInstanceOf[MapType] && !Elements.isLenient(element)),
    Entry[GetArrayItem](_.failOnError)
  )

  private val entries: Map[Class[_], Entry[Expression]] =
    (values ++ numbers ++ times ++ fieldsOfDates ++ texts ++ conditions ++ collections ++ others)
      .map(entry => entry.of.runtimeClass -> entry.asInstanceOf[Entry[Expression]]).toMap

  private val unknown = Entry[Expression](sometimes)

  /** The classes that have an entry. */
  private[expressions] def classes: Set[Class[_]] = entries.keySet

  private[expressions] def apply(expression: Expression): Entry[Expression] =
    entries.getOrElse(expression.getClass, unknown)

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
