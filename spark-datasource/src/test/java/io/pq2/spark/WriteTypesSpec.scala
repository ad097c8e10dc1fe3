package io.pq2.spark

import java.nio.file.{Files, Path}
import java.util.Optional

import scala.jdk.CollectionConverters._
import scala.util.Using

import io.pq2.spark.internal.replace.Replacement
import org.apache.hadoop.fs.{Path => HadoopPath}
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter
import org.apache.parquet.hadoop.ParquetFileReader
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.parquet.io.ColumnIOFactory
import org.apache.spark.sql.catalyst.{InternalRow, TableIdentifier}
import org.apache.spark.sql.connector.catalog.SupportsWrite
import org.apache.spark.sql.connector.write.LogicalWriteInfo
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.apache.spark.sql.{AnalysisException, DataFrame, SaveMode}
import org.apache.spark.unsafe.types.UTF8String

/** Writes columns as the types that options request (`pq2.write.type#column`). */
class WriteTypesSpec extends SparkSpec {

  /** A column.
    *
    * @param option
    *   the requested type
    * @param values
    *   expressions of its values
    * @param leaf
    *   the type in the file, as parquet-java prints it
    * @param same
    *   an expression of the values as read, in terms of the column v as written
    */
  private case class Case(option: String, values: Seq[String], leaf: String, same: String = "v")

  private val uuids = Seq("'123E4567-e89b-12d3-a456-426614174000'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'")

  private def interval(months: String, days: String, millis: String) =
    s"named_struct('months', $months, 'days', $days, 'millis', ${millis}L)"

  private val cases = Seq(
    Case("uuid", uuids, "fixed_len_byte_array(16) NAME (UUID)", "lower(v)"),
    Case("uuid", Seq("unhex('00112233445566778899aabbccddeeff')"), "fixed_len_byte_array(16) NAME (UUID)"),
    Case("enum", Seq("'A'", "''", "'ünï'"), "binary NAME (ENUM)"),
    Case("json", Seq("'{\"a\": 1}'", "'[]'"), "binary NAME (JSON)"),
    Case("bson", Seq("unhex('0500000000')", "x''"), "binary NAME (BSON)"),
    Case("fixed(3)", Seq("x'010203'", "x'ffffff'"), "fixed_len_byte_array(3) NAME"),
    Case(
      "decimal(42,2)",
      Seq("'1234567890123456789012345678901234567890.12'", "'-1234567890123456789012345678901234567890.00'", "'-0.05'"),
      "fixed_len_byte_array(18) NAME (DECIMAL(42,2))"
    ),
    Case(
      "float16",
      Seq("1.5f", "-0f", "65504f", "float('NaN')", "float('-Infinity')", "0.00000006f", "1.00048828125f"),
      "fixed_len_byte_array(2) NAME (FLOAT16)",
      "CASE WHEN v = 0.00000006f THEN 5.9604645E-8f WHEN v = 1.00048828125f THEN 1f ELSE v END"
    ),
    Case("uint8", Seq("0S", "255S"), "int32 NAME (INTEGER(8,false))"),
    Case("uint16", Seq("0", "65535"), "int32 NAME (INTEGER(16,false))"),
    Case("uint32", Seq("0L", "4294967295L"), "int32 NAME (INTEGER(32,false))"),
    Case(
      "uint64",
      Seq("0", "18446744073709551615").map(number => s"CAST('$number' AS DECIMAL(20,0))"),
      "int64 NAME (INTEGER(64,false))"
    ),
    Case("time-millis", Seq("0L", "86399999L"), "int32 NAME (TIME(MILLIS,false))"),
    Case("time-micros", Seq("0L", "86399999999L"), "int64 NAME (TIME(MICROS,false))"),
    Case("time-nanos", Seq("0L", "86399999999999L"), "int64 NAME (TIME(NANOS,false))"),
    Case("time-millis-utc", Seq("0L", "86399999L"), "int32 NAME (TIME(MILLIS,true))"),
    Case("time-micros-utc", Seq("1L"), "int64 NAME (TIME(MICROS,true))"),
    Case("time-nanos-utc", Seq("1L"), "int64 NAME (TIME(NANOS,true))"),
    Case(
      "timestamp-nanos",
      Seq("timestamp_micros(-1)", "timestamp_micros(9223372036854775)", "timestamp_micros(-9223372036854775)"),
      "int64 NAME (TIMESTAMP(NANOS,true))"
    ),
    Case("timestamp-nanos", Seq("TIMESTAMP_NTZ'2020-01-01 00:00:00.123456'"), "int64 NAME (TIMESTAMP(NANOS,false))"),
    Case("timestamp-nanos", Seq("-1L", "1700000000123456789L"), "int64 NAME (TIMESTAMP(NANOS,true))"),
    Case("timestamp-nanos-local", Seq("-1L"), "int64 NAME (TIMESTAMP(NANOS,false))"),
    Case(
      "timestamp-millis",
      Seq("timestamp_micros(-1)", "timestamp_micros(1001)"),
      "int64 NAME (TIMESTAMP(MILLIS,true))",
      "date_trunc('MILLISECOND', v)"
    ),
    Case("timestamp-micros", Seq("TIMESTAMP_NTZ'1969-12-31 23:59:59.999999'"), "int64 NAME (TIMESTAMP(MICROS,false))"),
    Case("int96", Seq("timestamp_micros(-1)", "timestamp_micros(1001)"), "int96 NAME"),
    Case("int96", Seq("unhex('000102030405060708090a0b')"), "int96 NAME"),
    Case(
      "interval",
      Seq(interval("0", "1", "2"), interval("2147483647", "2147483647", "4294967295")),
      "fixed_len_byte_array(12) NAME (INTERVAL)"
    ),
    Case("interval", Seq("unhex('000102030405060708090a0b')"), "fixed_len_byte_array(12) NAME (INTERVAL)")
  )

