package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import io.pq2.io.LocalInputFile
import io.pq2.read.ParquetFile
import io.pq2.schema.PhysicalType
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.{AnalysisException, DataFrame}

/** Writes timestamps in each form that Spark's settings offer, and reads INT96 as local time. */
class TimestampStorageSpec extends SparkSpec {

  private val key = "spark.sql.parquet.outputTimestampType"

  private val frame: DataFrame =
    spark.sql("SELECT id, timestamp_micros(id * 86400123456789) AS t, ARRAY(timestamp_seconds(id)) AS a " +
      "FROM range(0, 300, 1, 1)")

  private def dataFiles(path: String): Seq[Path] = {
    val files = Files.walk(Path.of(path))
    try files.iterator.asScala.filter(_.getFileName.toString.startsWith("part-")).toList
    finally files.close()
  }

  /** Returns the storage of the timestamps in the files of a directory, as Spark's setting names it. */
  private def storage(path: String): String = {
    val names = dataFiles(path).flatMap { path =>
      val file = ParquetFile.open(new LocalInputFile(path))
      try file.schema.columns.asScala.toSeq.filterNot(_.path.get(0) == "id").map { column =>
          if (column.field.physicalType == PhysicalType.INT96) "INT96"
          else column.field.logicalType.toString
        }
      finally file.close()
    }
    val kinds = names.map {
      case "INT96"                         => "INT96"
      case name if name.contains("MICROS") => "TIMESTAMP_MICROS"
      case name if name.contains("MILLIS") => "TIMESTAMP_MILLIS"
    }.distinct
    assert(kinds.size === 1, names)
    kinds.head
  }

  private def written(options: Map[String, String]): String = {
    val path = newPath("written")
    frame.write.format("pq2").options(options).save(path)
    storage(path)
  }

  test("timestamps are microseconds unless the session or the write sets their storage") {
    assert(spark.conf.get(key) === "INT96", "Spark's default")
    assert(written(Map.empty) === "TIMESTAMP_MICROS")
    for (set <- Seq("INT96", "TIMESTAMP_MILLIS", "TIMESTAMP_MICROS")) {
      withConf(key -> set)(assert(written(Map.empty) === set))
      for (option <- Seq("outputTimestampType", "OUTPUTTIMESTAMPTYPE", key)) {
        assert(written(Map(option -> set)) === set, option)
        for (session <- Seq("INT96", "TIMESTAMP_MICROS"))
          withConf(key -> session)(assert(written(Map(option -> set)) === set, option))
      }
    }
    assert(written(Map.empty) === "TIMESTAMP_MICROS")
  }

  test("table options and properties set the storage of timestamps") {
    val table = "pq2_timestamps"
    def stored(): String =
      storage(Path.of(spark.sessionState.catalog.getTableMetadata(TableIdentifier(table)).location).toString)
    def withTable(create: String)(body: => Unit): Unit =
      try {
        spark.sql(s"CREATE TABLE $table $create")
        body
      } finally spark.sql(s"DROP TABLE IF EXISTS $table")
    frame.createOrReplaceTempView("pq2_frame")
    val columns = "(id BIGINT, t TIMESTAMP, a ARRAY<TIMESTAMP>) USING pq2"
    def insert() = spark.sql(s"INSERT OVERWRITE $table SELECT * FROM pq2_frame")

    withTable(columns) {
      insert()
      assert(stored() === "TIMESTAMP_MICROS")
      spark.sql(s"ALTER TABLE $table SET TBLPROPERTIES ('outputTimestampType' = 'INT96')")
      insert()
      assert(stored() === "INT96")
    }
    for (clause <- Seq("OPTIONS", "TBLPROPERTIES"); set <- Seq("INT96", "TIMESTAMP_MILLIS")) {
      withTable(s"$columns $clause ('outputTimestampType' '$set')") {
        insert()
        assert(stored() === set, clause)
      }
      withTable(s"USING pq2 $clause ('outputTimestampType' '$set') AS SELECT * FROM pq2_frame") {
        assert(stored() === set, clause)
      }
    }
  }

  test("an unknown storage is an error that names the option") {
    for (option <- Seq("outputTimestampType", key)) {
      val error = intercept[AnalysisException](written(Map(option -> "INT128")))
      assert(error.getMessage.contains(option) && error.getMessage.contains("TIMESTAMP_MICROS"))
    }
  }

  test("INT96 timestamps of pq2 do not depend on the session's time zone") {
    val ofPq2 = newPath("pq2")
    val ofSpark = newPath("spark")
    withConf(key -> "INT96") {
      frame.write.format("pq2").save(ofPq2)
      frame.write.parquet(ofSpark)
    }
    for (zone <- Seq("America/Los_Angeles", "Asia/Tokyo", "UTC"); convert <- Seq("false", "true"))
      withConf("spark.sql.session.timeZone" -> zone, "spark.sql.parquet.int96TimestampConversion" -> convert) {
        val expected = frame.selectExpr("id", "unix_micros(t) AS t", "unix_micros(a[0]) AS a")
        for (path <- Seq(ofPq2, ofSpark); read <- Seq(pq2(path), pq2V1(path))) {
          assertSameRows(read.selectExpr("id", "unix_micros(t) AS t", "unix_micros(a[0]) AS a"), expected)
          val condition = "t > timestamp_micros(86400123456789 * 250)"
          assert(read.where(condition).count() === 49)
        }
      }
  }
}
