package io.pq2.spark.internal.files.scan;

import io.pq2.schema.Shape;
import io.pq2.spark.internal.columns.leaf.ColumnSource;
import io.pq2.spark.internal.columns.leaf.FileMetadataColumn;
import io.pq2.spark.internal.columns.leaf.FileMetadataSource;
import io.pq2.spark.internal.columns.leaf.RowIndexColumn;
import io.pq2.spark.internal.columns.leaf.RowIndexSource;
import io.pq2.spark.internal.columns.row.RowSources;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import org.apache.spark.sql.catalyst.util.ResolveDefaultColumns$;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.vectorized.ColumnVectorUtils;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** The columns of the batches of one split: the data columns, then the partition columns. */
public final class SplitColumns {

    private final List<ColumnSource> sources;
    private final int[] vectors;
    private final RowIndexSource rowIndex = new RowIndexSource();
    private final ColumnarBatch batch;

    public SplitColumns(ScanSpec spec, RowSources rowSources, Shape.Struct delivered, PartitionedFile split) {
        StructType dataColumns = spec.dataColumns();
        RowSources.Row row = rowSources.row(
                dataColumns, delivered, ResolveDefaultColumns$.MODULE$.existenceDefaultValues(dataColumns));
        sources = new ArrayList<>(row.sources());
        vectors = row.vectors();
        List<ColumnVector> columns = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            Optional<ColumnSource> generated = generatedSource(dataColumns.fields()[i], vectors[i] >= 0, split);
            if (generated.isPresent()) {
                sources.set(i, generated.get());
                vectors[i] = -1;
            }
            columns.add(sources.get(i).column());
        }
        StructField[] partitionColumns = spec.partitionColumns().fields();
        for (int i = 0; i < partitionColumns.length; i++) {
            ConstantColumnVector constant = new ConstantColumnVector(1, partitionColumns[i].dataType());
            ColumnVectorUtils.populate(constant, split.partitionValues(), i);
            columns.add(constant);
        }
        batch = new ColumnarBatch(columns.toArray(new ColumnVector[0]));
    }

    /**
     * Returns the source of a column that describes rows and files. In V1 it is the position of the row, under a name
     * reserved by Spark; in V2 it is the struct {@code _metadata}.
     *
     * @param stored whether the file stores a column of that name
     */
    private Optional<ColumnSource> generatedSource(StructField field, boolean stored, PartitionedFile split) {
        if (RowIndexColumn.isGenerated(field, stored)) {
            return Optional.of(rowIndex);
        }
        return FileMetadataColumn.is(field) && field.dataType() instanceof StructType struct
                ? Optional.of(new FileMetadataSource(struct, split, rowIndex))
                : Optional.empty();
    }

    /**
     * Shows a batch.
     *
     * @param positions the position in the file of each row of the batch
     */
    public void show(Batch next, IntToLongFunction positions) {
        rowIndex.positions(positions);
        for (int i = 0; i < vectors.length; i++) {
            Vector vector = vectors[i] < 0 ? null : next.columns().get(vectors[i]);
            sources.get(i).show(vector, next.rowCount());
        }
        batch.setNumRows(next.rowCount());
    }

    public ColumnarBatch batch() {
        return batch;
    }
}
