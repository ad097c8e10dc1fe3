package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.util.{Failure, Success, Try}

import io.pq2.io.LocalOutputFile
import io.pq2.record.RecordWriter
import io.pq2.spark.internal.replace.Replacement
import io.pq2.variant.{ShreddedType, Variant, VariantShredding}
import io.pq2.write.WriteOptions
import org.apache.spark.sql.types.VariantType
import org.apache.spark.sql.{DataFrame, Row}

/** Reads groups with annotations, and compares with the built-in source what is refused. */
class GroupTypesSpec extends SparkSpec {

  private val variant = "required binary value; required binary metadata;"

  /** Groups of a file, by their annotation and their fields. */
  private val groups: Seq[String] = Seq(
    s"group v { $variant }",
    s"group v (VARIANT(1)) { $variant }",
    s"group v (VARIANT(2)) { $variant }",
    s"group v (VARIANT) { $variant }",
    "group v (VARIANT(1)) { required binary metadata; optional binary value; optional int64 typed_value; }",
    "group v (VARIANT(1)) { required binary metadata; optional int64 typed_value; }",
    "group v (VARIANT(1)) { required binary metadata; optional binary value; }",
    "group v (VARIANT(1)) { required binary value; required binary other; }",
    "group v (VARIANT(1)) { required int32 value; required binary metadata; }",
    "group v (ENUM) { optional int32 a; }",
    "group v (JSON) { optional int32 a; }",
    "group v { optional int32 a; }"
  )

  private val types =
    Seq("variant", "struct<value: binary, metadata: binary>", "struct<metadata: binary>", "struct<a: int>")

  private def write(group: String): Option[String] = {
    val path = newPath("groups")
    Files.createDirectories(Path.of(path))
    Try {
      val file = LocalOutputFile.of(Path.of(path, "a.parquet"))
      val writer = RecordWriter.create(file, s"message m { optional $group }", WriteOptions.DEFAULT)
      try writer.write(writer.record().setNull("v"))
      finally writer.close()
      path
    }.toOption
  }

  private def result(read: => DataFrame): Try[(String, Seq[Any])] =
    Try { val frame = read; (frame.schema.toDDL, frame.collect().toSeq.map(_.toSeq)) }

  /** Compares reads by both sources; pq2 may also read what `lenient` says. The errors of damaged groups can differ. */
  private def compare(clue: String, lenient: Boolean, damaged: Boolean)(read: String => DataFrame): Unit =
    withClue(clue)((result(read("pq2")), result(read("parquet"))) match {
      case (Success(ours), Success(theirs)) => assert(ours === theirs)
      case (Failure(ours), Failure(theirs)) =>
        val common = SparkSpec.conditions(ours).intersect(SparkSpec.conditions(theirs))
        assert(damaged || common.nonEmpty, s"$ours, expected $theirs")
      // The built-in source does not notice the wrong type of a variant's field while the variant is null.
      case (Failure(ours), Success(theirs)) =>
        assert(
          damaged && SparkSpec.conditions(ours).contains("FAILED_READ_FILE.PARQUET_COLUMN_DATA_TYPE_MISMATCH"),
          s"expected $theirs"
        )
      case (Success(ours), Failure(theirs)) => assert(lenient, s"$ours, expected $theirs")
    })

  test("variants, and structs with other annotations, are refused where the built-in source refuses them") {
    assumeSpark("4.1", "the built-in source opens files with annotated variants")
    val paths = groups.map(group => group -> write(group))
    assert(paths.count(_._2.isEmpty) <= 2)
    val cases = for {
      (group, Some(path)) <- paths
      strict <- Seq("all", "strict")
      ignore <- Seq("true", "false")
      shredded <- Seq("true", "false")
    } yield (group, path, strict, ignore, shredded)
    // V1 and V2 take turns. They share the checks.
    for (
      ((group, path, strict, ignore, shredded), index) <- some(cases.zipWithIndex, 3);
      v1 = Seq("pq2", "")(index / 3 % 2)
    )
      withConf(
        "pq2.read.types" -> strict,
        "spark.sql.parquet.ignoreVariantAnnotation" -> ignore,
        "spark.sql.variant.allowReadingShredded" -> shredded,
        "spark.sql.variant.pushVariantIntoScan" -> "false",
        "spark.sql.sources.useV1SourceList" -> s"parquet,$v1"
      ) {
        // The variant is null, so pq2 does not miss its metadata.
        val incomplete = group.contains("VARIANT") && !group.contains("metadata")
        val damaged = incomplete || group.contains("int32 value")
        // The built-in source refuses variants without version.
        val versions = group.contains("VARIANT(")
        val lenient = strict == "all" && !versions || incomplete
        val clue = s"$group, $strict, ignore=$ignore, shredded=$shredded, $v1"
        compare(clue, lenient, damaged)(spark.read.format(_).load(path))
        for (dataType <- types; vectorized <- Seq("true", "false") if vectorized == "true" || strict == "all")
          withConf("spark.sql.parquet.enableVectorizedReader" -> vectorized) {
            val withoutMetadata = dataType == "variant" && !group.contains("metadata")
            compare(
              s"$clue, $dataType, $vectorized",
              lenient || withoutMetadata || vectorized == "false",
              damaged
            ) {
              spark.read.schema(s"v $dataType").format(_).load(path)
            }
          }
      }
  }

