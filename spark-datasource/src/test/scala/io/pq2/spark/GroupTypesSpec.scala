package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.util.{Failure, Success, Try}

import io.pq2.io.LocalOutputFile
import io.pq2.record.RecordWriter
import io.pq2.write.WriteOptions
import org.apache.spark.sql.DataFrame

/** Reads groups with annotations, and compares with the built-in source what is refused. */
class GroupTypesSpec extends SparkSpec {

  private val variant = "required binary value; required binary metadata;"

  /** Groups of a file, by their annotation and their fields. */
  private val groups: Seq[String] = Seq(
    s"group v { $variant }",
    s"group v (VARIANT(1)) { $variant }",
    s"group v (VARIANT(2)) { $variant }",
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
        val lenient = strict == "all" && !group.contains("VARIANT") || incomplete
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
