package io.pq2.spark

import java.nio.file.{Files, Path}
import java.util.Optional

import scala.jdk.CollectionConverters._

import io.pq2.exception.InvalidDataException
import io.pq2.hadoop.file.HadoopInputFile
import io.pq2.keys.CountingKms
import io.pq2.read.{Footer, ReadOptions}
import org.apache.hadoop.fs.{Path => HadoopPath}
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.connector.catalog.SupportsWrite
import org.apache.spark.sql.connector.write.LogicalWriteInfo
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.apache.spark.sql.{AnalysisException, DataFrame}

/** Checks that tables stay encrypted: files are appended, tables copied and properties changed. */
class TableKeysSpec extends SparkSpec {

  CountingKms.server("keys").create("kf", "kc", "kd")

  private val ColumnKeys = "parquet.encryption.column.keys"
  private val allow = Map("pq2.encryption.plaintextAppends" -> "true")

  private val reading = Map(
    "parquet.encryption.kms.client.class" -> classOf[CountingKms].getName,
    "parquet.encryption.kms.instance.id" -> "keys"
  )
  private val writing = reading ++ Map("parquet.encryption.footer.key" -> "kf", ColumnKeys -> "kc:secret")

  private def rows: DataFrame =
    spark.range(0, 10, 1, 1).selectExpr("id", "'secret ' || id AS secret", "'tag ' || id AS tag", "id % 2 AS half")

  private def sql(options: Map[String, String]): String =
    options.map { case (key, value) => s"'$key' '$value'" }.mkString("(", ", ", ")")

  private def dataFiles(path: String): Seq[Path] = {
    val files = Files.walk(Path.of(path))
    try files.iterator.asScala.filter(_.getFileName.toString.startsWith("part-")).toList
    finally files.close()
  }

  private def isEncrypted(file: Path): Boolean = {
    val input = HadoopInputFile.of(new HadoopPath(file.toUri), spark.sessionState.newHadoopConf())
    Footer.read(input, ReadOptions.DEFAULT).crypto(input.location) != null
  }

  private def assertRefused(path: String)(write: => Unit): Unit = {
    val before = dataFiles(path)
    val error = intercept[Exception](write)
    val causes = Iterator.iterate[Throwable](error)(_.getCause).takeWhile(_ != null).toSeq
    val refused = causes.collectFirst { case e: InvalidDataException => e }
    assert(refused.exists(_.getMessage.contains("pq2.encryption.plaintextAppends")), error)
    assert(dataFiles(path) === before)
  }

  test("plaintext files are not appended to encrypted files") {
    for (footer <- Seq("false", "true"); partitions <- Seq(Nil, Seq("half"))) {
      val path = newPath("encrypted")
      val options = writing + ("parquet.encryption.plaintext.footer" -> footer)
      rows.write.format("pq2").options(options).partitionBy(partitions: _*).save(path)
      def append(options: Map[String, String]): Unit =
        rows.write.format("pq2").options(options).mode("append").partitionBy(partitions: _*).save(path)
      assertRefused(path)(append(Map.empty))
      append(writing)
      assert(dataFiles(path).forall(isEncrypted))
      append(allow)
      assert(!dataFiles(path).forall(isEncrypted))
    }
  }

  test("plaintext files are appended to other locations, and replace encrypted files") {
    val path = newPath("plain")
    rows.write.format("pq2").mode("append").save(path)
    rows.write.format("pq2").mode("append").save(path)
    assertSameRows(pq2(path), rows.union(rows))
    val encrypted = newPath("encrypted")
    rows.write.format("pq2").options(writing).save(encrypted)
    rows.write.format("pq2").mode("overwrite").save(encrypted)
    assertSameRows(pq2(encrypted), rows)
  }

  test("partitions of encrypted tables are not overwritten with plaintext files") {
    val table = "pq2_overwritten"
    val path = newPath("partitions")
    spark.sql(
      s"CREATE TABLE $table (id BIGINT, secret STRING, half BIGINT) USING pq2 PARTITIONED BY (half) LOCATION '$path'"
    )
    try {
      rows.drop("tag").write.format("pq2").options(writing).mode("append").partitionBy("half").save(path)
      spark.sql(s"MSCK REPAIR TABLE $table")
      assertRefused(path)(spark.sql(s"INSERT OVERWRITE $table PARTITION (half = 1) VALUES (1, 'x')"))
      assertRefused(path)(spark.sql(s"INSERT INTO $table VALUES (1, 'x', 1)"))
      withConf("spark.sql.sources.partitionOverwriteMode" -> "dynamic") {
        assertRefused(path)(spark.sql(s"INSERT OVERWRITE $table VALUES (1, 'x', 1)"))
      }
      spark.sql(s"ALTER TABLE $table SET TBLPROPERTIES ${sql(allow)}")
      spark.sql(s"INSERT OVERWRITE $table PARTITION (half = 1) VALUES (1, 'x')")
      assert(dataFiles(path).count(isEncrypted) === 1)
    } finally spark.sql(s"DROP TABLE $table")
  }

  test("streams do not append plaintext files to encrypted files") {
    val from = newPath("from")
    val path = newPath("encrypted")
    rows.write.format("pq2").save(from)
    rows.write.format("pq2").options(writing).save(path)
    assertRefused(path) {
      val query = spark.readStream.schema(rows.schema).format("pq2").load(from)
        .writeStream.format("pq2").option("checkpointLocation", newPath("checkpoint")).start(path)
      try query.processAllAvailable()
      finally query.stop()
    }
  }

