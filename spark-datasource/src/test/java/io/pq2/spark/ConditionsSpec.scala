package io.pq2.spark

import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}
import java.util.concurrent.atomic.AtomicInteger

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import io.pq2.keys.CountingKms
import io.pq2.spark.internal.errors.Condition
import org.apache.spark.SparkThrowable
import org.apache.spark.scheduler.{SparkListener, SparkListenerJobStart}
import org.apache.spark.sql.functions.col
import org.apache.spark.sql.{AnalysisException, DataFrame}

/** Walks over the conditions of errors: each has a text, a SQLSTATE, a remedy and a case that raises it. */
class ConditionsSpec extends SparkSpec {

  private val Client = "parquet.encryption.kms.client.class"
  private val Replace = "spark.pq2.replace.parquet"
  private val V1List = "spark.sql.sources.useV1SourceList"
  private val InvalidOption = "STDS_INVALID_OPTION_VALUE.WITH_MESSAGE"
  private val InvalidFile = "FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER"

  private val kms = CountingKms.server("conditions").create("kf", "kc").deny("clerk", "kc").deny("stranger", "kf")

  /** Keys are not cached, so that each read asks the KMS. */
  private val reading = Map(
    Client -> classOf[CountingKms].getName,
    "parquet.encryption.kms.instance.id" -> "conditions",
    "parquet.encryption.cache.lifetime.seconds" -> "0"
  )

  private val writing =
    reading ++ Map("parquet.encryption.footer.key" -> "kf", "parquet.encryption.column.keys" -> "kc:secret")

  private def as(user: String): Map[String, String] = reading + ("parquet.encryption.key.access.token" -> user)

  private val schema = "id BIGINT, secret STRING"

  private def rows: DataFrame = spark.range(0, 100, 1, 2).selectExpr("id", "'secret ' || id AS secret")

  private lazy val encrypted: String = written(writing)

  private def written(options: Map[String, String]): String = {
    val path = newPath("written")
    rows.write.format("pq2").options(options).save(path)
    path
  }

  private def dataFiles(path: String): Seq[Path] = {
    val files = Files.list(Paths.get(path))
    try files.iterator.asScala.filter(_.getFileName.toString.startsWith("part-")).toList.sorted
    finally files.close()
  }

