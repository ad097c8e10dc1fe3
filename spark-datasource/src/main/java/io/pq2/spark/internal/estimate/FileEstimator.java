package io.pq2.spark.internal.estimate;

import io.pq2.predicate.Predicate;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.read.ScanPlan;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.files.scan.FileScanConfigurer;
import io.pq2.spark.internal.files.scan.ScanSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Estimates the rows that a scan returns from one file. Row groups that the statistics exclude do not count.
 *
 * @param configurer applies the scan to files
 * @param withValues whether to estimate the values of columns. Spark then estimates itself how many rows a filter
 *     keeps, so that this estimate counts all rows of a row group
 */
record FileEstimator(FileScanConfigurer configurer, boolean withValues) {

    /** Returns the estimate from the footer of a file. Reads nothing. */
    FileEstimate of(ParquetFile file, long length) {
        ScanBuilder scan = file.scan().onCorruption(OnCorruption.FAIL);
        configurer.select(file, scan);
        Optional<Predicate> filter = withValues ? Optional.empty() : configurer.filter(file);
        ScanPlan plan = scan.plan();
        StructField[] fields = configurer.spec().dataColumns().fields();
        List<List<Column>> leaves = leaves(file.schema().shape());
        List<ValueEstimator> values = new ArrayList<>();
        for (StructField field : fields) {
            values.add(new ValueEstimator(field.dataType()));
        }
        double[] bytes = new double[fields.length];
        double rows = 0;
        for (RowGroupPlan rowGroup : plan.rowGroups()) {
            double share = filter.map(predicate -> Math.min(
                            Selectivity.of(predicate, file, rowGroup.ordinal()),
                            TextSelectivity.of(predicate, rowGroup)))
                    .orElse(1.0);
            double inGroup = rowGroup.rowCount();
            rows += share * inGroup;
            Map<Column, ChunkPlan> chunks = new HashMap<>();
            rowGroup.chunks().forEach(chunk -> chunks.put(chunk.column(), chunk));
            for (int i = 0; i < fields.length; i++) {
                List<ChunkPlan> ofField = leaves.get(i).stream()
                        .filter(chunks::containsKey)
                        .map(chunks::get)
                        .toList();
                bytes[i] += share
                        * (ofField.isEmpty()
                                ? ColumnWidth.unknown(fields[i].dataType(), inGroup)
                                : ColumnWidth.of(fields[i].dataType(), ofField, inGroup));
                if (withValues) {
                    values.get(i).add(file, rowGroup, ofField);
                }
            }
        }
        List<ColumnEstimate> columns = new ArrayList<>();
        for (int i = 0; i < fields.length; i++) {
            columns.add(values.get(i).estimate(bytes[i]));
        }
        return new FileEstimate(length, file.metadata().numRows(), rows, columns);
    }

    /** Returns the leaves of each data column in a file; none for a column that the file does not store. */
    private List<List<Column>> leaves(Shape.Struct shape) {
        ScanSpec spec = configurer.spec();
        StructType stored = spec.storedColumns();
        int[] indexes = spec.settings().matcher().match(stored, shape.children());
        Map<String, List<Column>> byName = new HashMap<>();
        for (int i = 0; i < indexes.length; i++) {
            byName.put(
                    stored.fields()[i].name(),
                    indexes[i] < 0
                            ? List.of()
                            : shape.children().get(indexes[i]).columns());
        }
        return Arrays.stream(spec.dataColumns().fields())
                .map(field -> byName.getOrDefault(field.name(), List.of()))
                .toList();
    }
}