  test("writes by Data Source V2 do not append plaintext files to encrypted files") {
    val path = newPath("encrypted")
    rows.write.format("pq2").options(writing).save(path)
    def prepare(options: Map[String, String]): Unit = {
      val map = new CaseInsensitiveStringMap((options + ("path" -> path)).asJava)
      val table = (new Pq2DataSourceV2).getTable(rows.schema, Array.empty, map).asInstanceOf[SupportsWrite]
      table.newWriteBuilder(new LogicalWriteInfo {
        override def options(): CaseInsensitiveStringMap = map
        override def queryId(): String = "query"
        override def schema(): StructType = rows.schema
        override def rowIdSchema(): Optional[StructType] = Optional.empty
        override def metadataSchema(): Optional[StructType] = Optional.empty
      }).build().toBatch
      ()
    }
    assertRefused(path)(prepare(Map.empty))
    prepare(writing)
    prepare(allow)
  }

  private def withTables(body: (String, String) => Unit): Unit =
    try body("pq2_keys", "pq2_keys_copy")
    finally for (table <- Seq("pq2_keys", "pq2_keys_copy")) spark.sql(s"DROP TABLE IF EXISTS $table")

  private val columns = "(id BIGINT, secret STRING, tag STRING, place STRUCT<city: STRING, zip: BIGINT>)"

  private def insert(table: String): Unit =
    spark.sql(s"INSERT OVERWRITE $table VALUES (1, 'secret', 'tag', NAMED_STRUCT('city', 'c', 'zip', 7L))")

  /** Returns the master keys of the columns in the files of a table, after an insert. */
  private def keys(table: String): Map[String, String] = {
    insert(table)
    val path = Path.of(spark.sessionState.catalog.getTableMetadata(TableIdentifier(table)).location).toString
    val audit = new io.pq2.hadoop.keys.EncryptionAudit(spark.sessionState.newHadoopConfWithOptions(reading))
    val file = audit.files(new HadoopPath(dataFiles(path).head.toUri)).get(0)
    file.columns.asScala.filter(_.key != null).map(column => column.column -> column.key.masterKeyId).toMap
  }

  test("CREATE TABLE LIKE copies column keys") {
    val other = Map(ColumnKeys -> "kd:tag")
    for (clause <- Seq("OPTIONS", "TBLPROPERTIES")) withTables { (table, copy) =>
      spark.sql(s"CREATE TABLE $table $columns USING pq2 $clause ${sql(writing)}")
      spark.sql(s"CREATE TABLE $copy LIKE $table")
      assert(keys(copy) === Map("secret" -> "kc"))
    }
    withTables { (table, copy) =>
      spark.sql(s"CREATE TABLE $table $columns USING pq2")
      spark.sql(s"ALTER TABLE $table SET TBLPROPERTIES ${sql(writing)}")
      spark.sql(s"CREATE TABLE $copy LIKE $table USING pq2")
      assert(keys(copy) === Map("secret" -> "kc"))
      spark.sql(s"DROP TABLE $copy")
      spark.sql(s"CREATE TABLE $copy LIKE $table TBLPROPERTIES ${sql(other)}")
      assert(keys(copy) === Map("secret" -> "kc", "tag" -> "kd"))
    }
  }

  test("SET TBLPROPERTIES merges column keys") {
    for (clause <- Seq("OPTIONS", "TBLPROPERTIES")) withTables { (table, _) =>
      spark.sql(s"CREATE TABLE $table $columns USING pq2 $clause ${sql(writing)}")
      def set(keys: String): Unit = spark.sql(s"ALTER TABLE $table SET TBLPROPERTIES ('$ColumnKeys' = '$keys')")
      set("kd:tag")
      assert(keys(table) === Map("secret" -> "kc", "tag" -> "kd"))
      set("kd:SECRET")
      assert(keys(table) === Map("secret" -> "kd", "tag" -> "kd"))
      set("kc:place")
      assert(keys(table) === Map("secret" -> "kd", "tag" -> "kd", "place.city" -> "kc", "place.zip" -> "kc"))
      set("kd:place.city; kc : secret")
      assert(keys(table) === Map("secret" -> "kc", "tag" -> "kd", "place.city" -> "kd", "place.zip" -> "kc"))
      set("kc:`place`")
      assert(keys(table) === Map("secret" -> "kc", "tag" -> "kd", "place.city" -> "kc", "place.zip" -> "kc"))
      assert(intercept[AnalysisException](set("nonsense")).getMessage.contains("nonsense"))
    }
  }

  test("UNSET TBLPROPERTIES removes column keys") {
    for (clause <- Seq("OPTIONS", "TBLPROPERTIES"); exists <- Seq("", "IF EXISTS ")) withTables { (table, copy) =>
      spark.sql(s"CREATE TABLE $table $columns USING pq2 $clause ${sql(writing)}")
      assert(keys(table) === Map("secret" -> "kc"))
      spark.sql(s"ALTER TABLE $table UNSET TBLPROPERTIES $exists('$ColumnKeys')")
      spark.sql(s"ALTER TABLE $table SET TBLPROPERTIES ('$ColumnKeys' = 'kd:id')")
      assert(keys(table) === Map("id" -> "kd"))
      spark.sql(s"ALTER TABLE $table UNSET TBLPROPERTIES $exists('$ColumnKeys', 'parquet.encryption.footer.key')")
      assert(keys(table) === Map.empty)
      spark.sql(s"ALTER TABLE $table SET TBLPROPERTIES ${sql(writing + (ColumnKeys -> "kd:tag"))}")
      assert(keys(table) === Map("tag" -> "kd"))
      spark.sql(s"CREATE TABLE $copy LIKE $table")
      assert(keys(copy) === Map("tag" -> "kd"))
    }
  }
}
