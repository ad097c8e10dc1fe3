package io.pq2.spark.internal.encryption;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.command.SaveAsV1TableCommand;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Map;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A data frame that is to be saved as a table. Where a table is to be overwritten, Spark drops it before it looks at what it is going to
 * write. (In Java, because the command is there for Spark alone in Scala.)
 *
 * @param columns the columns of the data frame
 * @param partitionColumns the names of those that the table is partitioned by
 * @param options the options of the table
 */
record TableWrite(StructType columns, List<String> partitionColumns, Map<String, String> options) {

    /** What a plan saves; empty if it is no such command, or one of another source. */
    static Optional<TableWrite> of(LogicalPlan plan) {
        if (!(plan instanceof SaveAsV1TableCommand save) || !isPq2(save.tableDesc())) {
            return Optional.empty();
        }
        CatalogTable table = save.tableDesc();
        return Optional.of(new TableWrite(
                save.query().schema(),
                CollectionConverters.asJava(table.partitionColumnNames()),
                table.storage().properties()));
    }

    /** Whether a table is one of this source. */
    static boolean isPq2(CatalogTable table) {
        return table.provider().isDefined() && table.provider().get().equalsIgnoreCase("pq2");
    }
}