  /** Changes the bytes of a file. */
  private def change(file: Path)(changed: Array[Byte] => Array[Byte]): Unit = {
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName + ".crc"))
    Files.write(file, changed(Files.readAllBytes(file)))
  }

  private def read(path: String, options: Map[String, String]): DataFrame =
    spark.read.format("pq2").options(options).load(path)

  private def read(path: String, schema: String, options: Map[String, String]): DataFrame =
    spark.read.schema(schema).format("pq2").options(options).load(path)

  private def whileDown[T](body: => T): T = {
    kms.down(true)
    try body
    finally kms.down(false)
  }

  /** A case that raises an error.
    *
    * @param words what the message contains: the file, the setting or the key
    */
  private class Case(val words: String*)(raising: => Any) {
    def raise(): Any = raising
  }

  private val ofPq2: Map[Condition, Case] = Map(
    Condition.COMPACTION_FAILED -> new Case("part-", "fail_fast")({
      val path = written(Map.empty)
      change(dataFiles(path).head)(bytes => bytes.take(bytes.length / 2))
      spark.sql(s"CALL pq2.compact('$path', fail_fast => true)").collect()
    }),
    Condition.ENCRYPTION -> new Case("part-", "column id")({
      val path = written(writing + ("parquet.encryption.complete.columns" -> "true"))
      for (file <- dataFiles(path)) change(file)(bytes => bytes.updated(40, (bytes(40) ^ 1).toByte))
      read(path, reading).collect()
    }),
    Condition.INVALID_DATA -> new Case("part-", "column id", "no uuid")(
      spark.sql("SELECT 'no uuid' AS id").write.format("pq2").option("pq2.write.type#id", "uuid").save(newPath("uuid"))
    ),
    Condition.KEY_DENIED -> new Case("part-", "column secret", "kc", "conditions")(read(
      encrypted,
      as("clerk")
    ).collect()),
    Condition.KMS_CLIENT_MISSING -> new Case("part-", Client, "kf")(read(encrypted, Map.empty)),
    Condition.KMS_UNAVAILABLE -> new Case("part-", "kf", "conditions")({
      val path = encrypted
      whileDown(read(path, reading))
    }),
    Condition.LIMIT_EXCEEDED -> new Case("part-", "pq2.read.maxPageBytes")(
      read(written(Map.empty), Map("pq2.read.maxPageBytes" -> "8")).collect()
    ),
    Condition.STORAGE_ERROR -> new Case("the disk is gone", "pq2.encryption.plaintextAppends")({
      val path = written(Map.empty)
      withConf("fs.faulty.impl" -> classOf[FaultyFileSystem].getName) {
        FaultyFileSystem.listing(_ => throw new IOException("the disk is gone")) {
          rows.write.mode("append").format("pq2").save(s"faulty:$path")
        }
      }
    }),
    Condition.UNSUPPORTED_FEATURE -> new Case("parquet.crypto.factory.class", "com.example.Factory")(
      rows.write.format("pq2").option("parquet.crypto.factory.class", "com.example.Factory").save(newPath("factory"))
    )
  )

  /** The conditions of Spark that pq2 names. */
  private val ofSpark: Map[String, Case] = Map(
    InvalidOption -> new Case("pq2.read.onCorruption", "perhaps")(
      read(encrypted, Map("pq2.read.onCorruption" -> "perhaps"))
    ),
    InvalidFile -> new Case("notes.parquet", "pq2 check")(read(
      directoryWith("notes.parquet", "To be, or not to be"),
      Map.empty
    )),
    "PATH_NOT_FOUND" -> new Case("/no/such/table")(spark.sql("CALL pq2.compact('/no/such/table')").collect()),
    "UNABLE_TO_INFER_SCHEMA" -> new Case("no data files in ", "nothing")(
      read(Files.createDirectory(Paths.get(newPath("nothing"))).toString, Map.empty)
    ),
    "CANNOT_MERGE_SCHEMAS" -> new Case("Column id is ", "part-")({
      val path = written(Map.empty)
      spark.sql("SELECT ARRAY(1) AS id").write.mode("append").format("pq2").save(path)
      read(path, Map("mergeSchema" -> "true"))
    }),
    "_LEGACY_ERROR_TEMP_3071" -> new Case("The column is t.", "The file is ")({
      val path = newPath("int96")
      spark.sql("SELECT TIMESTAMP '2020-01-01 00:00:00' AS t").write.option("outputTimestampType", "INT96")
        .format("pq2").save(path)
      change(dataFiles(path).head) { bytes =>
        bytes.updated(bytes.indexOfSlice("org.apache.spark.sql.parquet.row.metadata".getBytes), 'x'.toByte)
      }
      withConf("spark.sql.parquet.int96AsTimestamp" -> "false", "pq2.read.types" -> "strict")(read(path, Map.empty))
    }),
    "_LEGACY_ERROR_TEMP_2093" -> new Case("\"a\"", "[a, A]")({
      val path = newPath("ambiguous")
      withConf("spark.sql.caseSensitive" -> "true") {
        spark.sql("SELECT 1 AS a, 2 AS A").write.format("pq2").save(path)
      }
      spark.read.schema("a INT").format("pq2").load(path).collect()
    })
  )

  private def directoryWith(name: String, content: String): String = {
    val path = Files.createDirectory(Paths.get(newPath("folder")))
    Files.writeString(path.resolve(name), content)
    path.toString
  }

  private def causes(error: Throwable): Seq[Throwable] =
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null).toSeq

  private def conditionOf(error: Throwable): Option[String] = error match {
    case known: SparkThrowable => Option(known.getCondition)
    case _                     => None
  }

  /** Returns the first of an error and its causes that has a condition. */
  private def raised(condition: String, one: Case): Throwable = {
    val error = intercept[Throwable](one.raise())
    val found = causes(error).find(conditionOf(_).contains(condition))
    assert(found.isDefined, error)
    for (word <- one.words) assert(found.get.getMessage.contains(word), found.get)
    found.get
  }

  private def sparkResource(name: String): JsonNode = {
    val resource = classOf[SparkThrowable].getClassLoader.getResourceAsStream(s"error/$name")
    try new ObjectMapper().readTree(resource)
    finally resource.close()
  }

  private lazy val sqlStates: JsonNode = sparkResource("error-states.json")
  private lazy val sparkConditions: JsonNode = sparkResource("error-conditions.json")

  for (condition <- Condition.values)
    test(s"${condition.conditionName} has a text, a SQLSTATE, a remedy and a case") {
      assert(condition.conditionName.matches("PQ2_[A-Z]+(_[A-Z]+)*"))
      assert(!sparkConditions.has(condition.conditionName))
      assert(condition.sqlState.matches("[0-9A-Z]{5}"))
      assert(sqlStates.path(condition.sqlState).path("description").asText.nonEmpty, condition.sqlState)
      assert(condition.occasion.endsWith(".") && condition.remedy.endsWith("."))
      val error = raised(condition.conditionName, ofPq2(condition))
      assert(error.asInstanceOf[SparkThrowable].getSqlState === condition.sqlState)
      assert(error.getMessage.startsWith(s"[${condition.conditionName}] "), error)
      assert(error.getMessage.endsWith(s" ${condition.remedy} SQLSTATE: ${condition.sqlState}"), error)
      assert(error.asInstanceOf[SparkThrowable].getMessageParameters.containsKey("reason"))
    }

  for ((condition, one) <- ofSpark)
    test(s"Spark's $condition has Spark's SQLSTATE and a case") {
      assert(raised(condition, one).asInstanceOf[SparkThrowable].getSqlState === sparkState(condition))
    }

  /** Returns the SQLSTATE that Spark has for one of its conditions; null if it has none. */
  private def sparkState(condition: String): String =
    sparkConditions.path(condition.takeWhile(_ != '.')).path("sqlState").asText(null)

  test("each condition of Spark that the sources name has a case") {
    val sources = Files.walk(Paths.get("../src/main"))
    val literal = "\"([A-Z_0-9]+)((?:\\.[A-Z_0-9]+)?)\"".r
    val named =
      try sources.iterator.asScala.filter(Files.isRegularFile(_)).flatMap { file =>
          literal.findAllMatchIn(Files.readString(file)).collect {
            case found if hasText(found.group(1), found.group(2)) => found.group(1) + found.group(2)
          }.toSeq
        }.toSet
      finally sources.close()
    assert(named === ofSpark.keySet)
  }

  /** Whether Spark has a condition, which has no other conditions below it. */
  private def hasText(name: String, below: String): Boolean = {
    val known = sparkConditions.path(name)
    val inner = known.path("subClass")
    if (below.isEmpty) !known.isMissingNode && inner.isMissingNode else inner.has(below.drop(1))
  }

  test("docs/errors.md has all conditions") {
    val page = Paths.get("../../docs/errors.md")
    val header = "| condition | SQLSTATE | when | what to do |\n"
    val rows = Condition.values.map { condition =>
      s"| `${condition.conditionName}` | ${condition.sqlState} | ${condition.occasion} | ${condition.remedy} |\n"
    }
    val table = rows.mkString(s"$header|---|---|---|---|\n", "", "")
    val text = Files.readString(page)
    val start = text.indexOf(header)
    val documented = text.substring(start, text.indexOf("\n\n", start) + 1)
    if (System.getProperty("pq2.docs") == "write") Files.write(page, text.replace(documented, table).getBytes(UTF_8))
    else assert(documented === table, "-Dpq2.docs=write writes the table")
    for (condition <- ofSpark.keys if !condition.startsWith("_"))
      assert(text.contains(s"| `$condition` | ${sparkState(condition)} |"))
  }

  /** Reads a path in each way that there is, with options of encryption. */
  private def ways(path: String, options: Map[String, String]): Seq[(String, () => Any)] = {
    def reader = spark.read.options(options)
    def v1[T](body: => T): T = withConf(V1List -> "pq2,parquet")(body)
    def v2[T](body: => T): T = withConf(V1List -> "")(body)
    def replaced[T](body: => T): T = withConf(Replace -> "true")(body)
    def sql(text: String) = withConf(options.toSeq: _*)(spark.sql(text).collect())
    def table(using: String) = {
      val list = options.map { case (key, value) => s"'$key' '$value'" }.mkString(", ")
      val clause = if (list.isEmpty) "" else s"OPTIONS ($list)"
      try {
        spark.sql(s"CREATE TABLE pq2_conditions ($schema) USING $using $clause LOCATION '$path'")
        spark.table("pq2_conditions").collect()
      } finally spark.sql("DROP TABLE IF EXISTS pq2_conditions")
    }
    def of(source: String) = Seq(
      "inferred" -> (() => reader.format(source).load(path)),
      "merged" -> (() => reader.format(source).option("mergeSchema", "true").load(path)),
      "read" -> (() => reader.schema(schema).format(source).load(path).collect()),
      "aggregated" -> (() => reader.schema(schema).format(source).load(path).selectExpr("count(secret)").collect()),
      "planned by footers" -> { () =>
        reader.option("pq2.splits", "footers").schema(schema).format(source).load(path).where("secret > 'a'").collect()
      }
    )
    val sources = Seq[(String, Seq[(String, () => Any)], (() => Any) => Any)](
      ("V2", of("pq2"), read => v2(read())),
      ("V1", of("pq2"), read => v1(read())),
      ("V2 in place of parquet", of("parquet"), read => v2(replaced(read()))),
      ("V1 in place of parquet", of("parquet"), read => v1(replaced(read())))
    )
    sources.flatMap { case (source, reads, within) =>
      reads.map { case (way, read) => (s"$source, $way", () => within(read)) }
    } ++ Seq[(String, () => Any)](
      "SQL on a path" -> (() => sql(s"SELECT * FROM pq2.`$path`")),
      "SQL on a path in place of parquet" -> (() => replaced(sql(s"SELECT * FROM parquet.`$path`"))),
      "table" -> (() => table("pq2")),
      "table in place of parquet" -> (() => replaced(table("parquet"))),
      "explanation" -> (() => reader.format("pq2-explain").option("path", path).load().collect()),
      "compaction" -> (() => sql(s"CALL pq2.compact('$path')"))
    )
  }

  /** Returns the condition, the SQLSTATE and the message of an error as the user sees them. */
  private def shown(error: Throwable): (String, String, String) = {
    val known = error.asInstanceOf[SparkThrowable]
    (known.getCondition, known.getSqlState, error.getMessage)
  }

  private def assertShown(condition: Condition, words: String*)(way: String, raise: () => Any): Unit =
    withClue(s"$way: ") {
      val error = intercept[Throwable](raise())
      assert(error.isInstanceOf[SparkThrowable], error)
      val (name, state, message) = shown(error)
      assert(name === condition.conditionName, error)
      assert(state === condition.sqlState)
      for (word <- condition.remedy +: words) assert(message.contains(word), message)
    }

  test("an encrypted file without a KMS client names the setting, in each way to read it") {
    for ((way, read) <- ways(encrypted, Map.empty))
      assertShown(Condition.KMS_CLIENT_MISSING, "part-", "kf", Client)(way, read)
  }

  test("a KMS that is not available is named, with file and key, in each way to read an encrypted file") {
    for ((way, read) <- ways(encrypted, reading))
      assertShown(Condition.KMS_UNAVAILABLE, "part-", "kf", "conditions")(way, () => whileDown(read()))
  }

  test("a denied key is named, with file and KMS, in each way to read an encrypted file") {
    for ((way, read) <- ways(encrypted, as("stranger")))
      assertShown(Condition.KEY_DENIED, "part-", "kf", "conditions")(way, read)
  }

  test("a KMS client that does not exist is named") {
    for ((way, read) <- ways(encrypted, reading + (Client -> "no.such.Kms")) if !way.contains("compaction"))
      assertShown(Condition.ENCRYPTION, "part-", Client, "no.such.Kms")(way, read)
  }

  test("a damaged file that a task reads has Spark's condition and SQLSTATE, and the error says what to do") {
    val path = directoryWith("notes.parquet", "To be, or not to be")
    for (list <- Seq("", "pq2"); vectorized <- Seq("true", "false"))
      withConf(V1List -> list, "spark.sql.parquet.enableVectorizedReader" -> vectorized) {
        val error = intercept[Throwable](read(path, schema, Map.empty).collect())
        assert(shown(error)._1 === InvalidFile && shown(error)._2 === "KD001", error)
        for (word <- Seq("notes.parquet", "pq2 check")) assert(error.getMessage.contains(word), error)
      }
  }

  test("a task that reads and writes has the condition of the read, or that of the write with the other as its cause") {
    val frame = read(encrypted, schema, as("clerk"))
    val error = intercept[Throwable](frame.write.format("pq2").save(newPath("copy")))
    // What fails before the first row is no failure of the write.
    assert(Seq("PQ2_KEY_DENIED" -> "42501", "TASK_WRITE_FAILED" -> "58030").contains(shown(error)._1 ->
      shown(error)._2))
    val cause = causes(error).find(conditionOf(_).contains("PQ2_KEY_DENIED"))
    assert(cause.exists(_.getMessage.contains("column secret")), error)
  }

  /** Returns the number of jobs that a block starts. */
  private def jobs(body: => Any): Int = {
    val started = new AtomicInteger
    val listener = new SparkListener {
      override def onJobStart(job: SparkListenerJobStart): Unit = started.incrementAndGet()
    }
    ListenerEvents.await(spark.sparkContext)
    spark.sparkContext.addSparkListener(listener)
    try {
      body
      ListenerEvents.await(spark.sparkContext)
    } finally spark.sparkContext.removeSparkListener(listener)
    started.get
  }

  test("planning by footers asks a KMS that is not available once, and starts no job") {
    for (list <- Seq("", "pq2")) withConf(V1List -> list) {
      val frame = read(encrypted, schema, reading + ("pq2.splits" -> "footers"))
      val started = jobs(whileDown(assertShown(Condition.KMS_UNAVAILABLE, "part-")(list, () => frame.collect())))
      assert(started === 0)
    }
  }

  /** Options of a write that do not suit its columns, with words of the error. */
  private val unsuitable = Seq(
    Map("pq2.write.encoding#amounts" -> "PLAIN") -> Seq("pq2.write.encoding#amounts", "did you mean amount?"),
    Map("pq2.write.encoding#nothing.at.all" -> "PLAIN") -> Seq("pq2.write.encoding#nothing.at.all", "amount, place.x"),
    Map("pq2.write.encoding#place" -> "PLAIN") -> Seq("pq2.write.encoding#place", "place.x"),
    Map("pq2.write.forbiddenEncodings#amounts" -> "PLAIN") -> Seq("pq2.write.forbiddenEncodings#amounts", "amount?"),
    Map("pq2.write.encoding#amount" -> "DELTA_BYTE_ARRAY") ->
      Seq("pq2.write.encoding#amount", "INT64", "DELTA_BYTE_ARRAY"),
    Map("pq2.write.forbiddenEncodings" -> "PLAIN,DELTA_BINARY_PACKED,BYTE_STREAM_SPLIT") ->
      Seq("pq2.write.forbiddenEncodings", "leaves no encoding for the column amount"),
    Map("pq2.write.type#amounts" -> "uint32") -> Seq("pq2.write.type#amounts", "amount, place"),
    Map("pq2.write.type#amount" -> "uuid") -> Seq("pq2.write.type#amount", "BIGINT")
  )

  test("options that do not suit the columns fail before a job and before anything is overwritten") {
    def frame = spark.range(10).selectExpr("id AS amount", "NAMED_STRUCT('x', id) AS place")
    for ((replace, source) <- Seq("false" -> "pq2", "true" -> "parquet")) withConf(Replace -> replace) {
      val path = newPath("kept")
      frame.write.format("pq2").save(path)
      for ((options, words) <- unsuitable; mode <- Seq("append", "overwrite")) withClue(s"$source $options $mode: ") {
        val started = jobs {
          val error = intercept[AnalysisException](
            frame.write.mode(mode).format(source).options(options).save(path)
          )
          assert(shown(error)._1 === InvalidOption && shown(error)._2 === "42616", error)
          assert(error.getMessageParameters.get("optionName") === options.keys.head)
          for (word <- words) assert(error.getMessage.contains(word), error)
        }
        assert(started === 0)
        assert(pq2(path).count() === 10)
      }
    }
  }

  test("keys of the session may name columns of other tables") {
    withConf("pq2.write.encoding#ids" -> "PLAIN")(assert(pq2(written(Map.empty)).count() === 100))
  }

  /** Settings with wrong values, which a session gets without a check. */
  private val wrong = Seq(
    "pq2.read.onCorruption" -> "perhaps",
    "pq2.read.verifyChecksums" -> "perhaps",
    "pq2.splits" -> "guess",
    "pq2.read.types" -> "strickt",
    "pq2.read.box#id" -> "0,0",
    "parquet.encryption.cache.lifetime.seconds" -> "soon",
    "pq2.encryption.provider" -> "nobody"
  )

  test("settings that become wrong after the declaration of a read are errors of options, and start no job") {
    // The client makes the settings of encryption count.
    val frame = read(written(Map.empty), Map(Client -> classOf[CountingKms].getName))
    val v1 = withConf(V1List -> "pq2")(read(written(Map.empty), Map(Client -> classOf[CountingKms].getName)))
    for ((list, rows) <- Seq("V2" -> frame, "V1" -> v1)) {
      def filtered() = rows.where("id > 3").select("id").collect()
      def aggregated() = rows.selectExpr("count(id)", "max(id)").collect()
      def joined() = rows.join(rows.where("id < 5").selectExpr("id AS other"), col("id") === col("other")).collect()
      for ((key, value) <- wrong; query <- Seq(() => filtered(), () => aggregated(), () => joined()))
        assertRefused(list, key, value)(query())
      assertRefused(list, "pq2.aggregates", "perhaps")(aggregated())
      assertRefused(list, "pq2.statistics.maxFooters", "many")(joined())
    }
  }

  private def assertRefused(way: String, key: String, value: String)(query: => Any): Unit =
    withClue(s"$way $key: ")(withConf(key -> value) {
      val started = jobs {
        val error = intercept[AnalysisException](query)
        assert(shown(error)._1 === InvalidOption && shown(error)._2 === "42616", error)
        assert(error.getMessage.contains(key), error)
      }
      assert(started === 0)
    })

  test("arguments of CALL are errors of options") {
    val path = written(Map.empty)
    for (
      arguments <- Seq(
        "target_size => 'huge'",
        "sort_by => 'id:up'",
        "codec => 'zipp'",
        "level => 3",
        "row_group_size => '0'",
        "key_conflict => 'maybe'",
        "min_age => 'soon'",
        "where => 'id = 1'"
      )
    ) assertWrong(path, arguments, arguments.takeWhile(_ != ' '))
    for (argument <- Seq("sort_by", "zorder", "bloom_filters"))
      assertWrong(path, s"$argument => 'nothing,id'", "no column nothing")
    assertWrong(path, "codec => 'zstd', level => 99", "99")
    withConf("parquet.encryption.kms.client.clas" -> "vault") {
      assertWrong(path, "all => true", "did you mean parquet.encryption.kms.client.class?")
    }
    val error = intercept[AnalysisException](spark.sql("CALL pq2.compact('a:b/c')").collect())
    assert(shown(error)._1 === InvalidOption, error)
    assert(pq2(path).count() === 100)
  }

  private def assertWrong(path: String, arguments: String, words: String): Unit = withClue(s"$arguments: ") {
    val error = intercept[AnalysisException](spark.sql(s"CALL pq2.compact('$path', $arguments)").collect())
    assert(shown(error)._1 === InvalidOption && shown(error)._2 === "42616", error)
    assert(error.getMessage.contains(words), error)
  }
}
