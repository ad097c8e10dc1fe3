package io.pq2.spark.internal.rules

import io.pq2.hadoop.internal.options.SettingRegistry
import io.pq2.hadoop.options.HadoopEncryption
import io.pq2.spark.internal.replace.Replacement
import io.pq2.spark.internal.schema.ParquetSchemaOptions
import io.pq2.spark.internal.settings.OriginalOptions
import io.pq2.spark.internal.v1.TableWrite
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical.{InsertIntoStatement, LogicalPlan}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.execution.datasources.{CreateTable, HadoopFsRelation, LogicalRelation}
import org.apache.spark.sql.internal.SQLConf

/** Copies table properties that are settings of pq2, and those about the storage of timestamps, to the options of the
  * table. Spark passes a table's options to its source, but not its properties. Without this rule, a table whose
  * properties name a key would be written unencrypted.
  *
  * At creation, the properties become options of the table. Properties that are set later take precedence over the
  * table's options; options of a query take precedence over both.
  */
final private[spark] class TableProperties(session: SparkSession) extends Rule[LogicalPlan] {

  import TableProperties._

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

  /** Replaces the options of a relation that come from the table by the table's properties. */
  private def withProperties(relation: LogicalRelation): LogicalRelation =
    (relation.relation, relation.catalogTable) match {
      case (files: HadoopFsRelation, Some(table)) if Replacement.reads(session, files.fileFormat) =>
        val replaced = changed(table, files.options)
        if (replaced.isEmpty) relation
        else {
          val others = OriginalOptions.of(files.options).filterNot { case (key, _) =>
            replaced.keys.exists(_.equalsIgnoreCase(key))
          }
          val options = CaseInsensitiveMap(others ++ replaced)
          relation.copy(relation = files.copy(options = options)(files.sparkSession))
        }
      case _ => relation
    }
}

private[spark] object TableProperties {

  /** Properties about encryption count even if they are misspelled, because that is an error. */
  private val Prefixes = Seq("parquet.encryption.", "pq2.encryption.", HadoopEncryption.CRYPTO_FACTORY)

  private val TimestampKeys =
    Seq(ParquetSchemaOptions.TIMESTAMPS_OPTION, SQLConf.PARQUET_OUTPUT_TIMESTAMP_TYPE.key)

  /** Returns the properties of a table that are settings. */
  def of(table: CatalogTable): Map[String, String] = table.properties.filter { case (key, _) => isSetting(table, key) }

  /** Whether a property of a table is a setting: one with a name of pq2, or one about encryption or the storage of
    * timestamps. Spark's built-in source ignores all others, such as `parquet.compression`. They count for a table
    * `USING pq2`, but not for one of the built-in source, which pq2 only replaces.
    */
  def isSetting(table: CatalogTable, key: String): Boolean =
    Prefixes.exists(key.startsWith) || TimestampKeys.exists(_.equalsIgnoreCase(key)) ||
      ((SettingRegistry.isOwn(key) || TableWrite.isPq2(table)) &&
        Option(SettingRegistry.find(key)).exists(_.section.isOfTables))

  /** Returns the properties of a table that replace options, because the options are those of the table. */
  def changed(table: CatalogTable, options: Map[String, String]): Map[String, String] = {
    val all = CaseInsensitiveMap(options)
    val ofTable = CaseInsensitiveMap(table.storage.properties)
    of(table).filter { case (key, value) =>
      val option = all.get(key)
      option == ofTable.get(key) && !option.contains(value)
    }
  }

  /** Returns a table whose options include the properties that are settings. */
  def withOptions(table: CatalogTable): CatalogTable = {
    val properties = table.storage.properties ++ of(table)
    table.copy(storage = table.storage.copy(properties = properties))
  }
}
