package io.pq2.spark

import scala.util.Random

import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types._
import org.apache.spark.sql.{DataFrame, Row}

/** A column of a random table.
  *
  * @param name the name in SQL; fields of structs have a dot
  * @param literals values of the column, or of its elements or entries, as SQL literals, without null; empty for
  *   structs
  */
private case class RandomColumn(name: String, dataType: DataType, literals: IndexedSeq[String])

/** A table of files.
  *
  * @param path the directory of the files
  * @param columns the columns that queries can name, with the fields of structs
  * @param isOneFile whether all rows are in one file, so that their order is determined
  */
private case class RandomTable(path: String, columns: IndexedSeq[RandomColumn], isOneFile: Boolean)

/** Writes pairs of random tables: facts, and dimensions that are found by the facts' columns `k`, `b`, `t` and `p`.
  * Column `b` has the integers of `k` in a wider type, and `t` values of any type. Facts may be partitioned by `p`.
  * Columns have all types that Spark can compare, and a struct, a list and a map. A third of the columns has no null.
  * The files are written by pq2 or the built-in source, or some by each, with random sizes of row groups and pages.
  */
final private class RandomTables(spark: SparkSession, random: Random) {

  import RandomTables._

  private def oneOf[T](choices: collection.Seq[T]): T = choices(random.nextInt(choices.size))

  /** Values of `p`, of one type; directories of partitions have the same type. */
  private val partitions: IndexedSeq[Any] = oneOf(
    Seq(
      IndexedSeq(0, 1, 2, 3, -7),
      IndexedSeq("a b", "ß", "x", "y=z"),
      IndexedSeq("2024-02-29", "1999-12-31", "2024-03-01").map(java.time.LocalDate.parse),
      IndexedSeq("2024-02-29T07:59:59Z", "1999-12-31T18:00:00Z", "2024-03-01T08:00:00Z").map(java.time.Instant.parse),
      IndexedSeq(0.5, -1.25, 3.0, 0.0, Double.NaN)
    )
  )

  private val partitionType: DataType = partitions.head match {
    case _: Int               => IntegerType
    case _: String            => StringType
    case _: java.time.Instant => TimestampType
    case _: Double            => DoubleType
    case _                    => DateType
  }

  private val keyType: DataType = oneOf(KeyTypes)

  private val keyValues: IndexedSeq[Any] = RandomRows.values(keyType, 8, random)

  /** Writes the facts. */
  def facts(path: String): RandomTable = {
    val count = oneOf(Seq(0, 1, 40, 300, 700, 1200))
    val scalars = Seq.tabulate(4 + random.nextInt(5))(index => field(s"c$index"))
    val struct =
      StructField("s", StructType(Seq(field("a"), field("b"), StructField("t", StructType(Seq(field("c")))))))
    val nested = Seq(
      struct,
      StructField("l", ArrayType(oneOf(Scalars))),
      StructField("m", MapType(StringType, oneOf(Scalars)))
    ).filter(_ => random.nextInt(3) > 0)
    // Without rows, a partitioned table has no file.
    write(path, keys ++ scalars ++ nested, count, partitioned = count > 0 && random.nextInt(5) < 3)
  }

  /** Writes the dimensions. */
  def dimensions(path: String): RandomTable =
    write(path, keys ++ Seq.tabulate(2 + random.nextInt(3))(index => field(s"d$index")), 12, partitioned = false)

  private def field(name: String): StructField = StructField(name, oneOf(Scalars))

  private def keys: Seq[StructField] = Seq(
    StructField("k", IntegerType),
    StructField("b", LongType),
    StructField("t", keyType),
    StructField("p", partitionType)
  )

  private def write(path: String, fields: Seq[StructField], count: Int, partitioned: Boolean): RandomTable = {
    val pools = fields.map { field =>
      field.name match {
        case "k" => 0 until 10
        case "b" => 0L until 10L
        case "t" => keyValues
        case "p" => partitions
        case _   => values(field.dataType)
      }
    }
    val sources = pools.map(pool => if (random.nextBoolean()) runs(pool, count) else (_: Int) => oneOf(pool))
    val nullable = sources.map(source => source -> (random.nextInt(3) > 0))
    val rows = (0 until count).map { index =>
      Row.fromSeq(nullable.map { case (source, isNullable) =>
        if (isNullable && random.nextInt(8) == 0) null else source(index)
      })
    }
    val schema = StructType(fields)
    val sizes = if (random.nextInt(3) == 0) Seq(count / 2, count - count / 2) else Seq(count)
    sizes.foldLeft(0) { (start, size) =>
      val part = spark.createDataFrame(spark.sparkContext.parallelize(rows.slice(start, start + size), 1), schema)
      save(part, path, partitioned)
      start + size
    }
    val columns = fields.zip(pools).flatMap { case (field, pool) => named(field.name, field.dataType, pool) }
    RandomTable(path, columns.toIndexedSeq, isOneFile = sizes.size == 1 && !partitioned)
  }

