package io.pq2.spark

import java.nio.file.{Files, Path => LocalPath}
import java.time.{Instant, ZoneId}

import scala.jdk.CollectionConverters._

import io.pq2.hadoop.metrics.ScanCounter
import io.pq2.io.{LocalInputFile, LocalOutputFile}
import io.pq2.read.ParquetFile
import io.pq2.record.RecordWriter
import io.pq2.schema.PhysicalType
import io.pq2.write.WriteOptions
import org.apache.spark.SparkException
import org.apache.spark.sql.catalyst.util.RebaseDateTime
import org.apache.spark.sql.{AnalysisException, DataFrame, Row, SaveMode}

/** `CALL pq2.compact` with `timestamps => 'micros'`: each source reads the same rows as before. */
@CorePart
class Int96CompactionSpec extends SparkSpec {

  private val Storage = "spark.sql.parquet.outputTimestampType"
  private val Zone = "spark.sql.session.timeZone"
  private val Int96Mode = "spark.sql.parquet.int96RebaseModeInWrite"
  private val DatetimeMode = "spark.sql.parquet.datetimeRebaseModeInWrite"

  /** Local times on both sides of each change of a calendar. */
  private val times = Seq(
    "0001-01-01 00:00:00",
    "1500-02-28 12:34:56.123456",
    "1582-10-04 23:59:59.999999",
    "1582-10-15 00:00:00",
    "1883-11-18 12:00:00",
    "1899-12-31 23:59:59.999999",
    "1900-01-01 00:00:00",
    "1970-01-01 00:00:00",
    "2024-03-10 02:30:00",
    "9999-12-31 23:59:59.999999"
  )

  /** Writes INT96 timestamps with Spark's own source to three files. */
  private def write(path: String, others: String = "NULL AS nothing"): Unit = {
    val array = times.map(time => s"TIMESTAMP'$time'").mkString("array(", ", ", ")")
    withConf(Storage -> "INT96") {
      spark.range(0, times.size + 1, 1, 3).selectExpr("id", s"try_element_at($array, CAST(id + 1 AS INT)) AS t")
        .selectExpr(
          "id",
          "t",
          "named_struct('t', t, 'n', id) AS s",
          "array(t, NULL, t) AS l",
          "map(id, t) AS m",
          others
        ).drop("nothing").write.parquet(path)
    }
  }

  private def data(path: String): Seq[LocalPath] = {
    val files = Files.list(LocalPath.of(path))
    try files.iterator.asScala.filter(_.getFileName.toString.endsWith(".parquet")).toList.sorted
    finally files.close()
  }

  private def physicalTypes(path: String): Set[PhysicalType] = data(path).flatMap { path =>
    val file = ParquetFile.open(new LocalInputFile(path))
    try file.schema.columns.asScala.map(_.field.physicalType).toSeq
    finally file.close()
  }.toSet

  private val sources: Seq[String => DataFrame] = Seq(pq2, pq2V1, builtIn)

  /** Returns the rows with timestamps as instants and as local times. */
  private def rows(frame: DataFrame): Seq[String] = {
    assert(frame.schema("t").dataType.sql === "TIMESTAMP")
    val values = frame.selectExpr(
      frame.columns.toSeq ++
        Seq(
          "unix_micros(t)",
          "CAST(t AS STRING)",
          "unix_micros(s.t)",
          "transform(l, x -> unix_micros(x))",
          "transform(map_values(m), x -> unix_micros(x))"
        ): _*
    ).drop("t", "s", "l", "m")
    SparkSpec.sorted(values.collect())
  }

  private def call(path: String, arguments: String = ""): Seq[Row] =
    spark.sql(s"CALL pq2.compact('$path', timestamps => 'micros'$arguments)").collect().toSeq

