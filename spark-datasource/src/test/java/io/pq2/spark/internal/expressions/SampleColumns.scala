package io.pq2.spark.internal.expressions

import java.math.{BigDecimal => JavaDecimal}
import java.nio.charset.StandardCharsets.UTF_8

import io.pq2.spark.internal.vectors._
import io.pq2.vector.BinaryVector
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{AttributeReference, Literal}
import org.apache.spark.sql.catalyst.util.{ArrayBasedMapData, ArrayData, GenericArrayData, MapData}
import org.apache.spark.sql.execution.vectorized.{ColumnVectorUtils, ConstantColumnVector}
import org.apache.spark.sql.types._
import org.apache.spark.sql.vectorized.ColumnVector
import org.apache.spark.unsafe.types.UTF8String

/** Two columns of the same type, with values that expressions may find difficult.
  *
  * @param moderate values for which arithmetic does not overflow, in Spark's internal form
  * @param extreme the ends of the type, and other special values
  */
final private[expressions] class Sample(
    name: String,
    val dataType: DataType,
    moderate: Seq[Any],
    extreme: Seq[Any],
    nullable: Boolean = true
) {

  val a: AttributeReference = AttributeReference(name, dataType, nullable)()
  val b: AttributeReference = AttributeReference(s"other_$name", dataType, nullable)()

  def has(column: AttributeReference): Boolean = column == a || column == b

  private val nulls = if (nullable) Seq(null) else Nil

  /** The values of a column, with null if it is nullable. */
  val moderateValues: Seq[Any] = moderate ++ nulls
  val allValues: Seq[Any] = moderate ++ extreme ++ nulls

  /** Some constants of the type, with null. */
  val literals: Seq[Literal] = (moderate.take(2) ++ extreme.take(2) :+ null).map(Literal(_, dataType))
}

