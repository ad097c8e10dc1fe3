package io.pq2.internal.inspect.doctor;

import io.pq2.inspect.TableDiagnosis;
import io.pq2.inspect.TableDiagnosis.Kind;
import io.pq2.inspect.TableDiagnosis.Remedy;
import io.pq2.internal.exception.NumberText;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;

/** The column chunks of type INT96 of a column that queries filter by. */
public final class Int96Chunks {

    private long files;
    private long chunks;
    private long bytes;

    /** Adds the column of a file, if it is INT96. */
    public void add(ParquetFile file, Column column) {
        if (column.field().physicalType() != PhysicalType.INT96) {
            return;
        }
        files++;
        for (RowGroup group : file.metadata().rowGroups()) {
            ColumnMetaData metadata = group.columns().get(column.index()).metadata();
            chunks++;
            bytes += metadata == null ? 0 : Math.max(0, metadata.totalCompressedSize());
        }
    }

    /** Adds a diagnosis if there is such a chunk. */
    public void diagnose(String path, Diagnoses found) {
        if (chunks > 0) {
            found.add(new TableDiagnosis(
                    Kind.INT96_TIMESTAMPS,
                    path,
                    files,
                    NumberText.of(chunks, "column chunk") + " of type INT96, which has no usable min, max and order",
                    "filters skip none of " + NumberText.bytes(bytes) + "; rows cannot be sorted by the column",
                    Remedy.STORE_MICROS));
        }
    }
}