  private def assertSameAfterCompaction(path: String): Unit = {
    val before = sources.map(read => rows(read(path)))
    assert(before.distinct.size === 1)
    val schemas = sources.map(read => read(path).schema)
    assert(physicalTypes(path).contains(PhysicalType.INT96))
    assert(call(path).map(_.getAs[String]("result")) === Seq("compacted"))
    assert(data(path).size === 1 && !physicalTypes(path).contains(PhysicalType.INT96))
    assert(sources.map(read => read(path).schema) === schemas)
    sources.zip(before).foreach { case (read, expected) => assert(rows(read(path)) === expected) }
    // The zone of the session is another one than that of the writer.
    withConf(Zone -> "Asia/Tokyo") {
      assert(sources.map(read => micros(read(path))).distinct.size === 1)
    }
  }

  private def micros(frame: DataFrame): Seq[String] = SparkSpec.sorted(frame.selectExpr("unix_micros(t)").collect())

  private def assertRefused(path: String, arguments: String = "")(words: String*): Unit = {
    val before = data(path)
    val error = intercept[SparkException](call(path, arguments))
    assert(error.getCondition === "PQ2_COMPACTION_FAILED")
    words.foreach(word => assert(error.getMessage.contains(word), error.getMessage))
    assert(data(path) === before)
  }

  private val zones = Seq("America/Los_Angeles", "Europe/Amsterdam", "Asia/Kolkata", "UTC")

  for (zone <- zones; mode <- Seq("CORRECTED", "LEGACY"))
    test(s"old timestamps of $zone, written in the calendar $mode, stay the same") {
      val path = newPath("old")
      withConf(Zone -> zone) {
        withConf(Int96Mode -> mode)(write(path))
        val expected = micros(builtIn(path))
        assertSameAfterCompaction(path)
        // The file is compacted with others of its kind.
        assert(call(path, ", all => true").map(_.getAs[String]("result")) === Seq("compacted"))
        sources.foreach(read => assert(micros(read(path)) === expected))
      }
    }

  for (mode <- Seq("CORRECTED", "LEGACY"))
    test(s"dates stay the same with timestamps, written in the calendar $mode") {
      val path = newPath("dates")
      withConf(Int96Mode -> mode, DatetimeMode -> mode)(write(path, "CAST(t AS DATE) AS day"))
      assertSameAfterCompaction(path)
    }

  test("old timestamps of another calendar than that of the dates are refused") {
    for ((int96, datetime) <- Seq("LEGACY" -> "CORRECTED", "CORRECTED" -> "LEGACY")) {
      val path = newPath("mixed")
      withConf(Int96Mode -> int96, DatetimeMode -> datetime)(write(path, "CAST(t AS DATE) AS day"))
      assertRefused(path)("row group 0, column t: row 0", "is before 1900", "legacyINT96", "outputTimestampType")
    }
  }

  test("filters prune by the statistics, the order and the bloom filters of the new column") {
    val path = newPath("pruned")
    withConf(Storage -> "INT96") {
      // By dictionaries, pq2 prunes INT96 too.
      val time = "timestamp_seconds(id * 7919 % 3000 * 86400) AS t"
      spark.range(0, 3000, 1, 3).selectExpr("id", time, "sha2(CAST(id AS STRING), 256) AS text").write
        .option("parquet.enable.dictionary", "false").parquet(path)
    }
    val conditions = Seq(
      "t > timestamp_seconds(2990 * 86400)",
      "t = timestamp_seconds(1500 * 86400)",
      "t IN (timestamp_seconds(7 * 86400), timestamp_seconds(8 * 86400))",
      "t < timestamp_seconds(0) OR t IS NULL"
    )
    def skipped(frame: DataFrame): Long = {
      frame.collect()
      frame.queryExecution.executedPlan.collectLeaves().head.metrics(ScanCounter.ROW_GROUPS_SKIPPED.metricName).value
    }
    val before = conditions.map(condition => SparkSpec.sorted(builtIn(path).where(condition).collect()))
    conditions.foreach(condition => assert(skipped(pq2(path).where(condition)) === 0, condition))
    val arguments = ", sort_by => 't', bloom_filters => 't', row_group_size => '16KiB', all => true"
    assert(call(path, arguments).map(_.getAs[String]("result")) === Seq("compacted"))
    for ((condition, expected) <- conditions.zip(before); read <- Seq[String => DataFrame](pq2, pq2V1)) {
      assert(skipped(read(path).where(condition)) > 0, condition)
      assert(SparkSpec.sorted(read(path).where(condition).collect()) === expected)
      assert(SparkSpec.sorted(builtIn(path).where(condition).collect()) === expected)
    }
    val largest = pq2(path).selectExpr("max(t)").head().getTimestamp(0).toInstant
    assert(largest === Instant.ofEpochSecond(2999L * 86400))
  }

