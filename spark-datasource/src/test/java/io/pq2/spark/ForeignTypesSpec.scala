package io.pq2.spark

import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.nio.file.{Files, Path}
import java.time.{Instant, LocalDateTime, LocalTime, ZoneOffset}
import java.util.UUID

import scala.jdk.CollectionConverters._

import io.pq2.io.{LocalInputFile, LocalOutputFile}
import io.pq2.read.ParquetFile
import io.pq2.record.RecordWriter
import io.pq2.schema.SchemaText
import io.pq2.testing.Seeds
import io.pq2.write.WriteOptions
import org.apache.spark.sql.{AnalysisException, DataFrame, Row}

/** Reads types that Spark's built-in source refuses and other writers store. */
class ForeignTypesSpec extends SparkSpec {

  /** A type of the file.
    *
    * @param parquet
    *   the type in the text of a schema, with NAME in place of the name
    * @param sql
    *   the Spark type
    * @param stored
    *   values as stored
    * @param read
    *   the same values as read
    */
  private case class Case(parquet: String, sql: String, stored: Seq[Any], read: Seq[Any])

  private val uuids = Seq(
    "00000000-0000-0000-0000-000000000001",
    "7fffffff-ffff-4fff-bfff-ffffffffffff",
    "80000000-0000-4000-8000-00000000000a",
    "ffffffff-ffff-ffff-ffff-ffffffffffff"
  )

  private def bytes(uuid: String): Array[Byte] = {
    val value = UUID.fromString(uuid)
    ByteBuffer.allocate(16).putLong(value.getMostSignificantBits).putLong(value.getLeastSignificantBits).array
  }

