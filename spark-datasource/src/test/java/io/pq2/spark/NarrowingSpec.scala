package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.util.{Failure, Success, Try}

import io.pq2.io.LocalOutputFile
import io.pq2.record.{RecordValue, RecordWriter}
import io.pq2.write.WriteOptions
import org.apache.spark.SparkException

/** Reads leaves of every type as every type, and compares the values and the errors with Spark's own reader. */
class NarrowingSpec extends SparkSpec {

  private val v1Sources = "spark.sql.sources.useV1SourceList"

  private val ints = Seq(0, 1, -1, 127, 128, 255, 300, -129, 32767, 32768, 65535, 70000, Int.MaxValue, Int.MinValue)
  private val longs = ints.map(_.toLong) ++ Seq(1L << 31, 1L << 40, -(1L << 40), Long.MaxValue, Long.MinValue)
  private val small = Seq(0, 1, 100, 99999)

  /** Sets the column of this name. */
  private type Setter = (RecordValue, String) => Unit

  private def ofInts(values: Seq[Int]): Seq[Setter] = values.map(v => (r, name) => r.setInt(name, v))
  private def ofLongs(values: Seq[Long]): Seq[Setter] = values.map(v => (r, name) => r.setLong(name, v))
  private def ofBytes(values: Seq[Array[Byte]]): Seq[Setter] = values.map(v => (r, name) => r.setBinary(name, v))
  private def big(length: Int): Seq[Array[Byte]] = small.map { v =>
    val bytes = BigInt(v).toByteArray
    Array.fill[Byte](length - bytes.length)(0) ++ bytes
  }

