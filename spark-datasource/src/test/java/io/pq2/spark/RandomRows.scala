package io.pq2.spark

import java.math.{BigDecimal, BigInteger}
import java.time.temporal.ChronoUnit
import java.time.{Duration, Instant, LocalDate, LocalDateTime, LocalTime, Period, ZoneOffset}

import scala.jdk.CollectionConverters._
import scala.util.Random

import io.pq2.spark.internal.versions.SparkVersion
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types._
import org.apache.spark.sql.{DataFrame, Row}

/** Creates random rows of any schema, including nulls, empty lists, and the min and max of each type. */
object RandomRows {

  def dataFrame(spark: SparkSession, schema: StructType, count: Int, seed: Long): DataFrame = {
    val random = new Random(seed)
    val rows = Seq.fill(count)(row(schema, random))
    spark.createDataFrame(rows.asJava, schema)
  }

  /** Returns random values of a type, none of them null. */
  def values(dataType: DataType, count: Int, random: Random): IndexedSeq[Any] =
    IndexedSeq.fill(count)(value(dataType, random))

  private def row(schema: StructType, random: Random): Row =
    Row.fromSeq(schema.fields.toSeq.map(field => nullable(field.dataType, field.nullable, random)))

  private def nullable(dataType: DataType, canBeNull: Boolean, random: Random): Any =
    if (canBeNull && random.nextInt(5) == 0 || dataType == NullType) null else value(dataType, random)

  private def oneOf[T](random: Random)(choices: T*): T = choices(random.nextInt(choices.size))

  private def value(dataType: DataType, random: Random): Any = dataType match {
    case BooleanType    => random.nextBoolean()
    case ByteType       => oneOf(random)(Byte.MinValue, Byte.MaxValue, 0.toByte, random.nextInt().toByte)
    case ShortType      => oneOf(random)(Short.MinValue, Short.MaxValue, 0.toShort, random.nextInt().toShort)
    case IntegerType    => oneOf(random)(Int.MinValue, Int.MaxValue, random.nextInt(10), random.nextInt())
    case LongType       => oneOf(random)(Long.MinValue, Long.MaxValue, random.nextInt(10).toLong, random.nextLong())
    case FloatType      => oneOf(random)(Float.NaN, -0.0f, Float.MinPositiveValue, random.nextFloat())
    case DoubleType     => oneOf(random)(Double.NaN, -0.0, Double.NegativeInfinity, random.nextDouble())
    case char: CharType => text(random, char.length).padTo(char.length, ' ')
    case varchar: VarcharType => text(random, varchar.length)
    case _: StringType        => text(random, random.nextInt(40))
    case BinaryType           => random.nextBytes(random.nextInt(20))
    case DateType             => LocalDate.ofEpochDay(random.between(-719162L, 2932896L))
    case TimestampType        => Instant.EPOCH.plus(micros(random), ChronoUnit.MICROS)
    case TimestampNTZType     =>
      LocalDateTime.ofEpochSecond(micros(random) / 1000000, random.nextInt(1000000) * 1000, ZoneOffset.UTC)
    case _: YearMonthIntervalType                => Period.ofMonths(random.between(-1000, 1000))
    case _: DayTimeIntervalType                  => Duration.of(random.nextLong() / 1000, ChronoUnit.MICROS)
    case time if SparkVersion.SPARK.isTime(time) =>
      LocalTime.ofNanoOfDay(random.nextLong(86400L * 1000000000L)).truncatedTo(
        if (SparkVersion.SPARK.timeDigits(time) >= 6) ChronoUnit.MICROS else ChronoUnit.MILLIS
      )
    case decimal: DecimalType             => decimalValue(decimal, random)
    case ArrayType(element, containsNull) =>
      Seq.fill(random.nextInt(4))(nullable(element, containsNull, random))
    case MapType(key, mapValue, valueContainsNull) =>
      Seq.fill(random.nextInt(4))(value(key, random) -> nullable(mapValue, valueContainsNull, random)).toMap
    case struct: StructType => row(struct, random)
    case other              => throw new IllegalArgumentException(s"no random values of type ${other.sql}")
  }

  /** Returns a random timestamp between the years 1 and 9999, in microseconds. */
  private def micros(random: Random): Long =
    random.between(-62135596800L, 253402300799L) * 1000000 + random.nextInt(1000000)

  private def text(random: Random, length: Int): String =
    Seq.fill(length)(oneOf(random)("a", "Z", " ", "ß", "€", "7")).mkString

  private def decimalValue(decimal: DecimalType, random: Random): BigDecimal = {
    val digits = BigInteger.TEN.pow(1 + random.nextInt(decimal.precision))
    val unscaled = oneOf(random)(digits.subtract(BigInteger.ONE), new BigInteger(130, random.self).mod(digits))
    new BigDecimal(if (random.nextBoolean()) unscaled else unscaled.negate, decimal.scale)
  }

  /** Returns the schema with all fields nullable, like a table read from files. */
  def nullable(schema: StructType): StructType = nullableType(schema).asInstanceOf[StructType]

  private def nullableType(dataType: DataType): DataType = dataType match {
    case StructType(fields) =>
      StructType(fields.map(field => field.copy(dataType = nullableType(field.dataType), nullable = true)))
    case ArrayType(element, _)  => ArrayType(nullableType(element), containsNull = true)
    case MapType(key, value, _) => MapType(nullableType(key), nullableType(value), valueContainsNull = true)
    case other                  => other
  }

  /** Converts rows, in their order, so that they compare by content: arrays by elements, floating point numbers by
    * bits.
    */
  def comparable(frame: DataFrame): Seq[Any] = frame.collect().toSeq.map(comparable)

  private def comparable(value: Any): Any = value match {
    case row: Row                          => row.toSeq.map(comparable)
    case bytes: Array[Byte]                => bytes.toSeq
    case map: scala.collection.Map[_, _]   => map.toSeq.map { case (k, v) => (comparable(k), comparable(v)) }.toSet
    case elements: scala.collection.Seq[_] => elements.map(comparable).toSeq
    case number: Double                    => java.lang.Double.doubleToRawLongBits(number)
    case number: Float                     => java.lang.Float.floatToRawIntBits(number)
    case number: BigDecimal                => number.stripTrailingZeros
    case other                             => other
  }
}
