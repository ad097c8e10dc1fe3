package io.pq2.spark.internal.encryption

import io.pq2.hadoop.options.HadoopEncryption
import io.pq2.spark.Pq2FileFormat
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical.{InsertIntoStatement, LogicalPlan}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.{CreateTable, HadoopFsRelation, LogicalRelation}

/** Takes what the properties of a table say about encryption for options of the table. Spark shows its sources a table's options
  * and not its properties, and who names a key there must not get files in the clear.
  *
  * At creation they become options of the table; those that are set later are stronger than the table's options, and weaker than
  * the options of a query.
  */
private[spark] object EncryptionProperties extends Rule[LogicalPlan] {

  private val Prefixes = Seq("parquet.encryption.", "pq2.encryption.", HadoopEncryption.CRYPTO_FACTORY)

  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
    case create: CreateTable if TableWrite.isPq2(create.tableDesc) => create.copy(tableDesc = created(create.tableDesc))
    case insert @ InsertIntoStatement(table: LogicalRelation, _, _, _, _, _, _, _, _) =>
      insert.copy(table = used(table))
    case table: LogicalRelation => used(table)
  }

  private def ofEncryption(table: CatalogTable): Map[String, String] =
    table.properties.filter { case (key, _) => Prefixes.exists(key.startsWith) }

  private def created(table: CatalogTable): CatalogTable = {
    val properties = table.storage.properties ++ ofEncryption(table)
    table.copy(storage = table.storage.copy(properties = properties))
  }

  /** With the options of the relation, where they are those of the table, replaced by the table's properties. */
  private def used(relation: LogicalRelation): LogicalRelation =
    (relation.relation, relation.catalogTable) match {
      case (files: HadoopFsRelation, Some(table)) if files.fileFormat.isInstanceOf[Pq2FileFormat] =>
        val replaced = ofEncryption(table).filter { case (key, value) =>
          val option = files.options.get(key)
          option == table.storage.properties.get(key) && !option.contains(value)
        }
        if (replaced.isEmpty) relation
        else relation.copy(relation = files.copy(options = files.options ++ replaced)(files.sparkSession))
      case _ => relation
    }
}