  test("files of both types become one") {
    val path = newPath("both")
    for ((storage, from) <- Seq("INT96" -> 0, "TIMESTAMP_MICROS" -> 10, "INT96" -> 20))
      withConf(Storage -> storage) {
        spark.range(from, from + 10, 1, 1).selectExpr("id", "timestamp_micros(id * 1234567890123) AS t")
          .write.mode(SaveMode.Append).parquet(path)
      }
    val expected = micros(builtIn(path))
    assert(call(path).map(_.getLong(2)) === Seq(1L))
    assert(physicalTypes(path) === Set(PhysicalType.INT64))
    sources.foreach(read => assert(micros(read(path)) === expected))
  }

  private def foreign(value: Instant): String = {
    val path = newPath("foreign")
    Files.createDirectories(LocalPath.of(path))
    for (name <- Seq("a", "b")) {
      val file = LocalOutputFile.of(LocalPath.of(path, s"$name.parquet"))
      val writer = RecordWriter.create(file, "message m { optional int96 t; }", WriteOptions.DEFAULT)
      try {
        writer.write(writer.record().set("t", Instant.EPOCH))
        writer.write(writer.record().set("t", value))
      } finally writer.close()
    }
    path
  }

  test("timestamps that cannot stay the same are refused with their place") {
    val file = "a.parquet, row group 0, column t: row 1: the INT96 timestamp"
    assertRefused(foreign(Instant.ofEpochSecond(0, 1)))(file, "no whole number of microseconds", "drops")
    assertRefused(foreign(Instant.parse("1899-12-31T23:59:59Z")), ", fail_fast => true")(file, "int96RebaseModeInRead")
    val recent = foreign(Instant.parse("1900-01-01T00:00:00Z"))
    val expected = micros(builtIn(recent))
    assert(call(recent).map(_.getLong(2)) === Seq(1L))
    sources.foreach(read => assert(micros(read(recent)) === expected))
  }

  test("a session that shifts INT96 timestamps must say that they are instants") {
    val path = foreign(Instant.EPOCH)
    withConf("spark.sql.parquet.int96TimestampConversion" -> "true") {
      val error = intercept[AnalysisException](call(path))
      assert(error.getCondition === "STDS_INVALID_OPTION_VALUE.WITH_MESSAGE")
      assert(error.getMessage.contains("int96TimestampConversion is true"), error.getMessage)
      assert(spark.sql(s"CALL pq2.compact('$path')").head().getLong(2) === 1)
    }
    val form = intercept[AnalysisException](spark.sql(s"CALL pq2.compact('$path', timestamps => 'millis')"))
    assert(form.getMessage.contains("expected one of unchanged, micros"), form.getMessage)
  }

  test("from 1900 on, Spark reads timestamps of all calendars and time zones as they are stored") {
    val first = Instant.parse("1900-01-01T00:00:00Z").getEpochSecond * 1000000
    assert(RebaseDateTime.lastSwitchJulianTs <= first && RebaseDateTime.lastSwitchGregorianTs <= first)
    for (zone <- ZoneId.getAvailableZoneIds.asScala)
      assert(RebaseDateTime.rebaseJulianToGregorianMicros(zone, first) === first, zone)
  }
}
