package io.pq2.spark

import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.nio.file.{Files, Path}

import io.pq2.geospatial.{BoxCovering, GeoColumn, GeoParquet}
import io.pq2.hadoop.metrics.ScanCounter
import io.pq2.io.LocalOutputFile
import io.pq2.keys.CountingKms
import io.pq2.record.RecordWriter
import io.pq2.schema.SchemaText
import io.pq2.write.WriteOptions
import org.apache.spark.sql.execution.ExplainMode
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.{AnalysisException, DataFrame, Row}

/** Reads rows with geometries in a box, by the option `pq2.read.box`. */
class BoxFilterSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private val rows = 1000

  /** A point on the diagonal; every seventh is null. */
  private def point(i: Int): Array[Byte] =
    ByteBuffer.allocate(21).order(ByteOrder.LITTLE_ENDIAN).put(1.toByte).putInt(1).putDouble(i).putDouble(i).array

  private def isNull(i: Int): Boolean = i % 7 == 3

  /** Writes a file with the coverings of GeoParquet.
    *
    * @param annotation
    *   the logical type of the geometries
    */
  private def write(annotation: String, directory: Path = Files.createTempDirectory(directory, "box")): String = {
    val schema = SchemaText.parse(
      s"message m { required int32 id; optional binary Geom$annotation; optional group b " +
        "{ required double x; required double y; } }"
    )
    val (x, y) = (java.util.List.of("b", "x"), java.util.List.of("b", "y"))
    val covering = new BoxCovering(x, y, x, y, null, null)
    val column = new GeoColumn("WKB", java.util.List.of(), null, null, null, null, null, covering)
    val geo = new GeoParquet("1.1.0", "Geom", java.util.Map.of("Geom", column)).toJson
    val options = WriteOptions.builder().rowGroupRows(100).pageRows(10).keyValueMetadata("geo", geo).build()
    val writer = RecordWriter.create(LocalOutputFile.of(directory.resolve("part-0.parquet")), schema, options)
    try
      for (i <- 0 until rows) {
        val record = writer.record().setInt("id", i)
        if (!isNull(i)) {
          record.setBinary("Geom", point(i))
          record.struct("b").setDouble("x", i).setDouble("y", i)
        }
        writer.write(record)
      }
    finally writer.close()
    directory.toString
  }

  private def expected(from: Int, to: Int): Seq[Row] = (from to to).filterNot(isNull).map(Row(_))

  private val box = "pq2.read.box#Geom"

  private def v2(path: String, value: String): DataFrame =
    spark.read.format("pq2").option(box, value).load(path)

  private def v1(path: String, value: String): DataFrame = withTable(path, value)

  private var tables = 0

  /** Returns a table, which is read by V1. */
  private def withTable(path: String, value: String): DataFrame = {
    tables += 1
    spark.sql(s"CREATE TABLE box$tables USING pq2 OPTIONS ('$box' '$value') LOCATION '$path'")
    spark.table(s"box$tables")
  }

  override protected def afterAll(): Unit =
    try (1 to tables).foreach(i => spark.sql(s"DROP TABLE IF EXISTS box$i"))
    finally super.afterAll()

  test("exactly the rows with geometries in the box are read, whichever columns the query needs") {
    for (annotation <- Seq("", " (GEOMETRY)"); read <- Seq(v2 _, v1 _)) {
      val frame = read(write(annotation), "250, 0, 309.5, 1e3")
      assert(frame.select("id").collect().toSeq === expected(250, 309))
      assert(frame.count() === expected(250, 309).size)
      assert(frame.selectExpr("max(id)", "min(id)", "count(Geom)").collect().head ===
        Row(309, 250, expected(250, 309).size))
      assert(frame.filter("id > 300").select("id").collect().toSeq === expected(301, 309))
      assert(frame.orderBy("id").limit(2).select("id").collect().toSeq === expected(250, 252).take(2))
      assert(frame.filter("id < 250").isEmpty)
    }
  }

  test("rows are filtered if pushed filters and filters of single rows are turned off") {
    withConf("spark.sql.parquet.filterPushdown" -> "false", "parquet.filter.record-level.enabled" -> "false") {
      for (read <- Seq(v2 _, v1 _))
        assert(read(write(""), "250,250,250,250").select("id").collect().toSeq === expected(250, 250))
    }
  }

  test("the plan names the box, and only row groups with rows in the box are read") {
    for (read <- Seq(v2 _, v1 _)) {
      val frame = read(write(""), "250,0,260,1000").select("id")
      val text = frame.queryExecution.explainString(ExplainMode.fromString("formatted"))
      assert(text.toLowerCase.contains("boxes: [geom [250.0, 0.0, 260.0, 1000.0]]"))
      assert(text.contains("Pruning: [statistics"))
      assert(frame.collect().toSeq === expected(250, 260))
      val scan = collectLeaves(frame.queryExecution.executedPlan).head
      assert(scan.metrics("numOutputRows").value === expected(250, 260).size)
      assert(scan.metrics(ScanCounter.ROW_GROUPS_SKIPPED.metricName).value === 9)
    }
  }

  test("two scans of one query have their own boxes") {
    val path = write("")
    val both = v2(path, "1,0,1,1000").select("id").union(v2(path, "5,0,5,1000").select("id"))
    assert(both.collect().toSeq === Seq(Row(1), Row(5)))
    val joined = v2(path, "0,0,9,1000").as("a").join(v2(path, "8,0,20,1000").as("b"), "id").select("id")
    assert(joined.collect().toSet === Set(Row(8), Row(9)))
  }

  test("files without the column have no rows in a box") {
    val directory = Files.createTempDirectory(this.directory, "merged")
    write("", directory)
    spark.range(10).selectExpr("CAST(id AS INT) id").write.format("pq2").mode("append").save(directory.toString)
    val frame = spark.read.format("pq2").schema("id INT, Geom BINARY").option(box, "0,0,2,2").load(directory.toString)
    assert(frame.select("id").collect().toSet === expected(0, 2).toSet)
  }

  test("wrong boxes and columns are errors that name the option") {
    val path = write("")
    for (value <- Seq("1,2,3", "a,b,c,d", "0,1,0,0", "0,NaN,1,1")) {
      val error = intercept[Exception](v2(path, value).collect())
      assert(error.getMessage.contains("pq2.read.box#Geom is \"" + value))
    }
  }

  test("a wrong column is an error of analysis that names the columns with geometries") {
    val path = write(" (GEOMETRY)")
    def v2Error(column: String) = intercept[AnalysisException] {
      spark.read.format("pq2").option(s"pq2.read.box#$column", "0,0,1,1").load(path).collect()
    }
    def v1Error(column: String) = intercept[AnalysisException] {
      tables += 1
      spark.sql(s"CREATE TABLE box$tables USING pq2 OPTIONS ('pq2.read.box#$column' '0,0,1,1') LOCATION '$path'")
      spark.table(s"box$tables").collect()
    }
    for (error <- Seq(v2Error _, v1Error _)) {
      val misspelled = error("goem")
      assert(misspelled.getCondition === "STDS_INVALID_OPTION_VALUE.WITH_MESSAGE")
      assert(misspelled.getMessage.contains("pq2.read.box#goem names a column that the table does not have: " +
        "did you mean Geom? The columns with geometries are Geom"))
      assert(error("nobody").getMessage.contains("does not have. The columns with geometries are Geom"))
      assert(error("id").getMessage.contains("pq2.read.box#id needs a column of type GEOMETRY, GEOGRAPHY or BINARY, " +
        "but the column has type INT. The columns with geometries are Geom"))
    }
    val plain = newPath("plain")
    spark.range(1).write.format("pq2").save(plain)
    val none = intercept[AnalysisException] {
      spark.read.format("pq2").option("pq2.read.box#geom", "0,0,1,1").load(plain).collect()
    }
    assert(none.getMessage.contains("the table has no column with geometries"))
  }

  private def little(bytes: Int): ByteBuffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN)

  private def wkbPoint(x: Double, y: Double): Array[Byte] =
    little(21).put(1.toByte).putInt(1).putDouble(x).putDouble(y).array

  test("rows of a GEOGRAPHY column are removed if they are points outside the box") {
    val line = little(41).put(1.toByte).putInt(2).putInt(2).putDouble(-60).putDouble(50).putDouble(60).putDouble(50)
    val twoPoints = little(51).put(1.toByte).putInt(4).putInt(2).put(wkbPoint(0, 0)).put(wkbPoint(1, 1))
    val geographies = Seq(
      "inside" -> wkbPoint(5, 75),
      "edge" -> wkbPoint(10, 70),
      "south" -> wkbPoint(5, 60),
      "west" -> wkbPoint(-170, 75),
      "east" -> wkbPoint(175, 75),
      "null" -> null,
      "empty" -> wkbPoint(Double.NaN, Double.NaN),
      // The great circle between these vertices reaches the latitude 67.
      "line" -> line.array,
      "multipoint" -> twoPoints.array,
      "out of range" -> wkbPoint(190, 75),
      "invalid" -> Array[Byte](1, 2, 3)
    )
    val directory = Files.createTempDirectory(this.directory, "geography")
    val schema = SchemaText.parse("message m { required binary id (STRING); optional binary geog (GEOGRAPHY); }")
    val file = LocalOutputFile.of(directory.resolve("part-0.parquet"))
    val writer = RecordWriter.create(file, schema, WriteOptions.DEFAULT)
    try
      geographies.foreach { case (id, wkb) =>
        val record = writer.record().setString("id", id)
        writer.write(if (wkb == null) record else record.setBinary("geog", wkb))
      }
    finally writer.close()
    val unsure = Set("line", "multipoint", "out of range", "invalid")
    for (
      (box, found) <- Seq(
        "0,65,10,80" -> Set("inside", "edge"),
        "170,70,-165,80" -> Set("west", "east"),
        "0,0,0,0" -> Set.empty[String]
      )
    ) {
      def ids(frame: DataFrame) = frame.select("id").collect().map(_.getString(0)).toSet
      val option = "pq2.read.box#geog"
      assert(ids(spark.read.format("pq2").option(option, box).load(directory.toString)) === found ++ unsure)
      tables += 1
      spark.sql(s"CREATE TABLE box$tables USING pq2 OPTIONS ('$option' '$box') LOCATION '$directory'")
      assert(ids(spark.table(s"box$tables")) === found ++ unsure)
    }
  }

  test("Spark writes GeoParquet metadata on request") {
    assumeSpark("4.2", "there are geospatial types")
    val path = newPath("geo")
    spark.sql("SELECT ST_GeomFromWKB(X'0101000000000000000000F03F0000000000000040', 4326) AS g")
      .write.format("pq2").option("pq2.write.geoparquet", "1.1").save(path)
    val file = Files.list(Path.of(path)).filter(_.toString.endsWith(".parquet")).findFirst().get
    val opened = io.pq2.read.ParquetFile.open(new io.pq2.io.LocalInputFile(file))
    try {
      val column = GeoParquet.parse(opened.keyValueMetadata.get("geo")).columns.get("g")
      assert(column.geometryTypes === java.util.List.of("Point"))
      assert(column.bbox === java.util.List.of(1.0, 2.0, 1.0, 2.0))
      assert(column.crs === null)
    } finally opened.close()
    assert(v2Geo(path, "0,0,1,2").count() === 1)
    assert(v2Geo(path, "0,0,0.5,2").count() === 0)
  }

  /** Points on the diagonal as GEOMETRY, in one file. */
  private def geometries(count: Int): DataFrame = {
    val session = spark
    import session.implicits._
    (0 until count).map(i => (i, wkbPoint(i, i))).toDF("id", "wkb").coalesce(1)
      .selectExpr("id", "ST_GeomFromWKB(wkb, 4326) AS g")
  }

  private def withCovering(frame: DataFrame, options: (String, String)*) = frame.write.format("pq2")
    .options(Map("pq2.write.geoparquet" -> "1.1", "pq2.write.geoparquet.covering" -> "float") ++ options)

  test("Spark writes covering columns on request, which prune pages and are ordinary columns for readers") {
    assumeSpark("4.2", "there are geospatial types")
    val path = newPath("covering")
    withCovering(geometries(1000), "parquet.page.row.count.limit" -> "10").save(path)
    val frame = v2Geo(path, "510,0,519.5,1000")
    assert(frame.columns === Array("id", "g", "bbox"))
    assert(frame.select("id", "bbox.xmin", "bbox.ymax").collect().toSeq ===
      (510 to 519).map(i => Row(i, i.toFloat, i.toFloat)))
    val ids = frame.select("id")
    ids.collect()
    val scan = collectLeaves(ids.queryExecution.executedPlan).head
    assert(scan.metrics(ScanCounter.PAGES_SKIPPED.metricName).value > 90)
    assert(spark.read.parquet(path).selectExpr("max(bbox.xmax)").head() === Row(999f))
    // A path is appended to by name.
    withCovering(geometries(10)).mode("append").save(path)
    assert(v2Geo(path, "3,3,4,4").selectExpr("count(*)", "max(bbox.ymax)").head() === Row(4, 4f))
  }

  test("covering columns get other names, and are not written over columns of their names") {
    assumeSpark("4.2", "there are geospatial types")
    val path = newPath("covering")
    withCovering(geometries(10), "pq2.write.geoparquet.coveringName#g" -> "box").save(path)
    assert(spark.read.format("pq2").load(path).columns === Array("id", "g", "box"))
    val again = intercept[Exception] {
      withCovering(geometries(10).selectExpr("*", "1 AS bbox")).save(newPath("taken"))
    }
    assert(again.getMessage.contains("the covering column of the geometry column g is to be named bbox, but there " +
      "is already a column of this name"))
    val alone = intercept[AnalysisException] {
      geometries(1).write.format("pq2").option("pq2.write.geoparquet.covering", "float").save(newPath("alone"))
    }
    assert(alone.getMessage.contains("pq2.write.geoparquet.covering is \"float\" and pq2.write.geoparquet is"))
  }

  test("keys of columns name covering columns, and an unprotected one fails before anything is overwritten") {
    assumeSpark("4.2", "there are geospatial types")
    CountingKms.server("boxes").create("kf", "kg")
    val kms = Seq(
      "parquet.encryption.kms.client.class" -> classOf[CountingKms].getName,
      "parquet.encryption.kms.instance.id" -> "boxes"
    )
    def keys(columns: String) =
      kms ++ Seq("parquet.encryption.footer.key" -> "kf", "parquet.encryption.column.keys" -> s"kg:$columns")
    val path = newPath("covering")
    withCovering(geometries(10), keys("g,bbox"): _*).save(path)
    def count() = spark.read.format("pq2").options(kms.toMap).option("pq2.read.box#g", "3,3,4,4").load(path).count()
    assert(count() === 2)
    for (source <- Seq("pq2", "parquet")) withConf("spark.pq2.replace.parquet" -> "true") {
      val error = intercept[AnalysisException] {
        withCovering(geometries(1), keys("g"): _*).format(source).mode("overwrite").save(path)
      }
      assert(error.getMessage.contains("encrypt bbox in the same way"), error)
    }
    assert(count() === 2)
  }

  private def v2Geo(path: String, value: String): DataFrame =
    spark.read.format("pq2").option("pq2.read.box#g", value).load(path)
}