  /** Writes variants that are shredded by their integers. */
  private def writeVariants(annotation: String): String = {
    val path = newPath("variants")
    Files.createDirectories(Path.of(path))
    val options =
      WriteOptions.builder().variantShredding(VariantShredding.of(ShreddedType.parse("int64"))).build()
    val file = LocalOutputFile.of(Path.of(path, "a.parquet"))
    val schema = s"message m { required int32 id; optional group v ($annotation) { $variant } }"
    val writer = RecordWriter.create(file, schema, options)
    try
      for ((json, id) <- Seq("""{"a": 1}""", "7", null, "\"text\"").zipWithIndex) {
        val row = writer.record().setInt("id", id)
        if (json != null) row.setVariant("v", Variant.parseJson(json))
        writer.write(row)
      }
    finally writer.close()
    path
  }

  test("variants without the version of their encoding are read") {
    val reads = Seq[String => DataFrame](pq2, pq2V1, spark.read.schema("id INT, v VARIANT").format("pq2").load(_))
    withConf("spark.sql.variant.allowReadingShredded" -> "true") {
      for (annotation <- Seq("VARIANT", "VARIANT(1)"); path = writeVariants(annotation); read <- reads)
        withClue(s"$annotation: ") {
          val frame = read(path)
          assert(frame.schema("v").dataType === VariantType)
          val rows = frame.selectExpr("TO_JSON(v)", "TRY_VARIANT_GET(v, '$.a', 'INT')").collect().toSeq
          assert(rows === Seq(Row("""{"a":1}""", 1), Row("7", null), Row(null, null), Row("\"text\"", null)))
          assert(frame.where("TRY_VARIANT_GET(v, '$', 'INT') = 7").select("id").head().getInt(0) === 1)
        }
      withConf(Replacement.Key -> "true") {
        assert(builtIn(writeVariants("VARIANT")).selectExpr("TO_JSON(v)").head().getString(0) === """{"a":1}""")
      }
    }
  }

  test("variants of other writers without the version of their encoding are read") {
    val folder = Path.of(System.getProperty("pq2.shared", "../../shared")).resolve("faults/files")
    for ((name, column) <- Seq("arrow-go" -> "var", "arrow-cpp" -> "v")) {
      val file = folder.resolve(s"variant-no-version-$name.parquet")
      assume(Files.exists(file), s"needs faults/files/${file.getFileName} in the folder of the property pq2.shared")
      withConf("spark.sql.variant.allowReadingShredded" -> "true") {
        for (read <- Seq[String => DataFrame](pq2, pq2V1)) {
          val frame = read(file.toString)
          assert(frame.schema(column).dataType === VariantType)
          assert(frame.selectExpr(s"TO_JSON($column)").collect().forall(!_.isNullAt(0)))
        }
      }
    }
  }

  test("groups with the logical type FILE are structs") {
    val path = newPath("files")
    Files.createDirectories(Path.of(path))
    val group = "optional group f (FILE) { optional int64 size; optional binary uri (STRING); optional binary inline; }"
    val file = LocalOutputFile.of(Path.of(path, "a.parquet"))
    val writer = RecordWriter.create(file, s"message m { $group }", WriteOptions.DEFAULT)
    try {
      val row = writer.record()
      row.struct("f").setLong("size", 3).setString("uri", "a.jpg")
      writer.write(row)
    } finally writer.close()
    for (frame <- Seq(pq2(path), pq2V1(path))) {
      assert(frame.schema.toDDL === "f STRUCT<size: BIGINT, uri: STRING, inline: BINARY>")
      assert(frame.where("f.size = 3").selectExpr("f.uri").head().getString(0) === "a.jpg")
    }
  }
}