  /** Returns random values of a type; of strings sometimes long ones. */
  private def values(dataType: DataType): IndexedSeq[Any] = {
    val values = RandomRows.values(dataType, 1 + random.nextInt(12), random)
    if (dataType == StringType && random.nextInt(8) == 0) values.map(value => s"$value${"long" * 1000}") else values
  }

  /** Returns the value for each row, equal within runs of rows, so that some row groups and pages lack it. */
  private def runs(pool: IndexedSeq[Any], count: Int): Int => Any = {
    val length = math.max(1, count / pool.size)
    index => pool(index / length % pool.size)
  }

  /** Returns a column and the fields below it. */
  private def named(name: String, dataType: DataType, pool: IndexedSeq[Any]): Seq[RandomColumn] = dataType match {
    case struct: StructType =>
      val fields = struct.fields.zipWithIndex.toSeq.flatMap { case (field, index) =>
        named(s"$name.${field.name}", field.dataType, pool.map(_.asInstanceOf[Row].get(index)).filter(_ != null))
      }
      RandomColumn(name, struct, IndexedSeq.empty) +: fields
    case ArrayType(elementType, _) =>
      val elements = pool.flatMap(_.asInstanceOf[collection.Seq[Any]]).filter(_ != null)
      Seq(RandomColumn(name, dataType, literals(elements, elementType)))
    case MapType(_, valueType, _) =>
      val values = pool.flatMap(_.asInstanceOf[collection.Map[_, Any]].values).filter(_ != null)
      Seq(RandomColumn(name, dataType, literals(values, valueType)))
    case _ => Seq(RandomColumn(name, dataType, literals(pool, dataType)))
  }

  private def literals(values: IndexedSeq[Any], dataType: DataType): IndexedSeq[String] =
    values.map(Literal.create(_, dataType).sql).distinct

  private def save(frame: DataFrame, path: String, partitioned: Boolean): Unit = {
    val before = spark.conf.get(Timestamps)
    val writer = frame.write
      .mode("append")
      .format(oneOf(Seq("pq2", "parquet")))
      .option("parquet.block.row.count.limit", oneOf(Seq("50", "100", "333", "100000")))
      .option("parquet.page.row.count.limit", oneOf(Seq("20", "64", "20000")))
      .option("parquet.enable.dictionary", random.nextInt(4) > 0)
      .option("parquet.bloom.filter.enabled", random.nextInt(4) == 0)
      .option("parquet.writer.version", oneOf(Seq("PARQUET_1_0", "PARQUET_2_0")))
      .option("compression", oneOf(Seq("none", "snappy", "zstd")))
    spark.conf.set(Timestamps, oneOf(Seq("INT96", "TIMESTAMP_MICROS")))
    try (if (partitioned) writer.partitionBy("p") else writer).save(path)
    finally spark.conf.set(Timestamps, before)
  }
}

private object RandomTables {

  private val Timestamps = "spark.sql.parquet.outputTimestampType"

  /** Types of join keys. Types that runtime filters support occur more than once, so they are chosen more often. */
  private val KeyTypes: Seq[DataType] = Seq(
    StringType,
    StringType,
    DateType,
    TimestampType,
    TimestampType,
    TimestampNTZType,
    DecimalType(9, 2),
    DecimalType(18, 4),
    DecimalType(38, 6),
    LongType,
    ByteType,
    BinaryType,
    BooleanType,
    DoubleType
  )

  private val Scalars: Seq[DataType] = Seq(
    BooleanType,
    ByteType,
    ShortType,
    IntegerType,
    LongType,
    FloatType,
    DoubleType,
    StringType,
    BinaryType,
    DateType,
    TimestampType,
    TimestampNTZType,
    DecimalType(9, 2),
    DecimalType(18, 4),
    DecimalType(38, 6),
    YearMonthIntervalType(),
    DayTimeIntervalType()
  )
}
