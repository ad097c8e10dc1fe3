package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.util.{Failure, Success, Try}

import io.pq2.io.LocalOutputFile
import io.pq2.record.{RecordValue, RecordWriter}
import io.pq2.write.WriteOptions
import org.apache.spark.SparkException

/** Reads leaves of every type as every type, and compares the values and the errors with Spark's own reader. */
class NarrowingSpec extends SparkSpec {

  private val ints = Seq(0, 1, -1, 127, 128, 255, 300, -129, 32767, 32768, 65535, 70000, Int.MaxValue, Int.MinValue)
  private val longs = ints.map(_.toLong) ++ Seq(1L << 31, 1L << 40, -(1L << 40), Long.MaxValue, Long.MinValue)
  private val small = Seq(0, 1, 100, 99999)

  private def ofInts(values: Seq[Int]): Seq[RecordValue => Unit] = values.map { v => (r: RecordValue) =>
    r.setInt("v", v); ()
  }
  private def ofLongs(values: Seq[Long]): Seq[RecordValue => Unit] =
    values.map { v => (r: RecordValue) => r.setLong("v", v); () }
  private def ofBytes(values: Seq[Array[Byte]]): Seq[RecordValue => Unit] =
    values.map { v => (r: RecordValue) => r.setBinary("v", v); () }
  private def big(length: Int): Seq[Array[Byte]] = small.map { v =>
    val bytes = BigInt(v).toByteArray
    Array.fill[Byte](length - bytes.length)(0) ++ bytes
  }

  /** Leaves with values. */
  private val leaves: Seq[(String, Seq[RecordValue => Unit])] = Seq(
    "int32 v" -> ofInts(ints),
    "int32 v (INTEGER(8,true))" -> ofInts(Seq(-128, 0, 127)),
    "int32 v (INTEGER(16,true))" -> ofInts(Seq(-32768, -1, 300)),
    "int32 v (INTEGER(32,true))" -> ofInts(ints),
    "int32 v (INTEGER(8,false))" -> ofInts(Seq(0, 127, 255)),
    "int32 v (INTEGER(16,false))" -> ofInts(Seq(0, 300, 65535)),
    "int32 v (INTEGER(32,false))" -> ofInts(ints),
    "int32 v (DATE)" -> ofInts(Seq(0, 20000, -1)),
    "int32 v (DECIMAL(9,2))" -> ofInts(small),
    "int32 v (TIME(MILLIS,true))" -> ofInts(small),
    "int64 v" -> ofLongs(longs),
    "int64 v (INTEGER(64,true))" -> ofLongs(longs),
    "int64 v (DECIMAL(18,2))" -> ofLongs(small.map(_.toLong)),
    "int64 v (TIME(MICROS,true))" -> ofLongs(small.map(_.toLong)),
    "int64 v (TIMESTAMP(MILLIS,true))" -> ofLongs(small.map(_.toLong)),
    "int64 v (TIMESTAMP(MICROS,true))" -> ofLongs(small.map(_.toLong)),
    "int64 v (TIMESTAMP(MICROS,false))" -> ofLongs(small.map(_.toLong)),
    "int64 v (TIMESTAMP(NANOS,true))" -> ofLongs(small.map(_.toLong)),
    "int96 v" -> ofBytes(Seq(Array[Byte](0, 0, 0, 0, 0, 0, 0, 0, -116, 61, 37, 0))),
    "float v" -> Seq(1.5f, -0.0f, 3e38f).map { v => (r: RecordValue) => r.setFloat("v", v); () },
    "double v" -> Seq(1.5, -0.0, 3e300).map { v => (r: RecordValue) => r.setDouble("v", v); () },
    "boolean v" -> Seq(true, false).map { v => (r: RecordValue) => r.setBoolean("v", v); () },
    "binary v" -> ofBytes(Seq("a".getBytes, "".getBytes)),
    "binary v (STRING)" -> ofBytes(Seq("a".getBytes, "".getBytes)),
    "binary v (ENUM)" -> ofBytes(Seq("a".getBytes)),
    "binary v (DECIMAL(9,2))" -> ofBytes(big(4)),
    "binary v (DECIMAL(25,5))" -> ofBytes(big(11)),
    "fixed_len_byte_array(4) v (DECIMAL(9,2))" -> ofBytes(big(4)),
    "fixed_len_byte_array(8) v (DECIMAL(18,2))" -> ofBytes(big(8)),
    "fixed_len_byte_array(16) v (DECIMAL(38,2))" -> ofBytes(big(16)),
    "fixed_len_byte_array(3) v" -> ofBytes(Seq("abc".getBytes))
  )