  private val rowCount = 100

  /** Returns a value of a row for a case, null in some rows. */
  private def value(one: Case): String = {
    val choices = one.values.zipWithIndex.map { case (value, i) => s"WHEN id % ${one.values.size} = $i THEN $value" }
    s"CASE WHEN id % 7 = 3 THEN NULL ${choices.mkString(" ")} END"
  }

  /** Returns each case as a column, a field of a struct, an element of an array, and a key and value of a map. */
  private def frame: DataFrame = {
    val columns = cases.zipWithIndex.flatMap { case (one, i) =>
      val v = value(one)
      val key = s"coalesce($v, ${one.values.head})"
      Seq(
        s"$v AS c$i",
        s"named_struct('F', $v) AS s$i",
        s"array(named_struct('e', array($v)), NULL) AS a$i",
        s"map($key, $v) AS m$i"
      )
    }
    spark.range(0, rowCount, 1, 1).selectExpr("id" +: columns: _*)
  }

  private val options: Map[String, String] = cases.zipWithIndex.flatMap { case (one, i) =>
    Seq(s"c$i", s"s$i.f", s"a$i.e.element", s"m$i.key", s"m$i.value").map(s"pq2.write.type#" + _ -> one.option)
  }.toMap

  /** Returns the rows of the frame as they are read back. */
  private def expected: DataFrame = {
    val columns = cases.zipWithIndex.flatMap { case (one, i) =>
      def same(v: String) = one.same.replaceAll("\\bv\\b", v)
      Seq(
        s"${same(s"c$i")} AS c$i",
        s"named_struct('F', ${same(s"s$i.F")}) AS s$i",
        s"transform(a$i, x -> IF(x IS NULL, NULL, named_struct('e', array(${same("x.e[0]")})))) AS a$i",
        s"map(${same(s"map_keys(m$i)[0]")}, ${same(s"map_values(m$i)[0]")}) AS m$i"
      )
    }
    frame.selectExpr("id" +: columns: _*)
  }

  private def file(path: String): Path = {
    val files = Files.walk(Path.of(path))
    try files.iterator.asScala.find(_.getFileName.toString.startsWith("part-")).get
    finally files.close()
  }

  /** Returns the leaves of a file by path, as parquet-java prints them without repetition. */
  private def leaves(path: String): Map[String, String] = {
    val reader = ParquetFileReader.open(
      HadoopInputFile.fromPath(new HadoopPath(file(path).toUri), spark.sessionState.newHadoopConf())
    )
    try {
      val schema = reader.getFileMetaData.getSchema
      schema.getPaths.asScala.map { path =>
        val text = schema.getType(path: _*).toString
        path.mkString(".") -> text.replaceFirst("\\w+ ", "").replaceFirst(s" ${path.last}", " NAME")
      }.toMap
    } finally reader.close()
  }

