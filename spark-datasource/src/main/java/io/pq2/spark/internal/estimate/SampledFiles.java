package io.pq2.spark.internal.estimate;

import io.pq2.spark.internal.files.scan.ScanSpec;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.StructField;

/**
 * Extrapolates from the files whose footers are known to all files of a scan, by their lengths.
 *
 * @param spec the scan
 * @param known the files whose footers are known; empty only if there are no files
 * @param files the number of all files
 * @param bytes the length of all files
 */
record SampledFiles(ScanSpec spec, List<FileEstimate> known, int files, long bytes) {

    ScanEstimate estimate() {
        double rows = known.stream().mapToDouble(FileEstimate::rows).sum();
        double others = rowsOfOtherFiles(rows);
        List<ColumnEstimate> columns = new ArrayList<>();
        StructField[] fields = spec.dataColumns().fields();
        for (int i = 0; i < fields.length; i++) {
            columns.add(column(fields[i], i, rows, others));
        }
        for (StructField field : spec.partitionColumns().fields()) {
            double width = ColumnWidth.unknown(field.dataType(), rows + others);
            columns.add(new ColumnEstimate(width, null, null, null, null));
        }
        return new ScanEstimate(rows + others, columns);
    }

    /**
     * Returns the rows of the files whose footers are not known. The share of rows that match the filter is that of
     * the known files, but no less than if one more file matched: matches may all be in files outside of the sample.
     */
    private double rowsOfOtherFiles(double matching) {
        long knownBytes = known.stream().mapToLong(FileEstimate::bytes).sum();
        double stored = known.stream().mapToDouble(FileEstimate::stored).sum();
        if (known.size() == files || knownBytes <= 0 || stored <= 0) {
            return 0;
        }
        double share = Math.max(matching / stored, 1.0 / (known.size() + 1));
        return stored / knownBytes * Math.max(0, bytes - knownBytes) * share;
    }

    private ColumnEstimate column(StructField field, int index, double rows, double others) {
        double knownBytes = known.stream()
                .mapToDouble(file -> file.columns().get(index).bytes())
                .sum();
        if (others > 0) {
            // Values outside of the sample are unknown.
            double width = rows > 0 ? knownBytes / rows * others : ColumnWidth.unknown(field.dataType(), others);
            return new ColumnEstimate(knownBytes + width, null, null, null, null);
        }
        return known.size() < files
                ? new ColumnEstimate(knownBytes, null, null, null, null)
                : new ColumnUnion(known.stream().filter(file -> file.rows() > 0).toList(), index).estimate(knownBytes);
    }
}