  private val types = Seq(
    "boolean",
    "tinyint",
    "smallint",
    "int",
    "bigint",
    "float",
    "double",
    "date",
    "timestamp",
    "timestamp_ntz",
    "string",
    "binary",
    "decimal(5,0)",
    "decimal(9,2)",
    "decimal(10,0)",
    "decimal(10,2)",
    "decimal(18,2)",
    "decimal(19,0)",
    "decimal(20,0)",
    "decimal(20,2)",
    "decimal(38,2)",
    "decimal(38,10)",
    "interval year to month",
    "interval day to second"
  )

  /** Pairs that both of Spark's own readers refuse. ForeignTypesSpec compares their values. */
  private val readByPq2Only = Set(
    "int32 v (TIME(MILLIS,true))" -> "string",
    "int64 v (TIME(MICROS,true))" -> "string",
    "int64 v (TIMESTAMP(NANOS,true))" -> "timestamp",
    "int64 v (TIMESTAMP(NANOS,true))" -> "timestamp_ntz",
    "int96 v" -> "binary"
  )

  private def write(leaf: String, values: Seq[RecordValue => Unit], dictionary: Boolean): String = {
    val path = newPath("leaf")
    Files.createDirectories(Path.of(path))
    val options = WriteOptions.builder().dictionary(dictionary).build()
    val writer = RecordWriter.create(
      LocalOutputFile.of(Path.of(path, "a.parquet")),
      s"message m { optional $leaf; }",
      options
    )
    try
      for (set <- values ++ values) {
        val record = writer.record()
        set(record)
        writer.write(record)
        writer.write(writer.record().setNull("v"))
      }
    finally writer.close()
    path
  }

  private def read(format: String, path: String, dataType: String): Try[Seq[Any]] =
    Try(spark.read.schema(s"v $dataType").format(format).load(path).collect().map(_.get(0) match {
      case bytes: Array[Byte] => bytes.toSeq
      case other              => other
    }).toSeq)

  test("values and errors of every pair of types are those of Spark's own reader") {
    for ((leaf, values) <- leaves) {
      // The built-in source cannot decode some dictionaries of unsigned integers.
      val plain = write(leaf, values, dictionary = false)
      val ways = Seq(plain -> "pq2", write(leaf, values, dictionary = true) -> "")
      for ((dataType, index) <- types.zipWithIndex) withClue(s"$leaf as $dataType: ") {
        val expected = read("parquet", plain, dataType)
        // V1 and V2 refuse types in the same place, so one of them is enough where the built-in source fails.
        for ((path, v1) <- if (expected.isSuccess) ways else Seq(ways(index % 2))) {
          val found = withConf("spark.sql.sources.useV1SourceList" -> v1)(read("pq2", path, dataType))
          (found, expected) match {
            case (Success(ours), Success(theirs))  => assert(ours === theirs)
            case (Failure(error), Failure(theirs)) => assert(error.getClass === theirs.getClass, error)
            case (Failure(error), Success(_))      => fail("only pq2 fails", error)
            case (Success(ours), Failure(_))       =>
              assert(readByPq2Only(leaf -> dataType) || ours === readByRows(plain, dataType))
          }
        }
      }
    }
  }

  private val rowReader = "spark.sql.parquet.enableVectorizedReader" -> "false"

  /** Pairs that only pq2 reads, in addition to [[readByPq2Only]]: their values have another form in Spark. */
  private val largerThanInt = Set("int32 v (INTEGER(32,false))")

  test("without the vectorized reader, the conversions of the built-in row reader are accepted") {
    val more: Seq[(String, Seq[RecordValue => Unit])] = leaves ++ Seq(
      "int32 v (DECIMAL(7,3))" -> ofInts(Seq(1234567, -1234567, 1234565, 1234564, -1234565, 0, 5, -5, 4)),
      "int64 v (DECIMAL(18,6))" -> ofLongs(Seq(123456789012345678L, -1234567890L, 500000L, 499999L, -500000L)),
      "int64 v (INTEGER(64,false))" -> ofLongs(Seq(0L, 99999L, 100000L, Long.MaxValue, -1L)),
      "fixed_len_byte_array(16) v (DECIMAL(38,10))" -> ofBytes(big(16) :+ Array.fill[Byte](16)(0x4a) :+
        Array.fill[Byte](16)(-1)),
      "binary v (DECIMAL(30,5))" -> ofBytes(Seq(BigInt("123456789012345678901234567890").toByteArray)),
      "fixed_len_byte_array(12) v (INTERVAL)" -> ofBytes(Seq(Array.fill[Byte](12)(65))),
      "fixed_len_byte_array(2) v (FLOAT16)" -> ofBytes(Seq(Array[Byte](65, 65)))
    )
    var accepted = 0
    for ((leaf, values) <- more) {
      val plain = write(leaf, values, dictionary = false)
      val ways = Seq(plain -> "parquet,pq2", write(leaf, values, dictionary = true) -> "parquet")
      // An unsigned value above the largest BIGINT is an error in pq2.
      for (dataType <- types if leaf -> dataType != "int64 v (INTEGER(64,false))" -> "bigint") withConf(rowReader) {
        val expected = read("parquet", plain, dataType)
        for ((path, v1) <- ways if expected.isSuccess) withClue(s"$leaf as $dataType, $v1: ") {
          accepted += 1
          val ours = withConf("spark.sql.sources.useV1SourceList" -> v1)(read("pq2", path, dataType)).get
          if (largerThanInt(leaf) && dataType.startsWith("decimal")) {
            assert(ours.zip(expected.get).forall { case (a, b) => a == b || isNegative(b) })
          } else {
            assert(ours === expected.get)
          }
        }
      }
    }
    assert(accepted > 400)
  }

