package io.pq2.spark.internal.procedures

import java.util.{Iterator => JavaIterator}

import scala.jdk.CollectionConverters._

import io.pq2.hadoop.compact.CompactionSettings
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.{CatalystTypeConverters, InternalRow}
import org.apache.spark.sql.connector.catalog.procedures.{BoundProcedure, ProcedureParameter, UnboundProcedure}
import org.apache.spark.sql.connector.read.{LocalScan, Scan}
import org.apache.spark.sql.types._

/** The procedure `pq2.compact`. docs/compaction.md describes its arguments and its result. */
final private[procedures] class CompactProcedure(session: SparkSession) extends UnboundProcedure {

  override def name(): String = CompactProcedure.Name

  override def description(): String = CompactProcedure.Description

  override def bind(inputType: StructType): BoundProcedure = new BoundCompactProcedure(session)
}

/** The procedure with parameters. Spark binds again what is also unbound, so this is a class of its own. */
final private[procedures] class BoundCompactProcedure(session: SparkSession) extends BoundProcedure {

  override def name(): String = CompactProcedure.Name

  override def description(): String = CompactProcedure.Description

  override def isDeterministic: Boolean = false

  override def parameters(): Array[ProcedureParameter] = {
    val table = ProcedureParameter.in(CompactionOptionNames.Table, StringType)
    table.comment("a table, or the path of its directory").build() +:
      CompactProcedure.Optional.map { case (name, dataType) =>
        ProcedureParameter.in(name, dataType).defaultValue(s"CAST(NULL AS ${dataType.sql})").build()
      }.toArray
  }

  override def call(input: InternalRow): JavaIterator[Scan] = {
    val table = if (input.isNullAt(0)) "" else input.getUTF8String(0).toString
    val options = CompactProcedure.Optional.zipWithIndex.collect {
      case ((name, dataType), i) if !input.isNullAt(i + 1) => name -> input.get(i + 1, dataType).toString
    }.toMap
    val convert = CatalystTypeConverters.createToCatalystConverter(CompactionReport.Schema)
    val report = CompactionRun.compact(session, table, options).map(convert(_).asInstanceOf[InternalRow]).toArray
    val scan: Scan = new LocalScan {
      override def readSchema(): StructType = CompactionReport.Schema

      override def rows(): Array[InternalRow] = report
    }
    Iterator.single(scan).asJava
  }
}

private[procedures] object CompactProcedure {

  val Name = "compact"
  val Description = "Replaces the small files of a table or of some of its partitions by large ones."

  /** The parameters after the table, in the order of positional arguments. */
  val Optional: Seq[(String, DataType)] = {
    val first = Seq(
      CompactionOptionNames.Where -> StringType,
      CompactionSettings.TARGET_SIZE -> StringType,
      CompactionSettings.SORT_BY -> StringType,
      CompactionOptionNames.DryRun -> BooleanType
    )
    val flags = Set(
      CompactionSettings.VERIFY,
      CompactionSettings.ALL,
      CompactionSettings.TAKE_OVER,
      CompactionSettings.CASE_SENSITIVE,
      CompactionSettings.FAIL_FAST
    )
    first ++ CompactionSettings.NAMES.asScala.filterNot(first.map(_._1).contains).map {
      case name if flags(name)             => name -> BooleanType
      case name @ CompactionSettings.LEVEL => name -> IntegerType
      case name                            => name -> StringType
    }
  }
}
