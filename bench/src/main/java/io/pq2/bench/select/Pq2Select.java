package io.pq2.bench.select;

import io.pq2.io.LocalInputFile;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.RowFiltering;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** pq2 on its own: scans the files one after another and returns only rows that satisfy the filter. */
final class Pq2Select implements SelectEngine {

    static final String NAME = "pq2";

    private final LongAdder bytes = new LongAdder();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void prepare(TableFiles table) {}

    @Override
    public Digest digest(TableFiles table, SelectQuery query) throws IOException {
        return read(table, query, true).digest();
    }

    @Override
    public SelectCost run(TableFiles table, SelectQuery query, Digest expected) throws IOException {
        long before = bytes.sum();
        CallingThread clock = new CallingThread();
        VectorSums sums = read(table, query, false);
        SelectCost cost = clock.cost(() -> bytes.sum() - before);
        expected.check(NAME, query, sums.rows(), sums.digest().sums());
        return cost;
    }

    private VectorSums read(TableFiles table, SelectQuery query, boolean hashes) throws IOException {
        VectorSums sums = new VectorSums(query.columns().size(), hashes);
        String[] paths = query.columns().stream().map(SelectColumn::sql).toArray(String[]::new);
        for (Path path : table.files()) {
            try (ParquetFile file = ParquetFile.open(new CountedFile(new LocalInputFile(path), bytes));
                    BatchReader reader = file.scan()
                            .columns(paths)
                            .filter(query.condition(), FilterSemantics.of(MissingColumns.UNKNOWN), RowFiltering.ALWAYS)
                            .open()) {
                List<int[]> places = places(query, reader.shape());
                for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                    sums.addRows(batch.rowCount());
                    for (int i = 0; i < places.size(); i++) {
                        sums.add(i, vector(batch, places.get(i)));
                    }
                }
            }
        }
        return sums;
    }

    /** Returns, for each column, the indexes of its fields from the top-level field to the leaf. */
    private static List<int[]> places(SelectQuery query, Shape.Struct rows) {
        List<int[]> places = new ArrayList<>();
        for (SelectColumn column : query.columns()) {
            int[] place = new int[column.path().size()];
            Shape level = rows;
            for (int i = 0; i < place.length; i++) {
                Shape.Struct struct = (Shape.Struct) level;
                place[i] = index(struct, column.path().get(i));
                level = struct.children().get(place[i]);
            }
            places.add(place);
        }
        return places;
    }

    private static int index(Shape.Struct level, String name) {
        for (int i = 0; i < level.children().size(); i++) {
            if (level.children().get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalStateException("no field " + name);
    }

    private static Vector vector(Batch batch, int[] place) {
        Vector vector = batch.columns().get(place[0]);
        for (int i = 1; i < place.length; i++) {
            vector = ((StructVector) vector).children().get(place[i]);
        }
        return vector;
    }
}