  private def rowsInParquetJava(path: String): Long = {
    val reader = ParquetFileReader.open(
      HadoopInputFile.fromPath(new HadoopPath(file(path).toUri), spark.sessionState.newHadoopConf())
    )
    try {
      val schema = reader.getFileMetaData.getSchema
      val pages = reader.readNextRowGroup()
      val records =
        new ColumnIOFactory().getColumnIO(schema).getRecordReader(pages, new GroupRecordConverter(schema))
      (0L until pages.getRowCount).count(_ => records.read() != null)
    } finally reader.close()
  }

  private def checkFile(path: String): Unit = {
    val found = leaves(path)
    for ((one, i) <- cases.zipWithIndex) {
      val columns =
        Seq(s"c$i", s"s$i.F", s"a$i.list.element.e.list.element", s"m$i.key_value.key", s"m$i.key_value.value")
      for (column <- columns) assert(found(column) === one.leaf, column)
    }
    assert(rowsInParquetJava(path) === rowCount)
  }

  test("columns of each type are written as asked at any depth and read back equal") {
    val path = newPath("types")
    frame.write.format("pq2").options(options).save(path)
    checkFile(path)
    for (vectorized <- Seq("true", "false"); read <- Seq(pq2 _, pq2V1 _))
      withConf("spark.sql.parquet.enableVectorizedReader" -> vectorized)(assertSameRows(read(path), expected))
  }

  test("a table that is rewritten with the types keeps its files' schema") {
    val first = newPath("first")
    val second = newPath("second")
    frame.write.format("pq2").options(options).save(first)
    pq2(first).coalesce(1).write.format("pq2").options(options).save(second)
    assert(leaves(second) === leaves(first))
    assertSameRows(pq2(second), expected)
  }

  test("TIME is written in each unit") {
    assumeSpark("4.1", "there is the type TIME")
    withConf("spark.sql.timeType.enabled" -> "true") {
      val units = Map("time-millis" -> "int32", "time-micros" -> "int64", "time-nanos-utc" -> "int64")
      for ((option, physical) <- units) {
        val path = newPath("time")
        val times = spark.sql("SELECT TIME'23:59:59.999999' AS t, id FROM range(0, 10, 1, 1)")
        times.write.format("pq2").option("pq2.write.type#t", option).save(path)
        val unit = option.split("-")(1).toUpperCase
        assert(leaves(path)("t") === s"$physical NAME (TIME($unit,${option.endsWith("utc")}))")
        val read = pq2(path).selectExpr("CAST(t AS STRING)").distinct().collect().map(_.getString(0)).toSeq
        assert(read === Seq(if (option == "time-millis") "23:59:59.999" else "23:59:59.999999"))
      }
    }
  }

  test("keys of the session, properties and options of tables set types") {
    val table = "pq2_types"
    def leaf(): String =
      leaves(Path.of(spark.sessionState.catalog.getTableMetadata(TableIdentifier(table)).location).toString)("u")
    def withTable(create: String)(body: => Unit): Unit =
      try {
        spark.sql(s"CREATE TABLE $table $create")
        body
      } finally spark.sql(s"DROP TABLE IF EXISTS $table")
    def insert() = spark.sql(s"INSERT OVERWRITE $table SELECT 1, ${uuids.head}")
    val uuid = "fixed_len_byte_array(16) NAME (UUID)"
    val string = "binary NAME (STRING)"
    // Tables of the built-in source, which pq2 replaces, have the same properties.
    for (provider <- Seq("pq2", "parquet"))
      withConf(Replacement.Key -> (provider == "parquet").toString) {
        val columns = s"(id INT, u STRING) USING $provider"
        withTable(columns) {
          insert()
          assert(leaf() === string)
          withConf("pq2.write.type#u" -> "uuid", "pq2.write.type#elsewhere" -> "uuid") {
            insert()
            assert(leaf() === uuid)
          }
          spark.sql(s"ALTER TABLE $table SET TBLPROPERTIES ('pq2.write.type#U' = 'uuid')")
          insert()
          assert(leaf() === uuid)
          withConf("pq2.write.type#u" -> "json") {
            insert()
            assert(leaf() === uuid)
          }
          spark.sql(s"ALTER TABLE $table UNSET TBLPROPERTIES ('pq2.write.type#U')")
          insert()
          assert(leaf() === string)
        }
        for (clause <- Seq("OPTIONS", "TBLPROPERTIES"); part <- Seq("", " PARTITIONED BY (id)")) {
          withTable(s"$columns $clause ('pq2.write.type#u' = 'uuid')$part") {
            spark.sql(s"INSERT INTO $table (id, u) VALUES (1, ${uuids.head})")
            assert(leaf() === uuid, clause)
            assert(spark.table(table).select("u").head().getString(0) === "123e4567-e89b-12d3-a456-426614174000")
          }
          val query = s"SELECT 1 AS id, ${uuids.head} AS u"
          withTable(s"USING $provider $clause ('pq2.write.type#u' = 'uuid')$part AS $query") {
            assert(leaf() === uuid, clause)
            spark.sql(s"ALTER TABLE $table UNSET TBLPROPERTIES IF EXISTS ('pq2.write.type#u')")
            spark.sql(s"INSERT OVERWRITE $table (id, u) $query")
            assert(leaf() === string, clause)
          }
        }
      }
  }

