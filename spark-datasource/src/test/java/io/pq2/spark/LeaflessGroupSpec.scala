package io.pq2.spark

import java.io.ByteArrayOutputStream
import java.nio.file.{Files, Paths}
import java.nio.{ByteBuffer, ByteOrder}

import scala.jdk.CollectionConverters._

import io.pq2.internal.schema.tree.SchemaElements
import io.pq2.internal.thrift.{FooterReader, FooterWriter}
import io.pq2.metadata.FileMetaData
import io.pq2.schema.{Field, GroupField, Repetition, Schema}
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.types.StructType

/** Scans files whose schemas have groups without leaves. Spark's own source fails when it reads such a group. */
class LeaflessGroupSpec extends SparkSpec {

  private def leafless(name: String, repetition: Repetition): GroupField =
    new GroupField(name, repetition, java.util.List.of())

  private lazy val path: String = {
    val folder = newPath("leafless")
    spark
      .range(100)
      .selectExpr("id", "IF(id % 3 = 0, NULL, named_struct('a', id, 'b', id % 7)) AS s", "map(id, id * 2) AS m")
      .coalesce(1)
      .write
      .option("compression", "none")
      .parquet(folder)
    val file = Files.list(Paths.get(folder)).filter(_.toString.endsWith(".parquet")).findFirst.get
    Files.delete(file.resolveSibling("." + file.getFileName + ".crc"))
    Files.write(file, withLeaflessGroups(Files.readAllBytes(file)))
    folder
  }

  private def withLeaflessGroups(file: Array[Byte]): Array[Byte] = {
    val length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8)
    val start = file.length - 8 - length
    val footer = FooterReader.read(file, start, length)
    val fields = SchemaElements.toSchema(footer.schema).fields.asScala
    val s = fields(1).asInstanceOf[GroupField]
    val changed = Seq[Field](
      leafless("first", Repetition.OPTIONAL),
      fields(0),
      new GroupField(
        s.name,
        s.repetition,
        (leafless("e", Repetition.OPTIONAL) +: s.fields.asScala.toSeq :+ leafless("r", Repetition.REQUIRED)).asJava
      ),
      GroupField.list("l", Repetition.OPTIONAL, leafless("element", Repetition.OPTIONAL)),
      fields(2),
      leafless("last", Repetition.REQUIRED)
    )
    val bytes = FooterWriter.write(
      new FileMetaData(
        footer.version,
        SchemaElements.fromSchema(new Schema("spark_schema", changed.asJava)),
        footer.numRows,
        footer.rowGroups,
        null,
        footer.createdBy,
        null,
        null,
        null
      )
    )
    val out = new ByteArrayOutputStream
    out.write(file, 0, start)
    out.write(bytes)
    out.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length).array)
    out.write(file, file.length - 4, 4)
    out.toByteArray
  }

  private def bothWays: Seq[DataFrame] = Seq(pq2(path), pq2V1(path))

  test("the schema has a struct without fields") {
    val expected = builtIn(path).schema
    assert(expected("first").dataType === new StructType)
    bothWays.foreach(frame => assert(frame.schema === expected))
  }

  test("other columns keep their values") {
    bothWays.foreach { frame =>
      val expected = spark
        .range(100)
        .selectExpr("id", "IF(id % 3 = 0, NULL, id) AS a", "IF(id % 3 = 0, NULL, id % 7) AS b", "map(id, id * 2) AS m")
      assertSameRows(frame.select("id", "s.a", "s.b", "m"), expected)
      assertSameRows(
        frame.where("id > 50 AND s.b = 1").select("id", "s.a", "s.b", "m"),
        expected.where("id > 50 AND b = 1")
      )
    }
  }

  test("groups without leaves are NULL, alone, in lists and in structs") {
    bothWays.foreach { frame =>
      assert(frame.collect().forall(row => row.isNullAt(0) && row.isNullAt(3) && row.isNullAt(5)))
      assert(frame.where("s IS NOT NULL AND s.e IS NULL AND s.r IS NULL").count() === 66)
      assert(frame.where("first IS NULL AND l IS NULL").count() === 100)
      assert(frame.select("first", "l").collect().forall(row => row.isNullAt(0) && row.isNullAt(1)))
    }
  }

  test("aggregates are computed") {
    bothWays.foreach { frame =>
      assert(frame.selectExpr("count(first)", "max(id)", "count(l)").head().toSeq === Seq(0L, 99L, 0L))
    }
  }
}