  /** Leaves with values. */
  private val leaves: Seq[(String, Seq[Setter])] = Seq(
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
    "float v" -> Seq(1.5f, -0.0f, 3e38f).map(v => (r, name) => r.setFloat(name, v)),
    "double v" -> Seq(1.5, -0.0, 3e300).map(v => (r, name) => r.setDouble(name, v)),
    "boolean v" -> Seq(true, false).map(v => (r, name) => r.setBoolean(name, v)),
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

  /** Writes a file of columns that all have the same type and values. */
  private def write(leaf: String, values: Seq[Setter], dictionary: Boolean, columns: Seq[String] = Seq("v")): String = {
    val path = newPath("leaf")
    Files.createDirectories(Path.of(path))
    val options = WriteOptions.builder().dictionary(dictionary).build()
    val fields = columns.map(column => s"optional ${leaf.replace(" v", s" $column")};")
    val file = LocalOutputFile.of(Path.of(path, "a.parquet"))
    val writer = RecordWriter.create(file, fields.mkString("message m { ", " ", " }"), options)
    try
      for (set <- values ++ values) {
        val record = writer.record()
        columns.foreach(set(record, _))
        writer.write(record)
        val nulls = writer.record()
        columns.foreach(nulls.setNull(_))
        writer.write(nulls)
      }
    finally writer.close()
    path
  }

  /** The columns of a file that is read as every type. */
  private val columns = types.indices.map(index => s"v$index")

  /** Returns the values of each column of a schema. */
  private def read(format: String, path: String, schema: String): Try[Seq[Seq[Any]]] =
    Try(spark.read.schema(schema).format(format).load(path).collect().toSeq.map(_.toSeq.map {
      case bytes: Array[Byte] => bytes.toSeq
      case other              => other
    }).transpose)

  /** Reads a column as the type of the same place. */
  private def readOne(format: String, path: String, index: Int): Try[Seq[Any]] =
    read(format, path, s"v$index ${types(index)}").map(_.head)

  /** Reads columns as the types of the same places by the built-in source.
    *
    * @param leaf the number of the leaf
    * @param nth the build reads each leaf as every nth type
    */
  private def readByBuiltIn(path: String, leaf: Int, nth: Int = 3): Map[Int, Try[Seq[Any]]] =
    some(types.indices, nth, leaf).map(index => index -> readOne("parquet", path, index)).toMap

  /** Reads columns that the built-in source reads, all at once. Returns the values by column. */
  private def readAccepted(path: String, expected: Map[Int, Try[Seq[Any]]]): Seq[(Int, Seq[Any])] = {
    val accepted = expected.filter(_._2.isSuccess).keys.toSeq.sorted
    val schema = accepted.map(index => s"v$index ${types(index)}").mkString(", ")
    if (accepted.isEmpty) Nil else accepted.zip(read("pq2", path, schema).get)
  }

  test("values and errors of every pair of types are those of Spark's own reader") {
    for (((leaf, values), number) <- leaves.zipWithIndex) withClue(s"$leaf: ") {
      // The built-in source cannot decode some dictionaries of unsigned integers.
      val plain = write(leaf, values, dictionary = false, columns)
      val expected = readByBuiltIn(plain, number)
      val ways = Seq(plain -> "pq2", write(leaf, values, dictionary = true, columns) -> "")
      for ((path, v1) <- ways; (index, found) <- withConf(v1Sources -> v1)(readAccepted(path, expected)))
        assert(found === expected(index).get, types(index))
      for ((index, Failure(theirs)) <- expected) withClue(s"as ${types(index)}: ") {
        // V1 and V2 refuse types in the same place, so one of them is enough.
        val (path, v1) = ways(index % 2)
        withConf(v1Sources -> v1)(readOne("pq2", path, index)) match {
          case Failure(error) => assert(error.getClass === theirs.getClass, error)
          case Success(ours)  => assert(readByPq2Only(leaf -> types(index)) || ours === readByRows(plain, index))
        }
      }
    }
  }

  private val rowReader = "spark.sql.parquet.enableVectorizedReader" -> "false"

  /** Pairs that only pq2 reads, in addition to [[readByPq2Only]]: their values have another form in Spark. */
  private val largerThanInt = Set("int32 v (INTEGER(32,false))")

  test("without the vectorized reader, the conversions of the built-in row reader are accepted") {
    val more: Seq[(String, Seq[Setter])] = leaves ++ Seq(
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
    for (((leaf, values), number) <- more.zipWithIndex) withConf(rowReader) {
      val plain = write(leaf, values, dictionary = false, columns)
      val ways = Seq(plain -> "parquet,pq2", write(leaf, values, dictionary = true, columns) -> "parquet")
      // An unsigned value above the largest BIGINT is an error in pq2.
      val isError = leaf == "int64 v (INTEGER(64,false))"
      val expected = readByBuiltIn(plain, number).filterNot { case (index, _) =>
        isError && types(index) == "bigint"
      }
      for ((path, v1) <- ways; (index, ours) <- withConf(v1Sources -> v1)(readAccepted(path, expected))) {
        accepted += 1
        val theirs = expected(index).get
        withClue(s"$leaf as ${types(index)}, $v1: ") {
          if (largerThanInt(leaf) && types(index).startsWith("decimal")) {
            assert(ours.zip(theirs).forall { case (a, b) => a == b || isNegative(b) })
          } else {
            assert(ours === theirs)
          }
        }
      }
    }
    assert(accepted > (if (allCases) 400 else 130))
  }

  private def isNegative(value: Any): Boolean = value match {
    case number: java.math.BigDecimal => number.signum < 0
    case null                         => true
    case _                            => false
  }

  test("without the vectorized reader, a column of nulls can have any type that the built-in row reader accepts") {
    for (((leaf, _), number) <- leaves.zipWithIndex) withConf(rowReader) {
      val path = write(leaf, Seq((record, name) => record.setNull(name)), dictionary = false, columns)
      val expected = readByBuiltIn(path, number, 6)
      for (v1 <- Seq("parquet,pq2", "parquet")) withConf(v1Sources -> v1) {
        for ((index, ours) <- readAccepted(path, expected))
          assert(ours === expected(index).get, s"$leaf as ${types(index)}, $v1")
      }
    }
  }

  test("filters and aggregates see the nulls of decimals that do not fit") {
    val path = write("int64 v (DECIMAL(18,2))", ofLongs(Seq(100L, 12345678901L, -5L, 99999L)), dictionary = false)
    val queries = Seq("v IS NULL", "v IS NOT NULL", "v > 100", "v <=> NULL", "v = 1.0", "NOT (v > 5)", "v IN (1.0)")
    for (v1 <- Seq("pq2", "")) withConf(rowReader, v1Sources -> v1) {
      def frame = spark.read.schema("v decimal(4,1)").format("pq2").load(path)
      // Without pushdown, Spark evaluates everything on the values of the built-in row reader.
      withConf("spark.sql.parquet.filterPushdown" -> "false", v1Sources -> "parquet") {
        val theirs = spark.read.schema("v decimal(4,1)").parquet(path)
        assertSameRows(frame, theirs)
        for (query <- queries) {
          val expected = theirs.where(query).collect().toSeq
          withConf("spark.sql.parquet.filterPushdown" -> "true", v1Sources -> v1) {
            assert(frame.where(query).collect().toSeq === expected, s"$query, $v1")
          }
        }
        val aggregates = Seq("count(v)", "min(v)", "max(v)", "count(*)")
        assertSameRows(frame.selectExpr(aggregates: _*), theirs.selectExpr(aggregates: _*))
        withConf(v1Sources -> v1) {
          assertSameRows(frame.selectExpr(aggregates: _*), theirs.selectExpr(aggregates: _*))
        }
      }
    }
  }

  /** Reads a file with the built-in source's other reader. It reads decimals that the vectorised reader cannot. */
  private def readByRows(path: String, index: Int): Seq[Any] = withConf(rowReader)(readOne("parquet", path, index)).get

  test("an unsigned value that does not fit into BIGINT is an error") {
    val leaf = "int64 v (INTEGER(64,false))"
    for (dictionary <- Seq(true, false); conf <- Seq("true", "false"))
      withConf("spark.sql.parquet.enableVectorizedReader" -> conf) {
        val fits = write(leaf, ofLongs(Seq(0L, 1L, Long.MaxValue)), dictionary)
        val exceeds = write(leaf, ofLongs(Seq(0L, 1L << 63)), dictionary)
        for (v1 <- Seq("", "pq2"); ignore <- Seq("true", "false"))
          withConf(v1Sources -> v1, "spark.sql.files.ignoreCorruptFiles" -> ignore) {
            val once = Seq[Any](0L, null, 1L, null, Long.MaxValue, null)
            assert(read("pq2", fits, "v bigint").get === Seq(once ++ once))
            val frame = spark.read.schema("v bigint").format("pq2").load(exceeds)
            for (query <- Seq(frame, frame.selectExpr("max(v)"))) {
              val error = intercept[SparkException](query.collect())
              val messages = Iterator.iterate[Throwable](error)(_.getCause).takeWhile(_ != null).map(_.getMessage)
                .mkString("\n")
              for (word <- Seq("9223372036854775808", "column v", "decimal(20,0)", "a.parquet"))
                assert(messages.contains(word))
            }
            assert(read("pq2", exceeds, "v decimal(20,0)").isSuccess)
          }
      }
  }
}
