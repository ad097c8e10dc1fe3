package io.pq2.spark.internal.versions;

import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.types.StructType;

/**
 * A data frame that is saved as a table.
 *
 * @param columns the columns of the data frame
 */
public record SavedTable(CatalogTable table, StructType columns) {}
