package io.pq2.spark.internal.expressions

import scala.reflect.ClassTag

import io.pq2.spark.internal.expressions.SampleColumns._
import io.pq2.spark.internal.versions.TimestampAddInterval
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Expressions of each class that the table has, on columns and constants of all types that the class accepts. Whether
  * they are in ANSI mode depends on the current configuration.
  */
private[expressions] object ExpressionCases {

  private val zone = Some("America/Los_Angeles")

  private val cases = Seq(
    of[AttributeReference](all.map(_.a)),
    // The scale of the last value is not that of its type.
    of[Literal](ordered.flatMap(_.literals) :+ Literal(Decimal(1.5), DecimalType(9, 2))),
    of[GetStructField](Seq(0, 1, 2).map(GetStructField(struct.a, _))),
    // Numbers
    of[Add](pairs(numbers)(new Add(_, _)) ++ nested),
    of[Subtract](pairs(numbers)(new Subtract(_, _))),
    of[Multiply](pairs(numbers)(new Multiply(_, _))),
    of[Divide](pairs(Seq(double, dec9))(new Divide(_, _))),
    of[IntegralDivide](pairs(Seq(long, dec9))(new IntegralDivide(_, _))),
    of[Remainder](pairs(numbers)(new Remainder(_, _))),
    of[Pmod](pairs(numbers)(new Pmod(_, _))),
    of[BitwiseAnd](pairs(integers)(BitwiseAnd(_, _))),
    of[BitwiseOr](pairs(integers)(BitwiseOr(_, _))),
    of[BitwiseXor](pairs(integers)(BitwiseXor(_, _))),
    of[BitwiseNot](integers.map(sample => BitwiseNot(sample.a))),
    of[BitwiseCount]((integers :+ flag).map(sample => BitwiseCount(sample.a))),
    of[UnaryMinus](numbers.map(sample => new UnaryMinus(sample.a))),
    of[Abs](numbers.map(sample => new Abs(sample.a))),
    of[Cast](casts),
    of[KnownNotNull](required.map(sample => KnownNotNull(sample.a))),
    of[UnscaledValue](Seq(dec9, dec18).map(sample => UnscaledValue(sample.a))),
    of[Size](for (column <- Seq(array.a, map.a); ofNull <- Seq(true, false)) yield Size(column, ofNull)),
    of[Murmur3Hash](hashed.map(new Murmur3Hash(_))),
    of[XxHash64](hashed.map(new XxHash64(_))),
    // Dates and timestamps
    of[DateAdd](days(DateAdd(_, _))),
    of[DateSub](days(DateSub(_, _))),
    of[DateDiff](pairs(Seq(day))(DateDiff(_, _))),
    of[DateAddYMInterval](months.map(DateAddYMInterval(day.a, _))),
    of[AddMonths](Seq(AddMonths(day.a, int.a), AddMonths(day.a, Literal(-7)))),
    of[TimestampAddYMInterval](for (time <- times; by <- months) yield TimestampAddYMInterval(time, by, zone)),
    of[TimestampAddInterval](for (time <- times; by <- intervals) yield new TimestampAddInterval(time, by, zone)),
    of[Hour](times.map(Hour(_, zone))),
    of[Minute](times.map(Minute(_, zone))),
    of[Second](times.map(Second(_, zone))),
    of[TruncTimestamp](timeUnits.map(TruncTimestamp(_, instant.a, zone))),
    of[TruncDate](dateUnits.map(TruncDate(day.a, _)) :+ TruncDate(day.a, text.a)),
    of[Year](Seq(Year(day.a))),
    of[Quarter](Seq(Quarter(day.a))),
    of[Month](Seq(Month(day.a))),
    of[DayOfMonth](Seq(DayOfMonth(day.a))),
    of[DayOfYear](Seq(DayOfYear(day.a))),
    of[DayOfWeek](Seq(DayOfWeek(day.a))),
    of[WeekDay](Seq(WeekDay(day.a))),
    of[WeekOfYear](Seq(WeekOfYear(day.a))),
    of[YearOfWeek](Seq(YearOfWeek(day.a))),
    of[LastDay](Seq(LastDay(day.a))),
    // Strings
    of[Upper](Seq(Upper(text.a))),
    of[Lower](Seq(Lower(text.a))),
    of[Substring](Seq(1, -2, 0).map(from => Substring(text.a, Literal(from), Literal(2)))),
    of[Length](Seq(text, bytes).map(sample => Length(sample.a))),
    of[OctetLength](Seq(text, bytes).map(sample => OctetLength(sample.a))),
    of[StringTrim](Seq(new StringTrim(text.a), StringTrim(text.a, Some(string("a"))))),
    of[StringTrimLeft](Seq(new StringTrimLeft(text.a), StringTrimLeft(text.a, Some(string("a"))))),
    of[StringTrimRight](Seq(new StringTrimRight(text.a), StringTrimRight(text.a, Some(string("a"))))),
    // Conditions
    of[And](conditionPairs.map { case (a, b) => And(a, b) }),
    of[Or](conditionPairs.map { case (a, b) => Or(a, b) }),
    of[Not](conditions.map(Not(_))),
    of[If](Seq(If(flag.a, int.a, int.b), If(flag.a, text.a, string("none")), If(flag.a, failing, long.a))),
    of[CaseWhen](
      Seq(
        CaseWhen(Seq((IsNull(int.a), Literal(1)), (flag.a, int.a)), None),
        CaseWhen(Seq((flag.a, text.a)), Some(text.b)),
        CaseWhen(Seq((GreaterThan(int.a, Literal(1)), Literal(true))), Some(flag.a))
      )
    ),
    of[Coalesce](Seq(int, text, flag, double).map(sample => Coalesce(Seq(sample.a, sample.b)))),
    of[IsNull](all.map(sample => IsNull(sample.a)) ++ Seq(IsNull(failing), IsNull(new Add(int.a, int.b)))),
    of[IsNotNull](all.map(sample => IsNotNull(sample.a)) :+ IsNotNull(failing)),
    of[EqualTo](compared(EqualTo(_, _))),
    of[EqualNullSafe](compared(EqualNullSafe(_, _))),
    of[LessThan](compared(LessThan(_, _))),
    of[LessThanOrEqual](compared(LessThanOrEqual(_, _))),
    of[GreaterThan](compared(GreaterThan(_, _))),
    of[GreaterThanOrEqual](compared(GreaterThanOrEqual(_, _))),
    of[In](ordered.flatMap { sample =>
      Seq(In(sample.a, sample.literals), In(sample.a, sample.literals.init), In(sample.a, Seq(sample.b)))
    } :+ In(new Add(long.a, Literal(1L)), long.literals.init)),
    of[InSet](ordered.filterNot(_ == bytes).flatMap { sample =>
      val values = sample.literals.map(_.value).toSet
      Seq(InSet(sample.a, values), InSet(sample.a, values - null))
    }),
    of[StartsWith](parts(StartsWith(_, _))),
    of[EndsWith](parts(EndsWith(_, _))),
    of[Contains](parts(Contains(_, _))),
    of[Like](patterns.map(pattern => Like(text.a, string(pattern), '\\'))),
    of[GetArrayStructFields](
      Seq(0, 1).map(structField) :+ ArrayContains(structField(0), Literal(5L)) :+ IsNotNull(structField(1))
    ),
    of[ArrayContains](Seq(ArrayContains(array.a, Literal(5)), ArrayContains(array.a, int.a))),
    of[ArraysOverlap](Seq(ArraysOverlap(array.a, array.b), ArraysOverlap(array.a, CreateArray(Seq(Literal(5)))))),
    of[ArrayExists](Seq(exists)),
    of[LambdaFunction](Seq(exists)),
    of[NamedLambdaVariable](Seq(exists)),
    of[MapKeys](Seq(MapKeys(map.a), ArrayContains(MapKeys(map.a), Literal(1)))),
    of[MapValues](Seq(MapValues(map.a), ArrayContains(MapValues(map.a), Literal(5L)))),
    of[GetMapValue](Seq(GetMapValue(map.a, Literal(1)), GetMapValue(map.a, int.a))),
    // Spark's code crashes the JVM for an index of -2^31.
    of[ElementAt](
      Seq(new ElementAt(map.a, Literal(1))) ++ Seq(1, -2, 3).map(index => new ElementAt(array.a, Literal(index))) :+
        new ElementAt(array.a, cast(short.a, IntegerType))
    ),
    of[GetArrayItem](Seq(0, 2, -1).map(index => GetArrayItem(array.a, Literal(index), SQLConf.get.ansiEnabled))),
    of[RLike](Seq("a.*b", "^a", "[", "").map(pattern => RLike(text.a, string(pattern))))
  ).toMap

  private def of[E <: Expression: ClassTag](expressions: => Seq[Expression]): (Class[_], () => Seq[Expression]) =
    implicitly[ClassTag[E]].runtimeClass -> (() => expressions)

  /** The classes that have cases. */
  val classes: Set[Class[_]] = cases.keySet

  /** Returns the expressions of a class; none if it has no cases. */
  def apply(of: Class[_]): Seq[Expression] = cases.get(of).fold(Seq.empty[Expression])(_())

  private def string(value: String): Literal = Literal(UTF8String.fromString(value), StringType)

  private def pairs(samples: Seq[Sample])(operation: (Expression, Expression) => Expression): Seq[Expression] =
    samples.flatMap { sample =>
      operation(sample.a, sample.b) +: sample.literals.flatMap { constant =>
        Seq(operation(sample.a, constant), operation(constant, sample.a))
      }
    }

  private def nested: Seq[Expression] = Seq(
    new Add(new Add(long.a, long.b), Literal(1L)),
    new Add(new Multiply(int.a, Literal(3)), new Subtract(int.a, int.b)),
    new Add(cast(int.a, LongType), long.a),
    new Add(GetStructField(struct.a, 0), Literal(1L)),
    new Add(GetStructField(struct.a, 2), double.a)
  )

  private def cast(child: Expression, to: DataType): Expression = Cast(child, to, zone)

  private def casts: Seq[Expression] = {
    val whole = Seq(ByteType, ShortType, IntegerType, LongType)
    val targets = whole ++ Seq(FloatType, DoubleType, StringType, DecimalType(9, 2), DecimalType(20, 5), BooleanType)
    val ofNumbers = for (sample <- numbers; to <- targets if sample.dataType != to) yield cast(sample.a, to)
    val others = Seq(
      day -> StringType,
      instant -> StringType,
      flag -> IntegerType,
      flag -> StringType,
      text -> IntegerType,
      text -> DoubleType,
      day -> TimestampNTZType,
      local -> TimestampType
    )
    ofNumbers ++ others.map { case (sample, to) => cast(sample.a, to) } ++ times.map(cast(_, DateType)) :+
      cast(new Add(int.a, int.b), LongType) :+ cast(new Add(long.a, Literal(1L)), DoubleType)
  }

  private def hashed: Seq[Seq[Expression]] =
    Seq(Seq(int.a), Seq(text.a), Seq(double.a), Seq(dec38.a), Seq(int.a, text.a), Seq(array.a))

  private def days(operation: (Expression, Expression) => Expression): Seq[Expression] = {
    val operands = Seq(int, short, tiny)
    operands.map(sample => operation(day.a, sample.a)) ++ int.literals.map(operation(day.a, _)) ++
      day.literals.map(operation(_, int.a))
  }

  private def times: Seq[Expression] = Seq(instant.a, local.a)

  private def months: Seq[Expression] = Seq(0, 1, -30).map(Literal(_, YearMonthIntervalType()))

  private def intervals: Seq[Expression] = Seq(0L, 3600000000L, -86400000001L).map(Literal(_, DayTimeIntervalType()))

  private def structField(ordinal: Int): Expression = {
    val fields = structs.dataType.asInstanceOf[ArrayType].elementType.asInstanceOf[StructType]
    GetArrayStructFields(structs.a, fields(ordinal), ordinal, fields.size, containsNull = true)
  }

  private def exists: Expression = {
    val element = NamedLambdaVariable("element", IntegerType, nullable = true)
    ArrayExists(array.a, LambdaFunction(GreaterThan(element, Literal(1)), Seq(element)), true)
  }

  private def timeUnits: Seq[Expression] =
    (Seq("YEAR", "quarter", "MON", "week", "DAY", "HOUR", "MINUTE", "second", "MICROSECOND", "none").map(string) :+
      Literal(null, StringType)) :+ text.a

  private def dateUnits: Seq[Expression] =
    Seq("YEAR", "quarter", "MON", "week", "none").map(string) :+ Literal(null, StringType)

  /** An expression that fails in ANSI mode for some numbers. */
  private def failing: Expression = new Remainder(long.a, long.b)

  private def conditions: Seq[Expression] = Seq(
    flag.a,
    IsNull(flag.a),
    GreaterThan(long.a, Literal(1L)),
    LessThan(failing, Literal(3L)),
    EqualTo(new Add(long.a, Literal(1L)), Literal(2L)),
    StartsWith(text.a, string("a")),
    EqualTo(Upper(text.a), string("ABC")),
    In(long.a, Seq(Literal(5L), Literal(null, LongType)))
  )

  private def conditionPairs: Seq[(Expression, Expression)] = {
    val usual = conditions
    usual.zip(usual.tail :+ usual.head) ++ Seq(
      (GreaterThan(long.b, Literal(0L)), LessThan(failing, Literal(3L))),
      (Literal(null, BooleanType), flag.a),
      (Not(And(flag.a, flag.b)), Or(flag.a, Not(flag.b)))
    )
  }

  private def compared(comparison: (Expression, Expression) => Expression): Seq[Expression] =
    pairs(ordered)(comparison) ++ Seq(
      comparison(new Add(int.a, int.b), Literal(7)),
      comparison(Literal(7L), new Multiply(long.a, Literal(3L))),
      comparison(new Subtract(dec18.a, dec18.b), Literal(Decimal(BigDecimal("1.500"), 19, 3), DecimalType(19, 3))),
      comparison(new Divide(double.a, double.b), Literal(1.0)),
      comparison(failing, Literal(1L)),
      comparison(GetStructField(struct.a, 0), long.a),
      comparison(GetStructField(struct.a, 1), string("abc")),
      comparison(Year(day.a), Literal(2024)),
      comparison(Year(cast(instant.a, DateType)), Literal(2024)),
      comparison(cast(local.a, DateType), Literal(19782, DateType)),
      comparison(LastDay(day.a), Literal(19782, DateType))
    )

  private def parts(test: (Expression, Expression) => Expression): Seq[Expression] =
    Seq("a", "", "bc", "ABC ", "\ufffd").map(part => test(text.a, string(part))) ++
      Seq(test(text.a, text.b), test(string("abc"), text.a), test(text.a, Literal(null, StringType)))

  private def patterns: Seq[String] = Seq("a%", "%b", "%", "", "a_c", "a%b%", "%\\%%", "abc", "a\\b", "\ufffd%")
}
