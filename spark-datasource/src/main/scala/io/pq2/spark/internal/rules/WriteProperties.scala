package io.pq2.spark.internal.rules

import io.pq2.hadoop.options.HadoopEncryption
import io.pq2.spark.internal.schema.{ColumnTypes, ParquetSchemaOptions}
import io.pq2.spark.internal.settings.OriginalOptions
import io.pq2.spark.internal.v1.{Pq2FileFormat, TableWrite}
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical.{InsertIntoStatement, LogicalPlan}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.execution.datasources.{CreateTable, HadoopFsRelation, LogicalRelation}
import org.apache.spark.sql.internal.SQLConf

/** Copies table properties about encryption, types of columns and the storage of timestamps to the options of the
  * table. Spark passes a table's options to its source, but not its properties. Without this rule, a table whose
  * properties name a key would be written unencrypted.
  *
  * At creation, the properties become options of the table. Properties that are set later take precedence over the
  * table's options; options of a query take precedence over both.
  */
private[spark] object WriteProperties extends Rule[LogicalPlan] {

  private val Prefixes =
    Seq("parquet.encryption.", "pq2.encryption.", HadoopEncryption.CRYPTO_FACTORY, ColumnTypes.KEY + "#")

  private val TimestampKeys =
    Seq(ParquetSchemaOptions.TIMESTAMPS_OPTION, SQLConf.PARQUET_OUTPUT_TIMESTAMP_TYPE.key)

  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
    case create: CreateTable if TableWrite.isPq2(create.tableDesc) =>
      create.copy(tableDesc = withOptions(create.tableDesc))
    case insert: InsertIntoStatement =>
      insert.table match {
        case table: LogicalRelation => insert.copy(table = withProperties(table))
        case _                      => insert
      }
    case table: LogicalRelation => withProperties(table)
  }

  /** Returns the properties of a table that configure writes. */
  def of(table: CatalogTable): Map[String, String] = table.properties.filter { case (key, _) => contains(key) }

  /** Whether a property or option of a table configures writes. */
  def contains(key: String): Boolean =
    Prefixes.exists(key.startsWith) || TimestampKeys.exists(_.equalsIgnoreCase(key))

  /** Returns the properties of a table that replace options, because the options are those of the table. */
  def changed(table: CatalogTable, options: Map[String, String]): Map[String, String] =
    of(table).filter { case (key, value) =>
      val option = options.get(key)
      option == table.storage.properties.get(key) && !option.contains(value)
    }

  /** Returns a table whose options include the properties that configure writes. */
  def withOptions(table: CatalogTable): CatalogTable = {
    val properties = table.storage.properties ++ of(table)
    table.copy(storage = table.storage.copy(properties = properties))
  }

  /** Replaces the options of a relation that come from the table by the table's properties. */
  private def withProperties(relation: LogicalRelation): LogicalRelation =
    (relation.relation, relation.catalogTable) match {
      case (files: HadoopFsRelation, Some(table)) if files.fileFormat.isInstanceOf[Pq2FileFormat] =>
        val replaced = changed(table, files.options)
        if (replaced.isEmpty) relation
        else {
          val options = CaseInsensitiveMap(OriginalOptions.of(files.options) ++ replaced)
          relation.copy(relation = files.copy(options = options)(files.sparkSession))
        }
      case _ => relation
    }
}
