package io.pq2.spark

import java.net.URLClassLoader
import java.util.Locale

import scala.jdk.CollectionConverters._

import io.pq2.exception.InvalidDataException
import io.pq2.hadoop.internal.options.{Section, Setting, SettingRegistry, Suffix}
import io.pq2.spark.internal.settings.{SessionKeys, Sessions}
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}

/** Each setting has an effect in each place where it can be set, in the order of precedence. */
@CorePart
class SettingPlacesSpec extends SparkSpec {

  private val Table = "pq2_setting_places"

  /** The settings of reads, writes and tables, with the key of one column if they have only such keys. */
  private val settings: Seq[Setting[_]] = SettingRegistry.all.asScala.toSeq.filter(_.section.isOfTables)

  private def key(setting: Setting[_]): String = setting.suffix match {
    case Suffix.REQUIRED => setting.name + "#Id"
    case Suffix.OPEN     => setting.name + "Owner"
    case _               => setting.name
  }

  /** The settings whose keys begin with `pq2.`. Those of parquet-java have no prefix in a session. */
  private val own: Seq[Setting[_]] = settings.filter(setting => SettingRegistry.isOwn(setting.name))

  private def inHadoop[T](pairs: (String, String)*)(body: => T): T = {
    val hadoop = spark.sparkContext.hadoopConfiguration
    pairs.foreach { case (name, value) => hadoop.set(name, value) }
    try body
    finally pairs.foreach { case (name, _) => hadoop.unset(name) }
  }

  /** Runs a block with keys of the session, past the checks of their values. */
  private def inSession[T](pairs: (String, String)*)(body: => T): T = {
    val values = SessionValues.of(Sessions.sqlConf(spark))
    pairs.foreach { case (name, value) => values.put(name, value) }
    try body
    finally pairs.foreach { case (name, _) => values.remove(name) }
  }

  private def found(setting: Setting[_], options: Map[String, String]): String =
    Sessions.hadoopConf(spark, options).get(key(setting))

  test("an option overrides the session, which overrides Hadoop's configuration") {
    assert(own.size > 60)
    for (setting <- own)
      withClue(key(setting) + ": ") {
        val name = key(setting)
        val (head, column) = (setting.name, name.drop(setting.name.length))
        assert(found(setting, Map.empty) === null)
        inHadoop(name -> "hadoop") {
          assert(found(setting, Map.empty) === "hadoop")
          inSession(name -> "copied") {
            assert(found(setting, Map.empty) === "copied")
            inSession("spark." + name -> "session") {
              assert(found(setting, Map.empty) === "session")
              for (option <- Seq(head, head.toLowerCase(Locale.ROOT), head.toUpperCase(Locale.ROOT)))
                assert(found(setting, Map(option + column -> "option")) === "option")
            }
          }
        }
      }
  }

  test("a property of a table overrides the session, and an option of a read overrides the property") {
    // These need a column, or another setting.
    val dependent =
      Set("pq2.write.type", "pq2.read.box", "pq2.write.geoparquet.covering", "pq2.write.geoparquet.coveringName")
    val checked = own.filter { setting =>
      setting.section != Section.ENCRYPTION && setting.section != Section.KMS && !dependent(setting.name)
    }
    for (setting <- checked) {
      val (one, other) = values(setting)
      withClue(key(setting) + ": ") {
        spark.sql(s"CREATE TABLE $Table (Id BIGINT) USING pq2")
        try {
          def ofTable(options: Map[String, String]): String =
            spark.read.options(options).table(Table).queryExecution.analyzed.collectFirst {
              case LogicalRelation(files: HadoopFsRelation, _, _, _, _) => found(setting, files.options)
            }.get
          inSession("spark." + key(setting) -> one) {
            spark.sql(s"ALTER TABLE $Table SET TBLPROPERTIES ('${key(setting)}' = '$other')")
            assert(ofTable(Map.empty) === other)
            val option = setting.name.toUpperCase(Locale.ROOT) + key(setting).drop(setting.name.length)
            assert(ofTable(Map(option -> one)) === one)
            spark.sql(s"ALTER TABLE $Table UNSET TBLPROPERTIES ('${key(setting)}')")
            assert(ofTable(Map.empty) === one)
          }
        } finally spark.sql(s"DROP TABLE $Table")
      }
    }
  }

