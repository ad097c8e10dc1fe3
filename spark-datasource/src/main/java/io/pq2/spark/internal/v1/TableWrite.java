package io.pq2.spark.internal.v1;

import io.pq2.spark.internal.versions.SparkVersion;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.InsertIntoHadoopFsRelationCommand;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Map;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The columns and options of a write, as the analyzer sees them. When a query overwrites a table, Spark drops the table
 * before it asks the file format to prepare the write. (This is Java because it uses methods that are private to Spark
 * in Scala.)
 *
 * @param columns all columns, including partition columns
 * @param partitionColumns the names of the partition columns
 * @param options the options of the table or of the write
 */
public record TableWrite(StructType columns, List<String> partitionColumns, Map<String, String> options) {

    /** Returns the write of a plan that saves a data frame as a table of this source; empty for other plans. */
    public static Optional<TableWrite> of(LogicalPlan plan) {
        return SparkVersion.SPARK
                .savedTable(plan)
                .filter(saved -> isPq2(saved.table()))
                .map(saved -> new TableWrite(
                        saved.columns(),
                        CollectionConverters.asJava(saved.table().partitionColumnNames()),
                        saved.table().storage().properties()));
    }

    /**
     * Whether a write replaces some partitions and keeps the files of the others. When Spark prepares such a write, it
     * may have deleted the partitions already, or names another directory.
     */
    public static boolean replacesPartitions(InsertIntoHadoopFsRelationCommand write) {
        return write.mode() == SaveMode.Overwrite
                && (!write.staticPartitions().isEmpty() || write.dynamicPartitionOverwrite());
    }

    /** Whether a table uses this source. */
    public static boolean isPq2(CatalogTable table) {
        return table.provider().isDefined() && table.provider().get().equalsIgnoreCase("pq2");
    }
}