/** The columns of the tests of expressions. */
private[expressions] object SampleColumns {

  val tiny = new Sample("tiny", ByteType, Seq(5, -6, 0, 1).map(_.toByte), Seq(-128, 127).map(_.toByte))
  val short = new Sample("short", ShortType, Seq(5, -300, 0).map(_.toShort), Seq(-32768, 32767).map(_.toShort))
  val int = new Sample("int", IntegerType, Seq(5, -6, 0, 1, 40000), Seq(Int.MinValue, Int.MaxValue, -128))
  val long =
    new Sample("long", LongType, Seq(5L, -6L, 0L, 1L, 3000000000L), Seq(Long.MinValue, Long.MaxValue, 1L << 53))
  val dec9 = decimal("dec9", 9, 2, Seq(150, -125, 0), Seq(999999999, -999999999))
  val dec18 = decimal("dec18", 18, 3, Seq(1500, -1250, 0), Seq(BigInt(10).pow(18) - 1, -(BigInt(10).pow(18) - 1)))
  val dec38 = decimal(
    "dec38",
    38,
    4,
    Seq(15000, -12500, 0),
    Seq(BigInt(10).pow(38) - 1, -(BigInt(10).pow(38) - 1), BigInt(Long.MaxValue), BigInt(Long.MaxValue) + 1)
  )
  val flag = new Sample("flag", BooleanType, Seq(true, false), Nil)
  val day = new Sample("day", DateType, Seq(19782, -1, 0, 59), Seq(Int.MinValue, Int.MaxValue, -719162, 2932896))
  val instant = new Sample("instant", TimestampType, times, Seq(Long.MinValue, Long.MaxValue))
  val local = new Sample("local", TimestampNTZType, times, Seq(Long.MinValue, Long.MaxValue))
  val float = new Sample(
    "float",
    FloatType,
    Seq(1.5f, -2.25f, 0f),
    Seq(Float.NaN, -0f, Float.MaxValue, Float.MinPositiveValue, Float.NegativeInfinity)
  )
  val double = new Sample(
    "double",
    DoubleType,
    Seq(1.5, -2.25, 0.0),
    Seq(Double.NaN, -0.0, Double.MaxValue, Double.MinPositiveValue, Double.PositiveInfinity, Double.NegativeInfinity)
  )
  val text = new Sample(
    "text",
    StringType,
    Seq("abc", "ABC ", "", " a%b", "a").map(UTF8String.fromString),
    Seq(UTF8String.fromString("\u65e5\u672c"), UTF8String.fromBytes(Array(97, -1, 98).map(_.toByte)))
  )
  val bytes = new Sample("bytes", BinaryType, Seq("abc", "").map(_.getBytes(UTF_8)), Seq(Array(-1, 0).map(_.toByte)))
  val array = new Sample(
    "array",
    ArrayType(IntegerType),
    Seq(Array[Any](1, null, 5), Array[Any](), Array[Any](-6)).map(new GenericArrayData(_)),
    Nil
  )
  val map = new Sample(
    "map",
    MapType(IntegerType, LongType),
    Seq(ArrayBasedMapData(Array[Any](1, 2), Array[Any](5L, null)), ArrayBasedMapData(Array[Any](), Array[Any]())),
    Nil
  )
  val struct = new Sample(
    "struct",
    new StructType().add("number", LongType).add("text", StringType).add("double", DoubleType),
    Seq(
      InternalRow(5L, UTF8String.fromString("abc"), -0.0),
      InternalRow(null, null, null),
      InternalRow(-6L, UTF8String.fromString(""), 1.5)
    ),
    Seq(InternalRow(Long.MaxValue, UTF8String.fromString("a"), Double.NaN))
  )

  val structs = new Sample(
    "structs",
    ArrayType(new StructType().add("number", LongType).add("text", StringType)),
    Seq(
      Array[Any](InternalRow(5L, UTF8String.fromString("a")), null, InternalRow(null, null)),
      Array[Any](),
      Array[Any](InternalRow(-6L, UTF8String.fromString("")))
    ).map(new GenericArrayData(_)),
    Nil
  )

  /** Columns without nulls. */
  val required: Seq[Sample] = Seq(
    new Sample("required_int", IntegerType, Seq(5, -6), Seq(Int.MinValue, Int.MaxValue), nullable = false),
    new Sample("required_double", DoubleType, Seq(1.5, -0.0), Seq(Double.NaN), nullable = false)
  )

  val integers: Seq[Sample] = Seq(tiny, short, int, long)
  val decimals: Seq[Sample] = Seq(dec9, dec18, dec38)
  val floating: Seq[Sample] = Seq(float, double)
  val numbers: Seq[Sample] = integers ++ decimals ++ floating
  val ordered: Seq[Sample] = numbers ++ Seq(flag, day, instant, local, text, bytes)
  val all: Seq[Sample] = ordered ++ required ++ Seq(array, map, struct, structs)

  private def times: Seq[Long] =
    Seq(1709210096789001L, -1L, 0L, 1583661600000000L, -62135510400000000L, 253402214400000000L)

  private def decimal(name: String, precision: Int, scale: Int, moderate: Seq[BigInt], extreme: Seq[BigInt]) = {
    def values(unscaled: Seq[BigInt]) =
      unscaled.map(value => Decimal(new JavaDecimal(value.bigInteger, scale), precision, scale))
    new Sample(name, DecimalType(precision, scale), values(moderate), values(extreme))
  }

  /** How the vector of a column stores its values. */
  sealed trait Storage

  /** One value for each row. */
  case object Plain extends Storage

  /** Ids of entries: of a dictionary, or of another vector's slots if the type has no dictionary. */
  case object Dictionary extends Storage

  /** The same value in all rows, as that of a partition. */
  case object Constant extends Storage

  /** Returns a vector with values. */
  def vector(dataType: DataType, values: Seq[Any], storage: Storage): ColumnVector = storage match {
    case Plain      => plain(dataType, values)
    case Dictionary => dictionary(dataType, values)
    case Constant   =>
      dataType match {
        case _: ArrayType | _: MapType | _: StructType => plain(dataType, values)
        case _                                         =>
          val constant = new ConstantColumnVector(values.size, dataType)
          ColumnVectorUtils.populate(constant, InternalRow(values.head), 0)
          constant
      }
  }

  private def dictionary(dataType: DataType, values: Seq[Any]): ColumnVector = {
    val entries = values.filter(_ != null).distinct
    val ids = values.map(value => if (value == null) 0 else entries.indexOf(value)).toArray
    dataType match {
      case StringType | BinaryType if entries.nonEmpty =>
        val vector = new BytesColumnVector(dataType)
        vector.showEntries(values.size, ids, slices(entries), validity(values))
        vector
      case decimal: DecimalType if decimal.precision > Decimal.MAX_LONG_DIGITS && entries.nonEmpty =>
        val unscaled = entries.map(_.asInstanceOf[Decimal].toJavaBigDecimal.unscaledValue.toByteArray)
        val vector = new WideDecimalColumnVector(dataType)
        vector.show(values.size, slices(unscaled), ids, decimal.scale, false, validity(values))
        vector
      case _ => SelectedColumnVector.of(plain(dataType, values.reverse), values.indices.reverse.toArray, values.size)
    }
  }

  private def slices(values: Seq[Any]): BinaryVector = {
    val parts = values.map {
      case string: UTF8String => string.getBytes
      case bytes: Array[Byte] => bytes
      case _                  => Array.emptyByteArray
    }
    val starts = parts.scanLeft(0)(_ + _.length)
    new BinaryVector(parts.size, parts.toArray.flatten, starts.init.toArray, parts.map(_.length).toArray, null)
  }

  private def plain(dataType: DataType, values: Seq[Any]): ColumnVector = {
    val count = values.size
    // Null slots have values at the ends of the types, which nothing should use.
    def numbers[T](ofNull: T)(number: Any => T) = values.map(value => if (value == null) ofNull else number(value))
    dataType match {
      case ByteType | ShortType | IntegerType | DateType =>
        val vector = new IntColumnVector(dataType)
        vector.show(count, numbers(Int.MinValue)(_.asInstanceOf[Number].intValue).toArray, validity(values))
        vector
      case LongType | TimestampType | TimestampNTZType =>
        val vector = new LongColumnVector(dataType)
        vector.show(count, numbers(Long.MinValue)(_.asInstanceOf[Long]).toArray, validity(values))
        vector
      case decimal: DecimalType if decimal.precision <= Decimal.MAX_LONG_DIGITS =>
        val vector = new LongColumnVector(dataType)
        vector.show(count, numbers(Long.MinValue)(_.asInstanceOf[Decimal].toUnscaledLong).toArray, validity(values))
        vector
      case _: DecimalType =>
        val vector = new WideDecimalColumnVector(dataType)
        vector.show(values.map(_.asInstanceOf[Decimal]).toArray, validity(values))
        vector
      case BooleanType =>
        val vector = new BooleanColumnVector(dataType)
        vector.show(count, numbers(true)(_.asInstanceOf[Boolean]).toArray, validity(values))
        vector
      case FloatType =>
        val vector = new FloatColumnVector(dataType)
        vector.show(count, numbers(Float.NaN)(_.asInstanceOf[Float]).toArray, validity(values))
        vector
      case DoubleType =>
        val vector = new DoubleColumnVector(dataType)
        vector.show(count, numbers(Double.NaN)(_.asInstanceOf[Double]).toArray, validity(values))
        vector
      case StringType | BinaryType =>
        val vector = new BytesColumnVector(dataType)
        val parts = slices(values)
        vector.showSlices(count, parts.bytes, parts.starts, parts.lengths, validity(values))
        vector
      case ArrayType(elementType, _) =>
        val arrays = values.map(Option(_).map(_.asInstanceOf[ArrayData].toSeq[Any](elementType)).getOrElse(Nil))
        val vector = new ArrayColumnVector(dataType, plain(elementType, arrays.flatten))
        vector.show(count, offsets(arrays), validity(values))
        vector
      case MapType(keyType, valueType, _) =>
        val maps = values.map(Option(_).map(_.asInstanceOf[MapData]))
        val keys = maps.map(_.fold(Seq.empty[Any])(_.keyArray().toSeq[Any](keyType)))
        val ofKeys = maps.map(_.fold(Seq.empty[Any])(_.valueArray().toSeq[Any](valueType)))
        val vector = new MapColumnVector(dataType, plain(keyType, keys.flatten), plain(valueType, ofKeys.flatten))
        vector.show(count, offsets(keys), validity(values))
        vector
      case StructType(fields) =>
        val rows = values.map(Option(_).map(_.asInstanceOf[InternalRow]))
        val children = fields.zipWithIndex.map { case (field, index) =>
          plain(field.dataType, rows.map(_.map(_.get(index, field.dataType)).orNull))
        }
        val vector = new StructColumnVector(dataType, children)
        vector.show(count, validity(values))
        vector
      case other => throw new IllegalArgumentException(s"no vector of $other")
    }
  }

  private def offsets(lists: Seq[Seq[Any]]): Array[Int] = lists.scanLeft(0)(_ + _.size).toArray

  private def validity(values: Seq[Any]): Array[Long] =
    if (!values.contains(null)) null
    else {
      val words = new Array[Long]((values.size + 63) / 64)
      values.zipWithIndex.foreach { case (value, index) => if (value != null) words(index >> 6) |= 1L << index }
      words
    }
}
