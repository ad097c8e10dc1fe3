package io.pq2.spark.internal.expressions

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.pq2.io.MemoryInputFile
import io.pq2.predicate.Predicate
import io.pq2.read.{ParquetFile, RowFiltering}
import io.pq2.spark.internal.columns.leaf.DateTimeRules
import io.pq2.spark.internal.columns.row.FieldMatcher
import io.pq2.spark.internal.files.write.WritePreparation
import io.pq2.spark.internal.settings.{PushdownSettings, SourceFlavor}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl
import org.apache.hadoop.mapreduce.{Job, TaskAttemptID}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{AttributeReference, GenericInternalRow}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.{IntegerType, StructField, StructType}

/** A file with some columns, whose row groups have few rows: both statistics and single rows exclude rows.
  *
  * @param rows the values of the columns, in Spark's internal form
  */
final private[expressions] class SampleFile(columns: Seq[AttributeReference], rows: Seq[Seq[Any]]) {

  private val table = StructType(columns.map(column => StructField(column.name, column.dataType, column.nullable)))
  private val file = ParquetFile.open(new MemoryInputFile("sample", SampleFile.written(table, rows)))
  private val settings = new PushdownSettings(true, true, true, true, true, 10, false)
  private val matcher = new FieldMatcher(false, false)

  /** Returns the predicate that selects all rows with a filter. */
  def predicate(filter: Filter): Option[Predicate] = FilterTranslation
    .predicate(Array(filter), table, file.schema.shape, matcher, settings, DateTimeRules.CORRECTED).toScala

  /** Returns the predicate that selects exactly the rows with a filter. */
  def exactPredicate(filter: Filter): Option[Predicate] = FilterTranslation
    .exact(List(filter).asJava, table, file.schema.shape, matcher, settings, DateTimeRules.CORRECTED).toScala

  /** Returns the indexes of the rows that a scan with a predicate returns. */
  def selected(predicate: Predicate): Set[Int] = {
    val reader = file.scan().filter(predicate, RowFiltering.ALWAYS).open()
    try Iterator.continually(reader.next()).takeWhile(_ != null)
        .flatMap(batch => (0 until batch.rowCount).map(reader.rowIndex(_).toInt)).toSet
    finally reader.close()
  }
}

private object SampleFile {

  /** Returns the bytes of a file with the columns of a table, and another column. */
  private def written(table: StructType, rows: Seq[Seq[Any]]): Array[Byte] = {
    val directory = Files.createTempDirectory("pq2-sample")
    val path = directory.resolve("sample.parquet")
    try {
      write(path, table.add("last", IntegerType), rows.map(row => new GenericInternalRow((row :+ 0).toArray)))
      Files.readAllBytes(path)
    } finally {
      val files = Files.list(directory)
      try files.forEach(Files.delete(_))
      finally files.close()
      Files.delete(directory)
    }
  }

  private def write(path: Path, schema: StructType, rows: Seq[InternalRow]): Unit = {
    val conf = new SQLConf
    conf.setConfString("spark.sql.parquet.datetimeRebaseModeInWrite", "CORRECTED")
    conf.setConfString("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
    val job = Job.getInstance(new Configuration)
    val options = Map("parquet.block.row.count.limit" -> "3")
    val factory = WritePreparation.prepare(SourceFlavor.PQ2, conf, job, options, schema)
    val context = new TaskAttemptContextImpl(job.getConfiguration, new TaskAttemptID())
    val writer = factory.newInstance(path.toString, schema, context)
    try rows.foreach(writer.write)
    finally writer.close()
  }
}