  /** Returns two values of a setting. */
  private def values(setting: Setting[_]): (String, String) = {
    val candidates = Seq("true", "false", "50", "90", "keep", "string", "all", "strict", "auto", "time", "footers") ++
      Seq("midpoint", "fail", "skip-rows", "known", "none", "infer", "portable", "modern", "PLAIN", "RLE", "1.0") ++
      Seq("double", "AES_GCM_V1", "AES_GCM_CTR_V1")
    val valid = candidates.filter { text =>
      try {
        setting.parse(setting.name, text)
        true
      } catch { case _: InvalidDataException => false }
    }
    (valid.head, valid(1))
  }

  test("a wrong value in Hadoop's configuration or in a session refuses reads by name") {
    val path = newPath("rows")
    spark.range(3).write.format("pq2").save(path)
    val checked = settings.filter { setting =>
      setting.section != Section.ENCRYPTION && setting.section != Section.KMS && !accepts(setting, "w?ong")
    }
    assert(checked.size > 60)
    for (setting <- checked) {
      def refused(): Unit = {
        val error = intercept[AnalysisException](spark.read.format("pq2").load(path))
        assert(error.getMessage.contains(key(setting)) && error.getMessage.contains("w?ong"), error)
      }
      inHadoop(key(setting) -> "w?ong")(refused())
      inSession(key(setting) -> "w?ong")(refused())
    }
  }

  private def accepts(setting: Setting[_], text: String): Boolean =
    try {
      setting.parse(setting.name, text)
      true
    } catch { case _: InvalidDataException => false }

  test("SET refuses a wrong value of each key, and the old value stays") {
    val registered = SettingRegistry.all.asScala.toSeq.filter { setting =>
      SettingRegistry.isOwn(setting.name) && setting.section.isOfSessions &&
      (setting.suffix == Suffix.NONE || setting.suffix == Suffix.OPTIONAL)
    }
    assert(registered.size > 60)
    for (setting <- registered) {
      val name = "spark." + setting.name
      withClue(name + ": ") {
        if (!accepts(setting, "w?ong")) {
          val (valid, _) = values(setting)
          withConf(name -> valid) {
            val error = intercept[IllegalArgumentException](spark.sql(s"SET $name=w?ong"))
            if (isSpark("4.1"))
              assert(error.asInstanceOf[SparkThrowable].getCondition.startsWith("INVALID_CONF_VALUE"), error)
            assert(error.getMessage.contains(name), error.getMessage)
            assert(spark.conf.get(name) === valid)
            assert(spark.sql("SELECT 1").count() === 1)
          }
        }
      }
    }
    val listed = spark.sql("SET -v").collect().map(row => row.getString(0) -> row).toMap
    for (setting <- registered) {
      val row = listed("spark." + setting.name)
      assert(row.getString(2).nonEmpty && !row.getString(2).contains("]("), row)
    }
    assert(listed("spark.pq2.batchFilters").getString(1) === "true")
    assert(listed("spark.pq2.runtimeFilters.minBytes").getString(1) === "32m")
    assert(listed("spark.pq2.read.onCorruption").getString(1) === "fail")
  }

  test("a wrong value of the replacement is refused, and RESET and other queries go on") {
    val key = "spark.pq2.replace.parquet"
    val before = spark.conf.get(key)
    intercept[IllegalArgumentException](spark.sql(s"SET $key=yes"))
    assert(spark.sql("SELECT 1").count() === 1)
    assert(spark.conf.get(key) === before)
    spark.sql(s"SET $key=true")
    spark.sql(s"RESET $key")
    assert(spark.conf.get(key) === before)
  }

  test("Hadoop's configuration turns the replacement on") {
    val path = newPath("replaced")
    spark.range(3).write.parquet(path)
    def plan = spark.read.parquet(path).where("id > 1").queryExecution.executedPlan.toString
    assert(!plan.contains("FileScan pq2"))
    inHadoop("pq2.replace.parquet" -> "true") {
      assert(plan.contains("FileScan pq2"))
      withConf("spark.pq2.replace.parquet" -> "false")(assert(!plan.contains("FileScan pq2")))
    }
  }