  test("names in the keys of options keep their case") {
    val table = "pq2_names"
    val options = Seq(
      "pq2.write.type#Uu" -> "uuid",
      "parquet.compression#Uu" -> "GZIP",
      "pq2.write.metadata.MyKey" -> "MyValue"
    )
    val clause = options.map { case (key, value) => s"'$key' = '$value'" }.mkString("OPTIONS (", ", ", ")")
    val query = s"SELECT ${uuids.head} AS uu, ${uuids.head} AS Uu"
    def check(path: String): Unit = {
      assert(leaves(path) === Map("uu" -> "binary NAME (STRING)", "Uu" -> "fixed_len_byte_array(16) NAME (UUID)"))
      val input = HadoopInputFile.fromPath(new HadoopPath(file(path).toUri), spark.sessionState.newHadoopConf())
      val footer = Using.resource(ParquetFileReader.open(input))(_.getFooter)
      val codecs = footer.getBlocks.get(0).getColumns.asScala.map(_.getCodec.name).toSeq
      assert(codecs === Seq("SNAPPY", "GZIP"))
      assert(footer.getFileMetaData.getKeyValueMetaData.get("MyKey") === "MyValue")
    }
    def location: String =
      Path.of(spark.sessionState.catalog.getTableMetadata(TableIdentifier(table)).location).toString
    for (provider <- Seq("pq2", "parquet"))
      withConf("spark.sql.caseSensitive" -> "true", Replacement.Key -> (provider == "parquet").toString) {
        val path = newPath("names")
        spark.sql(query).write.format(provider).options(options.toMap).save(path)
        withClue(s"$provider path: ")(check(path))
        val streamed = newPath("streamed")
        spark.readStream.schema("uu STRING, Uu STRING").format("pq2").load(path).writeStream.format(provider)
          .options(options.toMap).option(
            "checkpointLocation",
            newPath("checkpoint")
          ).start(streamed).processAllAvailable()
        spark.streams.active.foreach(_.stop())
        withClue(s"$provider stream: ")(check(streamed))
        for (create <- Seq(s"(uu STRING, Uu STRING) USING $provider $clause", s"USING $provider $clause AS $query"))
          try {
            spark.sql(s"CREATE TABLE $table $create")
            spark.sql(s"INSERT OVERWRITE $table $query")
            withClue(s"$create: ")(check(location))
            spark.sql(s"ALTER TABLE $table SET TBLPROPERTIES ('pq2.write.type#Uu' = 'enum')")
            spark.sql(s"INSERT OVERWRITE $table $query")
            val changed = Map("uu" -> "binary NAME (STRING)", "Uu" -> "binary NAME (ENUM)")
            withClue(s"$create: ")(assert(leaves(location) === changed))
          } finally spark.sql(s"DROP TABLE IF EXISTS $table")
      }
  }

  test("writes by Data Source V2 have the types") {
    val path = newPath("v2")
    val map = new CaseInsensitiveStringMap(Map("path" -> path, "pq2.write.type#u" -> "enum").asJava)
    val table = (new Pq2DataSourceV2).getTable(StructType.fromDDL("u STRING"), Array.empty, map)
    def batch(ddl: String) = table.asInstanceOf[SupportsWrite].newWriteBuilder(new LogicalWriteInfo {
      override def options(): CaseInsensitiveStringMap = map
      override def queryId(): String = "query"
      override def schema(): StructType = StructType.fromDDL(ddl)
      override def rowIdSchema(): Optional[StructType] = Optional.empty
      override def metadataSchema(): Optional[StructType] = Optional.empty
    }).build().toBatch
    val strings = batch("u STRING")
    val factory = strings.createBatchWriterFactory(() => 1)
    val messages = spark.sparkContext.parallelize(Seq("A"), 1).map { text =>
      val writer = factory.createWriter(0, 0)
      writer.write(InternalRow(UTF8String.fromString(text)))
      writer.commit()
    }.collect()
    strings.commit(messages)
    assert(leaves(path) === Map("u" -> "binary NAME (ENUM)"))
    assert(intercept[AnalysisException](batch("u INT")).getMessage.contains("needs a column of type STRING"))
  }

