package io.pq2.spark.internal.rules

import io.pq2.spark.internal.reflection.EarlyRules
import io.pq2.spark.internal.replace.Replacement
import io.pq2.spark.internal.settings.SourceFlavor
import io.pq2.spark.internal.v1.{Pq2FileFormat, Pq2FileSourceScanExec}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.execution.datasources.v2.{BatchScanExec, FileTable}
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan}

/** Replaces Spark's scan nodes of pq2's files, and of the built-in source if pq2 replaces it. */
final private[spark] class ReplaceScans(session: SparkSession) extends Rule[SparkPlan] {

  override def apply(plan: SparkPlan): SparkPlan = {
    val replacesBuiltIn = Replacement.isOn(session)
    plan.transform {
      case scan: FileSourceScanExec if !scan.isInstanceOf[Pq2FileSourceScanExec] =>
        val format = scan.relation.fileFormat
        if (format.isInstanceOf[Pq2FileFormat] || replacesBuiltIn && SourceFlavor.isBuiltIn(format)) {
          if (scan.tableIdentifier.isEmpty) EarlyRules.reportPath(session)
          Pq2FileSourceScanExec.of(scan)
        } else {
          if (replacesBuiltIn) Replacement.reportOther(format)
          scan
        }
      case scan: BatchScanExec if replacesBuiltIn && ReplaceScans.isOtherTable(scan.table) =>
        Replacement.report(s"tables of ${scan.table.getClass.getName}", "they have a source of their own")
        scan
    }
  }
}

private object ReplaceScans {

  /** Whether a V2 table has Parquet files, but is not read by a file source. Iceberg names the format of its files. */
  private def isOtherTable(table: Table): Boolean =
    table != null && !table.isInstanceOf[FileTable] &&
      Option(table.properties).flatMap(properties => Option(properties.get("format"))).exists(_.endsWith("parquet"))
}