  test("operators on batches follow the order of places") {
    val path = newPath("operators")
    spark.range(100).selectExpr("id", "id % 7 AS g").write.format("pq2").save(path)
    spark.sql(s"CREATE TABLE $Table USING pq2 LOCATION '$path'")
    try {
      val cases = Seq[(String, String, String)](
        ("pq2.batchFilters", "g = 3", "Pq2Filter"),
        ("pq2.partialAggregates", "", "Pq2PartialAggregate")
      )
      for ((name, condition, operator) <- cases) {
        def query(options: Map[String, String], v1: Boolean) = {
          val read = spark.read.options(options)
          val rows = if (v1) read.table(Table) else read.format("pq2").load(path)
          val result = if (condition.isEmpty) rows.groupBy("g").count() else rows.where(condition)
          withConf("spark.sql.adaptive.enabled" -> "false")(result.queryExecution.executedPlan.toString)
        }
        for (v1 <- Seq(false, true))
          withClue(s"$name, by table $v1: ") {
            def has(options: (String, String)*) = query(options.toMap, v1).contains(operator)
            assert(has())
            assert(!has(name -> "false"))
            assert(!has(name.toUpperCase(Locale.ROOT) -> "false"))
            inHadoop(name -> "false")(assert(!has() && has(name -> "true")))
            withConf("spark." + name -> "false")(assert(!has() && has(name -> "true")))
            inHadoop(name -> "false")(withConf("spark." + name -> "true")(assert(has())))
          }
        spark.sql(s"ALTER TABLE $Table SET TBLPROPERTIES ('$name' = 'false')")
        withConf("spark." + name -> "true") {
          assert(!query(Map.empty, v1 = true).contains(operator))
          assert(query(Map(name -> "true"), v1 = true).contains(operator))
        }
        spark.sql(s"ALTER TABLE $Table UNSET TBLPROPERTIES ('$name')")
      }
    } finally spark.sql(s"DROP TABLE $Table")
  }

  test("settings are registered once, by any class loader") {
    val urls = Seq(classOf[SessionKeys], classOf[SettingRegistry], classOf[InvalidDataException])
      .map(_.getProtectionDomain.getCodeSource.getLocation)
    val other = new URLClassLoader(urls.toArray, getClass.getClassLoader) {
      override def loadClass(name: String, resolve: Boolean): Class[_] =
        if (name.startsWith("io.pq2.")) Option[Class[_]](findLoadedClass(name)).getOrElse(findClass(name))
        else super.loadClass(name, resolve)
    }
    try {
      val again = other.loadClass(classOf[SessionKeys].getName)
      assert(again ne classOf[SessionKeys])
      again.getMethod("register").invoke(null)
    } finally other.close()
    assert(spark.conf.get("spark.pq2.batchFilters") === "true")
  }

  test("settings of writes reach files by each place") {
    def placeOf(path: String) = {
      val first = new java.io.File(path).listFiles.filter(_.getName.endsWith(".parquet")).head
      val file = io.pq2.read.ParquetFile.open(new io.pq2.io.LocalInputFile(first.toPath))
      try Option(file.keyValueMetadata.get("Place"))
      finally file.close()
    }
    def write(options: (String, String)*) = {
      val path = newPath("place")
      spark.range(3).coalesce(1).write.options(options.toMap).format("pq2").save(path)
      placeOf(path)
    }
    val name = "pq2.write.metadata.Place"
    assert(write() === None)
    inHadoop(name -> "hadoop") {
      assert(write() === Some("hadoop"))
      withConf("spark." + name -> "session") {
        assert(write() === Some("session"))
        assert(write("PQ2.write.Metadata.Place" -> "option") === Some("option"))
        spark.sql(s"CREATE TABLE $Table (id BIGINT) USING pq2 TBLPROPERTIES ('$name' = 'table')")
        try {
          spark.sql(s"INSERT INTO $Table SELECT 1")
          val location = spark.sql(s"DESCRIBE FORMATTED $Table").collect().find(_.getString(0) == "Location").get
          assert(placeOf(new java.net.URI(location.getString(1)).getPath) === Some("table"))
        } finally spark.sql(s"DROP TABLE $Table")
      }
    }
  }
}