  test("an unsuitable type fails when the write is declared and leaves the old files") {
    val path = newPath("old")
    val rows = spark.range(3).selectExpr("id", "id % 2 AS half")
    rows.write.format("pq2").partitionBy("half").save(path)
    val wrong = Seq(
      ("pq2.write.type#id", "uuid", "needs a column of type STRING or BINARY, but the column has type BIGINT"),
      ("pq2.write.type#id", "guid", "is none of uuid, enum, json"),
      ("pq2.write.type#ids", "uint32", "names a column that the files do not have"),
      ("pq2.write.type#half", "uint32", "names a column that the files do not have")
    )
    for ((key, value, words) <- wrong; mode <- SaveMode.values) {
      val error = intercept[Exception](
        rows.write.format("pq2").mode(mode).option(key, value).partitionBy("half").save(path)
      )
      assert(error.getMessage.contains(words) && error.getMessage.contains(key))
      assertSameRows(pq2(path).select("id", "half"), rows)
    }
  }

  test("values that a type does not have are errors that name the column and the value") {
    val wrong = Seq(
      ("uuid", "'not\\na uuid'", "the text \"not\\na uuid\" is not a UUID"),
      ("uuid", "'123e4567-e89b-12d3-a456-42661417400g'", "42661417400g"),
      ("uuid", "'123e4567e89b-12d3-a456-4266141740000'", "is not a UUID"),
      ("uuid", "'1-1-1-1-1'", "is not a UUID"),
      ("uuid", "x'00'", "1 bytes, but uuid needs 16"),
      ("fixed(2)", "x'010203'", "3 bytes, but fixed(2) needs 2"),
      ("decimal(42,2)", "'1.234'", "\"1.234\" is not a number of at most 40 digits before the decimal point"),
      ("decimal(42,2)", "'1e30'", "without exponent"),
      ("decimal(42,2)", "repeat('9', 41)", "40 digits"),
      ("decimal(42,2)", "'x'", "\"x\""),
      ("float16", "65520f", "65520.0 does not fit into FLOAT16"),
      ("uint8", "-1S", "-1"),
      ("uint8", "256S", "256"),
      ("uint16", "65536", "65536"),
      ("uint32", "-1L", "-1"),
      ("uint32", "4294967296L", "4294967296"),
      ("uint64", "CAST(-1 AS DECIMAL(20,0))", "-1"),
      ("uint64", "CAST('18446744073709551616' AS DECIMAL(20,0))", "18446744073709551616"),
      ("time-millis", "86400000L", "86400000"),
      ("time-millis", "-4294967296L", "-4294967296"),
      ("time-nanos", "86400000000000L", "86400000000000"),
      ("timestamp-nanos", "timestamp_micros(9223372036854776)", "2262-04-11T23:47:16.854776Z"),
      ("timestamp-nanos", "timestamp_micros(-9223372036854776)", "1677-09-21T00:12:43.145224Z"),
      ("interval", interval("-1", "0", "0"), "-1 months"),
      ("interval", interval("0", "CAST(NULL AS INT)", "0"), "null days"),
      ("interval", interval("0", "0", "4294967296"), "4294967296 millis"),
      ("int96", "x'00'", "1 bytes, but int96 needs 12")
    )
    for ((option, value, words) <- wrong) {
      val error = intercept[Exception](
        spark.sql(s"SELECT named_struct('Field', $value) AS place").write.format("pq2")
          .option("pq2.write.type#place.field", option).save(newPath("wrong"))
      )
      val text = LazyList.iterate[Throwable](error)(_.getCause).takeWhile(_ != null).map(_.getMessage).mkString("\n")
      assert(text.contains(words), option)
      assert(text.contains("place.Field"), text)
    }
  }
}