  private def interval(months: Int, days: Int, millis: Int): Array[Byte] =
    ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).putInt(months).putInt(days).putInt(millis).array

  private def unscaled(number: String, length: Int): Array[Byte] = {
    val value = new java.math.BigInteger(number).toByteArray
    Array.fill[Byte](length - value.length)(if (value(0) < 0) -1 else 0) ++ value
  }

  private val nanos = Seq(0L, 1L, -1L, 999L, 1000L, -1000L, -1001L, 1700000000123456789L, Long.MaxValue, Long.MinValue)

  private def instant(value: Long): Instant = {
    val micros = Math.floorDiv(value, 1000L)
    Instant.ofEpochSecond(Math.floorDiv(micros, 1000000L), Math.floorMod(micros, 1000000L) * 1000L)
  }

  private def local(value: Long): LocalDateTime = LocalDateTime.ofInstant(instant(value), ZoneOffset.UTC)

  private val millisOfDay = Seq(0, 1, 43200000, 86399999)
  private val microsOfDay = Seq(0L, 1L, 43200000000L, 86399999999L)
  private val nanosOfDay = Seq(0L, 1L, 1999L, 43200000000000L, 86399999999999L)

  private val big = "123456789012345678901234567890123456789012"

  private val cases = Seq(
    Case("int64 NAME (TIMESTAMP(NANOS,true))", "timestamp", nanos, nanos.map(instant)),
    Case("int64 NAME (TIMESTAMP(NANOS,false))", "timestamp_ntz", nanos, nanos.map(local)),
    Case("fixed_len_byte_array(16) NAME (UUID)", "string", uuids.map(bytes), uuids),
    Case(
      "fixed_len_byte_array(2) NAME (FLOAT16)",
      "float",
      Seq(Array[Byte](0, 0x3c), Array[Byte](0, -64), Array[Byte](-1, 0x7b)),
      Seq(1f, -2f, 65504f)
    ),
    Case(
      "fixed_len_byte_array(12) NAME (INTERVAL)",
      "struct<months:int,days:int,millis:bigint>",
      Seq(interval(1, 2, 3), interval(0, 0, -1), interval(Int.MaxValue, 0, 0)),
      Seq(Row(1, 2, 3L), Row(0, 0, 4294967295L), Row(Int.MaxValue, 0, 0L))
    ),
    Case("int32 NAME (TIME(MILLIS,true))", "bigint", millisOfDay, millisOfDay.map(_.toLong)),
    Case("int64 NAME (TIME(MICROS,true))", "bigint", microsOfDay, microsOfDay),
    Case("int64 NAME (TIME(MICROS,false))", "bigint", microsOfDay, microsOfDay),
    Case("int64 NAME (TIME(NANOS,false))", "bigint", nanosOfDay, nanosOfDay),
    Case(
      "fixed_len_byte_array(18) NAME (DECIMAL(42,2))",
      "string",
      Seq(unscaled(big, 18), unscaled("-" + big, 18), unscaled("-5", 18)),
      Seq(big.dropRight(2) + ".12", "-" + big.dropRight(2) + ".12", "-0.05")
    ),
    Case(
      "binary NAME (DECIMAL(42,0))",
      "string",
      Seq(unscaled(big, 18), Array[Byte](7)),
      Seq(big, "7")
    )
  )

  private val rowCount = 300

  /** Returns the position of a row's value among those of a case; None for null. */
  private def position(row: Int, values: Seq[Any]): Option[Int] =
    if (row % 7 == 3) None else Some(row * 31 / 7 % values.size)

  private def set(record: io.pq2.record.RecordValue, name: String, value: Any): Unit = value match {
    case number: Int        => record.setInt(name, number)
    case number: Long       => record.setLong(name, number)
    case bytes: Array[Byte] => record.setBinary(name, bytes)
    case other              => fail(s"no setter for $other")
  }

  private def add(list: io.pq2.record.ListValue, value: Any): Unit = value match {
    case number: Int        => list.addInt(number)
    case number: Long       => list.addLong(number)
    case bytes: Array[Byte] => list.addBinary(bytes)
    case other              => fail(s"no setter for $other")
  }

  /** Writes a file and returns its folder. */
  private def write(schema: String, dictionaries: Boolean, rows: Int)(
      fill: (io.pq2.record.RecordValue, Int) => Unit
  ): String = {
    val folder = Files.createDirectories(Path.of(newPath("types")))
    val options = WriteOptions.builder().dictionary(dictionaries).pageRows(50).build()
    val writer = RecordWriter.create(LocalOutputFile.of(folder.resolve("a.parquet")), SchemaText.parse(schema), options)
    try
      for (row <- 0 until rows) {
        val record = writer.record()
        fill(record, row)
        writer.write(record)
      }
    finally writer.close()
    folder.toString
  }

  /** Writes all cases as columns, fields of structs, elements of lists, and keys and values of maps. */
  private def write(dictionaries: Boolean): String = {
    val fields = cases.zipWithIndex.map { case (one, i) =>
      val field = "optional " + one.parquet
      field.replace("NAME", s"c$i") + ";\noptional group s" + i + " { " + field.replace("NAME", "f") + "; }\n" +
        s"optional group l$i (LIST) { repeated group list { ${field.replace("NAME", "element")}; } }\n" +
        s"optional group m$i (MAP) { repeated group key_value { required ${one.parquet.replace("NAME", "key")}; " +
        s"${field.replace("NAME", "value")}; } }"
    }
    write("message m { required int32 id;\n" + fields.mkString("\n") + " }", dictionaries, rowCount) { (record, row) =>
      record.setInt("id", row)
      for ((one, i) <- cases.zipWithIndex; at <- position(row, one.stored)) {
        set(record, s"c$i", one.stored(at))
        set(record.struct(s"s$i"), "f", one.stored(at))
        add(record.list(s"l$i"), one.stored(at))
        val map = record.map(s"m$i")
        for (list <- Seq(map.keys(), map.values())) add(list, one.stored(at))
      }
    }
  }

  private lazy val paths = Seq(write(dictionaries = true), write(dictionaries = false))

  private def eachRead(body: DataFrame => Unit): Unit =
    for (path <- paths; vectorized <- Seq("true", "false"))
      withConf(
        "spark.sql.parquet.enableVectorizedReader" -> vectorized,
        "spark.sql.timeType.enabled" -> "false",
        "spark.sql.datetime.java8API.enabled" -> "true"
      ) {
        body(pq2(path))
        body(pq2V1(path))
      }

  test("columns and nested values of each type are read by default") {
    eachRead { frame =>
      for ((one, i) <- cases.zipWithIndex) withClue(one.parquet + ": ") {
        assert(frame.schema(s"c$i").dataType.catalogString === one.sql)
        val rows = frame.selectExpr("id", s"c$i", s"s$i.f", s"l$i", s"map_keys(m$i)", s"map_values(m$i)").collect()
        assert(rows.length === rowCount)
        for (row <- rows) {
          val expected = position(row.getInt(0), one.read).map(one.read)
          assert(Option(row.get(1)) === expected)
          assert(Option(row.get(2)) === expected)
          for (list <- 3 to 5) assert(Option(row.getSeq[Any](list)).map(_.head) === expected)
        }
      }
    }
  }

  /** Values to compare a column with, as SQL literals. */
  private def literals(sql: String, values: Seq[Any]): Seq[String] = sql match {
    case "timestamp" | "timestamp_ntz" => // timestamps before 1900 have offsets of seconds
      val sqlType = if (sql == "timestamp") "TIMESTAMP" else "TIMESTAMP_NTZ"
      Seq(
        "1969-12-31 23:59:59.999999",
        "1970-01-01 00:00:00",
        "1970-01-01 00:00:00.000001",
        "2023-11-14 22:13:20.123456"
      ).map(text => s"$sqlType'$text${if (sql == "timestamp") "Z" else ""}'")
    case "string" => (values :+ "80000000-0000-4000-8000-00000000000A" :+ "x" :+ "-0.04").map(text => s"'$text'")
    case "bigint" => values.map(number => s"${number}L") ++ Seq("-1L", "86400000L", "100000000000000L")
    case "float"  => Seq("1f", "-2f", "3f").map(number => s"CAST('${number.init}' AS FLOAT)")
    case _        => Nil
  }

  /** Returns conditions on a case's column and its field of a struct. */
  private def conditions(one: Case, i: Int): Seq[String] = {
    val constants = literals(one.sql, one.read)
    val comparisons = for {
      literal <- constants
      operator <- Seq("=", "<", "<=", ">", ">=", "<>", "<=>")
    } yield s"c$i $operator $literal"
    val others = constants.flatMap { literal =>
      Seq(s"s$i.f <= $literal", s"NOT (c$i = $literal)", s"c$i IN ($literal, NULL)", s"NOT (c$i <=> $literal)")
    }
    val pairs = constants.sliding(2).filter(_.size == 2).map(pair => s"c$i IN (${pair.mkString(", ")})")
    val patterns =
      if (one.sql == "string") Seq(s"c$i LIKE '8000%'", s"c$i LIKE '%a'", s"c$i LIKE '${one.read.head}%'") else Nil
    comparisons ++ others ++ pairs ++ patterns ++ Seq(s"c$i IS NULL", s"c$i IS NOT NULL")
  }

  test("pushed filters on each type select the rows for which they hold") {
    val seed = Seeds.next()
    info(s"seed $seed")
    val random = new scala.util.Random(seed)
    for ((one, i) <- cases.zipWithIndex) {
      val path = paths(random.nextInt(paths.size))
      val sample = random.shuffle(conditions(one, i)).take(if (allCases) 24 else 10)
      withConf("spark.sql.timeType.enabled" -> "false") {
        val truths = sample.zipWithIndex.map { case (condition, at) => s"$condition AS p$at" }
        val rows = pq2(path).selectExpr("id" +: truths: _*).collect()
        for ((condition, at) <- sample.zipWithIndex) withClue(s"${one.parquet} with $condition, seed $seed: ") {
          val expected = rows.filter(row => !row.isNullAt(at + 1) && row.getBoolean(at + 1)).map(_.getInt(0)).toSeq
          val read = if (random.nextInt(4) == 0) pq2V1 _ else pq2 _
          assert(read(path).where(condition).select("id").collect().map(_.getInt(0)).toSeq.sorted === expected.sorted)
        }
      }
    }
  }

  test("aggregates of each type are those of the rows") {
    for (path <- paths) withConf("spark.sql.timeType.enabled" -> "false") {
      val columns = cases.indices.filterNot(i => cases(i).sql.startsWith("struct")).map(i => s"c$i")
      val aggregates = columns.flatMap(name => Seq(s"count($name)", s"min($name)", s"max($name)"))
      val pushed = pq2(path).selectExpr(aggregates: _*)
      val computed = withConf("pq2.aggregates" -> "false")(pq2(path).selectExpr(aggregates: _*).collect().toSeq)
      assert(pushed.collect().toSeq === computed)
    }
  }

  test("TIME is a time if Spark has the type") {
    assumeSpark("4.1", "there is the type TIME")
    for (path <- paths) withConf("spark.sql.timeType.enabled" -> "true") {
      val times = Seq(
        "int32 NAME (TIME(MILLIS,true))" -> "time(3)",
        "int64 NAME (TIME(MICROS,false))" -> "time(6)",
        "int64 NAME (TIME(NANOS,false))" -> "time(6)"
      )
      for ((parquet, sql) <- times; frame <- Seq(pq2(path), pq2V1(path))) {
        val i = cases.indexWhere(_.parquet == parquet)
        val unit = if (parquet.contains("MILLIS")) 1000000L else if (parquet.contains("MICROS")) 1000L else 1L
        assert(frame.schema(s"c$i").dataType.catalogString === sql)
        for (row <- frame.select("id", s"c$i").collect()) {
          val expected = position(row.getInt(0), cases(i).stored).map(cases(i).stored(_).toString.toLong * unit)
          assert(Option(row.getAs[LocalTime](1)) === expected.map(nano => LocalTime.ofNanoOfDay(nano / 1000 * 1000)))
        }
        for (condition <- Seq("=", ">", "<=").map(operator => s"$operator CAST(TIME'00:00:00.000001' AS $sql)")) {
          def ids(pushdown: String) = withConf("spark.sql.parquet.filterPushdown" -> pushdown)(
            pq2(path).where(s"c$i $condition").select("id").collect().map(_.getInt(0)).toSeq.sorted
          )
          assert(ids("true") === ids("false"), s"c$i $condition")
        }
      }
    }
  }

  test("TIME is a string by option") {
    val units = Seq("int32 NAME (TIME(MILLIS,true))" -> 3, "int64 NAME (TIME(NANOS,false))" -> 9)
    for (path <- paths; (parquet, digits) <- units) {
      val i = cases.indexWhere(_.parquet == parquet)
      val frame = spark.read.format("pq2").option("pq2.read.time", "string").load(path)
      val found = frame.select(s"c$i").distinct().collect().flatMap(row => Option(row.getString(0))).toSet
      assert(found.forall(_.length === 9 + digits))
      assert(found.contains("23:59:59." + "9" * digits) && found.contains("12:00:00." + "0" * digits))
    }
  }

  test("TIME is not a time by option if Spark has no such type") {
    assume(!isSpark("4.1"), s"Spark ${spark.version} has the type TIME")
    val error = intercept[Exception](spark.read.format("pq2").option("pq2.read.time", "time").load(paths.head))
    assert(error.getMessage.contains("this version of Spark has no type TIME; use bigint or string"))
  }

  test("TIME is a time or a BIGINT by option, with either setting of the session") {
    assumeSpark("4.1", "there is the type TIME")
    val i = cases.indexWhere(_.parquet == "int32 NAME (TIME(MILLIS,true))")
    for (enabled <- Seq("true", "false")) withConf("spark.sql.timeType.enabled" -> enabled) {
      def schema(value: String) = spark.read.format("pq2").option("pq2.read.time", value).load(paths.head).schema
      assert(schema("bigint")(s"c$i").dataType.catalogString === "bigint")
      val automatic = if (enabled == "true") "time(3)" else "bigint"
      assert(schema("auto")(s"c$i").dataType.catalogString === automatic)
    }
    withConf("spark.sql.timeType.enabled" -> "true", "pq2.read.time" -> "time") {
      assert(pq2(paths.head).schema(s"c$i").dataType.catalogString === "time(3)")
    }
  }

  test("TIMESTAMP(NANOS) is a BIGINT if the session asks for it") {
    for (path <- paths) withConf("spark.sql.legacy.parquet.nanosAsLong" -> "true") {
      for (frame <- Seq(pq2(path), pq2V1(path)); i <- Seq(0, 1)) {
        assert(frame.schema(s"c$i").dataType.catalogString === "bigint")
        for (row <- frame.select("id", s"c$i").collect())
          assert(Option(row.get(1)) === position(row.getInt(0), nanos).map(nanos))
      }
    }
  }

  test("UUID and INTERVAL are binaries on request") {
    for (path <- paths; (name, schema) <- Seq("UUID" -> uuids.map(bytes), "INTERVAL" -> cases(4).stored)) {
      val i = cases.indexWhere(_.parquet.contains(name))
      val rows = spark.read.schema(s"id int, c$i binary").format("pq2").load(path).collect()
      for (row <- rows)
        assert(Option(row.getAs[Array[Byte]](1)).map(_.toSeq) ===
          position(row.getInt(0), schema).map(at => schema(at).asInstanceOf[Array[Byte]].toSeq))
    }
  }

  /** Returns the option by which a type is written back. */
  private def option(parquet: String): String = {
    val logical = parquet.split("NAME \\(").last.stripSuffix(")").toLowerCase
    val parts = logical.split("[(),]")
    parts.head match {
      case "timestamp" => "timestamp-nanos"
      case "time"      => s"time-${parts(1)}${if (parts(2) == "true") "-utc" else ""}"
      case _           => logical
    }
  }

  /** Returns the types of a file's columns by path. FIXED_LEN_BYTE_ARRAY and BYTE_ARRAY are the same for decimals. */
  private def leafTypes(path: String): Map[String, String] = {
    val files = Files.walk(Path.of(path))
    val name = try files.iterator.asScala.find(_.toString.endsWith(".parquet")).get
    finally files.close()
    val file = ParquetFile.open(new LocalInputFile(name))
    try file.schema.columns.asScala.map { column =>
        val field = column.field
        val logical = String.valueOf(field.logicalType)
        val physical = if (logical.startsWith("Decimal")) "" else s"${field.physicalType}(${field.typeLength})"
        column.dottedPath -> s"$physical $logical"
      }.toMap
    finally file.close()
  }

  test("a rewritten file keeps the types if options name them") {
    val options = cases.zipWithIndex.flatMap { case (one, i) =>
      Seq(s"c$i", s"s$i.f", s"l$i.element", s"m$i.key", s"m$i.value").map("pq2.write.type#" + _ -> option(one.parquet))
    }
    for ((time, read, path) <- Seq(("false", pq2 _, paths.head), ("true", pq2V1 _, paths.last)))
      withConf("spark.sql.timeType.enabled" -> time, "spark.sql.datetime.java8API.enabled" -> "true") {
        val rewritten = newPath("rewritten")
        // The smallest timestamp of the file is not in the range of nanoseconds after it was rounded down.
        val rows = read(path).where("c0 IS NULL OR unix_micros(c0) > -9223372036854776").coalesce(1)
        rows.write.format("pq2").options(options.toMap).save(rewritten)
        assert(leafTypes(rewritten) === leafTypes(path))
        assert(read(rewritten).schema === rows.schema)
        // Spark cannot collect arrays of TIME(3).
        val texts = rows.columns.toSeq.map(name => s"CAST($name AS STRING)")
        assertSameRows(read(rewritten).selectExpr(texts: _*), rows.selectExpr(texts: _*))
      }
  }

  test("one part of an INTERVAL is read alone") {
    for (path <- paths; read <- Seq(pq2 _, pq2V1 _)) {
      val rows = read(path).select("c4.millis").distinct().collect()
      val found = rows.map(row => if (row.isNullAt(0)) -1L else row.getLong(0))
      assert(found.toSet === Set(-1L, 3L, 4294967295L, 0L))
    }
  }

  test("an INTERVAL of more months than INT holds is an error that names the column") {
    val path = write("message m { required fixed_len_byte_array(12) i (INTERVAL); }", false, 1) { (record, _) =>
      record.setBinary("i", interval(-1, 0, 0))
    }
    val error = intercept[org.apache.spark.SparkException](pq2(path).collect())
    val text = LazyList.iterate[Throwable](error)(_.getCause).takeWhile(_ != null).map(_.getMessage).mkString
    for (part <- Seq("4294967295 months", "column i", "read the column as binary")) assert(text.contains(part), text)
  }

  test("INT96 is a binary if it is no timestamp") {
    val schemaless = write("message m { required int96 t; }", false, 1) { (record, _) =>
      record.setBinary("t", new Array[Byte](12))
    }
    withConf("spark.sql.parquet.int96AsTimestamp" -> "false") {
      assert(pq2(schemaless).schema("t").dataType.catalogString === "binary")
      assert(pq2(schemaless).collect().head.getAs[Array[Byte]](0).length === 12)
    }
  }

  test("a map without values is a map of voids") {
    val entries = "repeated group key_value { required binary key (STRING); }"
    val path = write(s"message m { optional group m (MAP) { $entries } }", false, 2) { (record, row) =>
      if (row == 0) record.map("m").keys().addString("a")
    }
    for (frame <- Seq(pq2(path), pq2V1(path))) {
      assert(frame.schema("m").dataType.catalogString === "map<string,void>")
      assert(frame.selectExpr("map_keys(m)").collect().toSeq === Seq(Row(Seq("a")), Row(null)))
    }
  }

  test("a map keeps the entries of duplicate keys, as in Spark's built-in source") {
    val entries = "repeated group key_value { required binary key (STRING); optional int64 value; }"
    val path =
      write(s"message m { required int32 id; optional group m (MAP) { $entries } }", false, 4) { (record, row) =>
        record.setInt("id", row)
        val map = record.map("m")
        for (i <- 0 to row) {
          map.keys().addString("k")
          map.values().addLong(i)
        }
      }
    for (policy <- Seq("EXCEPTION", "LAST_WIN"); vectorized <- Seq("true", "false"); read <- Seq(pq2 _, pq2V1 _))
      withConf("spark.sql.mapKeyDedupPolicy" -> policy, "spark.sql.parquet.enableVectorizedReader" -> vectorized) {
        val columns = Seq("id", "m", "map_keys(m)", "map_values(m)", "m['k']", "size(m)", "CAST(m AS STRING)")
        assertSame(read(path).selectExpr(columns: _*), builtIn(path).selectExpr(columns: _*))
        assert(read(path).selectExpr("size(m)", "m['k']").collect().last === Row(4, 0L))
        def rebuilt = read(path).selectExpr("map_from_entries(map_entries(m))").collect().toSeq
        if (policy == "LAST_WIN") assert(rebuilt === (0L to 3L).map(last => Row(Map("k" -> last))))
        else assert(intercept[Exception](rebuilt).getMessage.contains("DUPLICATED_MAP_KEY"))
      }
  }

  test("a geometry in a reference system that Spark does not know is a binary whose metadata names the system") {
    assumeSpark("4.2", "there are geospatial types")
    val path =
      write("message m { optional binary g (GEOMETRY(\"EPSG:99999\")); }", false, 1)((record, _) =>
        record.setBinary("g", new Array[Byte](3))
      )
    for (read <- Seq(pq2 _, pq2V1 _)) {
      val field = read(path).schema("g")
      assert(field.dataType.catalogString === "binary")
      assert(field.metadata.getString("pq2.geospatial.type") === "GEOMETRY")
      assert(field.metadata.getString("pq2.geospatial.crs") === "EPSG:99999")
      assert(read(path).collect().map(_.getAs[Array[Byte]](0).toSeq).toSeq === Seq(Seq[Byte](0, 0, 0)))
    }
  }

  test("merged schemas keep a reference system only if all files agree") {
    assumeSpark("4.2", "there are geospatial types")
    def file(crs: String) =
      write("message m { optional binary g (GEOMETRY(\"" + crs + "\")); }", false, 1)((record, _) =>
        record.setBinary("g", new Array[Byte](3))
      )
    def merged(paths: String*) =
      spark.read.format("pq2").option("mergeSchema", "true").load(paths: _*).schema("g").metadata
    assert(merged(file("EPSG:99999"), file("EPSG:99999")).getString("pq2.geospatial.crs") === "EPSG:99999")
    assert(!merged(file("EPSG:99999"), file("EPSG:99998")).contains("pq2.geospatial.crs"))
  }

  test("strict refuses what Spark's built-in source refuses") {
    val path = write("message m { required fixed_len_byte_array(16) u (UUID); }", false, 1)((record, _) =>
      record.setBinary("u", new Array[Byte](16))
    )
    def schema(types: String) = spark.read.format("pq2").option("pq2.read.types", types).load(path).schema
    val error = intercept[AnalysisException](schema("strict"))
    assert(error.getMessage.contains("Illegal Parquet type"))
    assert(pq2(path).schema("u").dataType.catalogString === "string")
    assert(intercept[Exception](schema("strickt")).getMessage.contains("pq2.read.types"))
  }
}