  private def isNegative(value: Any): Boolean = value match {
    case number: java.math.BigDecimal => number.signum < 0
    case null                         => true
    case _                            => false
  }

  test("without the vectorized reader, a column of nulls can have any type that the built-in row reader accepts") {
    for ((leaf, _) <- leaves) {
      val path = write(leaf, Seq { r => r.setNull("v"); () }, dictionary = false)
      for ((dataType, index) <- types.zipWithIndex; v1 = Seq("pq2", "")(index % 2)) withClue(s"$leaf as $dataType: ") {
        withConf(rowReader, "spark.sql.sources.useV1SourceList" -> s"parquet,$v1") {
          val expected = read("parquet", path, dataType)
          if (expected.isSuccess) {
            assert(read("pq2", path, dataType).get === expected.get)
          }
        }
      }
    }
  }

  test("filters and aggregates see the nulls of decimals that do not fit") {
    val path = write("int64 v (DECIMAL(18,2))", ofLongs(Seq(100L, 12345678901L, -5L, 99999L)), dictionary = false)
    val queries = Seq("v IS NULL", "v IS NOT NULL", "v > 100", "v <=> NULL", "v = 1.0", "NOT (v > 5)", "v IN (1.0)")
    for (v1 <- Seq("pq2", "")) withConf(rowReader, "spark.sql.sources.useV1SourceList" -> v1) {
      def frame = spark.read.schema("v decimal(4,1)").format("pq2").load(path)
      // Without pushdown, Spark evaluates everything on the values of the built-in row reader.
      withConf("spark.sql.parquet.filterPushdown" -> "false", "spark.sql.sources.useV1SourceList" -> "parquet") {
        val theirs = spark.read.schema("v decimal(4,1)").parquet(path)
        assertSameRows(frame, theirs)
        for (query <- queries) {
          val expected = theirs.where(query).collect().toSeq
          withConf("spark.sql.parquet.filterPushdown" -> "true", "spark.sql.sources.useV1SourceList" -> v1) {
            assert(frame.where(query).collect().toSeq === expected, s"$query, $v1")
          }
        }
        val aggregates = Seq("count(v)", "min(v)", "max(v)", "count(*)")
        assertSameRows(frame.selectExpr(aggregates: _*), theirs.selectExpr(aggregates: _*))
        withConf("spark.sql.sources.useV1SourceList" -> v1) {
          assertSameRows(frame.selectExpr(aggregates: _*), theirs.selectExpr(aggregates: _*))
        }
      }
    }
  }

  /** Reads a file with the built-in source's other reader. It reads decimals that the vectorised reader cannot. */
  private def readByRows(path: String, dataType: String): Seq[Any] =
    withConf("spark.sql.parquet.enableVectorizedReader" -> "false")(read("parquet", path, dataType)).get

  test("an unsigned value that does not fit into BIGINT is an error") {
    val leaf = "int64 v (INTEGER(64,false))"
    for (dictionary <- Seq(true, false); conf <- Seq("true", "false"))
      withConf("spark.sql.parquet.enableVectorizedReader" -> conf) {
        val fits = write(leaf, ofLongs(Seq(0L, 1L, Long.MaxValue)), dictionary)
        val exceeds = write(leaf, ofLongs(Seq(0L, 1L << 63)), dictionary)
        for (v1 <- Seq("", "pq2"); ignore <- Seq("true", "false"))
          withConf("spark.sql.sources.useV1SourceList" -> v1, "spark.sql.files.ignoreCorruptFiles" -> ignore) {
            val once = Seq[Any](0L, null, 1L, null, Long.MaxValue, null)
            assert(read("pq2", fits, "bigint").get === once ++ once)
            val frame = spark.read.schema("v bigint").format("pq2").load(exceeds)
            for (query <- Seq(frame, frame.selectExpr("max(v)"))) {
              val error = intercept[SparkException](query.collect())
              val messages = Iterator.iterate[Throwable](error)(_.getCause).takeWhile(_ != null).map(_.getMessage)
                .mkString("\n")
              for (word <- Seq("9223372036854775808", "column v", "decimal(20,0)", "a.parquet"))
                assert(messages.contains(word))
            }
            assert(read("pq2", exceeds, "decimal(20,0)").isSuccess)
          }
      }
  }
}
