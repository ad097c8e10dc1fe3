package io.pq2.inspect;

import io.pq2.internal.inspect.doctor.ChunkFacts;
import io.pq2.internal.inspect.doctor.ColumnOverlap;
import io.pq2.internal.inspect.doctor.Diagnoses;
import io.pq2.internal.inspect.doctor.FileFacts;
import io.pq2.internal.inspect.doctor.Int96Chunks;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Examines the files of a table by their footers, and diagnoses what makes reading them slower or larger than
 * necessary. Reads no data. Needs about 100 bytes for each file and for each row group and filter column.
 */
public final class TableDoctor {

    /**
     * The sizes that decide what is small or large, in bytes.
     *
     * @param smallFile a smaller file is small
     * @param smallRowGroup a row group with fewer compressed bytes is small if its file has others
     * @param largeRowGroup a row group with more uncompressed bytes is large
     * @param smallColumn columns with fewer compressed bytes in all files have no diagnoses about page indexes, codecs
     *     and encodings
     */
    public record Limits(long smallFile, long smallRowGroup, long largeRowGroup, long smallColumn) {

        /** 16 MiB, 1 MiB, 1 GiB and 1 MiB. */
        public static final Limits DEFAULT = new Limits(16L << 20, 1L << 20, 1L << 30, 1L << 20);
    }

    private final FileFacts files;
    private final ChunkFacts chunks;
    private final Map<String, FilterColumn> filterColumns = new LinkedHashMap<>();

    private record FilterColumn(ColumnOverlap overlap, Int96Chunks int96) {}

    /**
     * Creates a doctor.
     *
     * @param filterColumns the dotted paths of columns that queries filter by; only they are examined for sorting and
     *     for INT96
     * @param limits the sizes that decide what is small or large
     */
    public TableDoctor(List<String> filterColumns, Limits limits) {
        this.files = new FileFacts(limits);
        this.chunks = new ChunkFacts(limits);
        filterColumns.forEach(
                path -> this.filterColumns.put(path, new FilterColumn(new ColumnOverlap(), new Int96Chunks())));
    }

    /**
     * Adds a file.
     *
     * @param partition the name of its partition; empty if the table has none
     */
    public void add(ParquetFile file, String partition) {
        files.add(file, partition);
        chunks.add(file);
        for (Column column : file.schema().columns()) {
            FilterColumn filterColumn = filterColumns.get(column.dottedPath());
            if (filterColumn != null) {
                filterColumn.overlap().add(file, column);
                filterColumn.int96().add(file, column);
            }
        }
    }

    /** Returns the diagnoses for the files so far, in the order of {@link TableDiagnosis.Kind}. */
    public List<TableDiagnosis> diagnoses() {
        Diagnoses found = new Diagnoses();
        files.diagnose(found);
        chunks.diagnose(found);
        filterColumns.forEach((path, column) -> {
            column.overlap().diagnose(path, found);
            column.int96().diagnose(path, found);
        });
        return new ArrayList<>(found.sorted());
    }
}
