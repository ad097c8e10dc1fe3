package io.pq2.bench.write;

import java.nio.file.Path;

/**
 * A table, and a file from which engines that do not take vectors load it.
 *
 * @param table the table
 * @param file a file of all its rows, by parquet-java, uncompressed and compared with the table
 */
record StagedTable(Table table, Path file) {}
