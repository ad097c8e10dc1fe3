package io.pq2.bench.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** A table whose batches are in memory. Reports the number of its rows and the size of the projected columns. */
final class MemoryTable implements SupportsRead {

    private final String name;
    private final MemoryBatches batches;

    MemoryTable(String name, MemoryBatches batches) {
        this.name = name;
        this.batches = batches;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    @SuppressWarnings("deprecation") // Spark calls it as long as a table has no columns of its own.
    public StructType schema() {
        return batches.schema();
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return new Builder(name, batches);
    }

    private static final class Builder implements ScanBuilder, SupportsPushDownRequiredColumns {

        private final String name;
        private final MemoryBatches batches;
        private StructType columns;

        Builder(String name, MemoryBatches batches) {
            this.name = name;
            this.batches = batches;
            this.columns = batches.schema();
        }

        @Override
        public void pruneColumns(StructType required) {
            columns = required;
        }

        @Override
        public Scan build() {
            return new MemoryScan(name, batches, columns);
        }
    }

    private record MemoryScan(String name, MemoryBatches batches, StructType columns)
            implements Scan, Batch, SupportsReportStatistics {

        @Override
        public StructType readSchema() {
            return columns;
        }

        @Override
        public String description() {
            return "memory " + name;
        }

        @Override
        public Batch toBatch() {
            return this;
        }

        @Override
        public InputPartition[] planInputPartitions() {
            InputPartition[] partitions = new InputPartition[batches.partitions()];
            for (int i = 0; i < partitions.length; i++) {
                partitions[i] = new Partition(name, i, columns.fieldNames());
            }
            return partitions;
        }

        @Override
        public PartitionReaderFactory createReaderFactory() {
            return new Factory();
        }

        @Override
        public Statistics estimateStatistics() {
            long rows = batches.rows();
            double width = 0;
            for (StructField column : columns.fields()) {
                width += batches.averageWidth(column.name());
            }
            long bytes = Math.max(1, (long) (width * rows));
            return new Statistics() {
                @Override
                public OptionalLong sizeInBytes() {
                    return OptionalLong.of(bytes);
                }

                @Override
                public OptionalLong numRows() {
                    return OptionalLong.of(rows);
                }
            };
        }
    }

    private record Partition(String table, int index, String[] columns) implements InputPartition {}

    private record Factory() implements PartitionReaderFactory {

        @Override
        public boolean supportColumnarReads(InputPartition partition) {
            return true;
        }

        @Override
        public PartitionReader<InternalRow> createReader(InputPartition partition) {
            throw new UnsupportedOperationException("Spark reads batches");
        }

        @Override
        public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
            Partition part = (Partition) partition;
            return new Reader(selected(MemoryTables.batches(part.table), part).iterator());
        }

        private static List<ColumnarBatch> selected(MemoryBatches batches, Partition part) {
            List<ColumnarBatch> selected = new ArrayList<>();
            int[] ordinals = Arrays.stream(part.columns)
                    .mapToInt(column ->
                            (int) batches.schema().getFieldIndex(column).get())
                    .toArray();
            for (ColumnarBatch batch : batches.partition(part.index)) {
                ColumnVector[] vectors =
                        Arrays.stream(ordinals).mapToObj(batch::column).toArray(ColumnVector[]::new);
                selected.add(new ColumnarBatch(vectors, batch.numRows()));
            }
            return selected;
        }
    }

    /** Returns batches that stay valid after it is closed. */
    private static final class Reader implements PartitionReader<ColumnarBatch> {

        private final Iterator<ColumnarBatch> batches;
        private ColumnarBatch current = new ColumnarBatch(new ColumnVector[0]);

        Reader(Iterator<ColumnarBatch> batches) {
            this.batches = Objects.requireNonNull(batches);
        }

        @Override
        public boolean next() {
            if (!batches.hasNext()) {
                return false;
            }
            current = batches.next();
            return true;
        }

        @Override
        public ColumnarBatch get() {
            return current;
        }

        @Override
        public void close() {
            // The batches belong to the table.
        }
    }
}
