package io.pq2.bench.select;

import io.pq2.bench.select.SelectColumn.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * parquet-java's {@code ParquetReader} with all its filters. It creates an object per row, and reads the files one
 * after another.
 */
final class ParquetJavaSelect implements SelectEngine {

    static final String NAME = "parquet-java";

    private final Configuration configuration = new Configuration();

    ParquetJavaSelect() {
        CountingFileSystem.register(configuration);
    }

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
        long before = CountingFileSystem.bytesRead();
        CallingThread clock = new CallingThread();
        GroupSums sums = read(table, query, false);
        SelectCost cost = clock.cost(() -> CountingFileSystem.bytesRead() - before);
        expected.check(NAME, query, sums.rows, sums.digest().sums());
        return cost;
    }

    private GroupSums read(TableFiles table, SelectQuery query, boolean hashes) throws IOException {
        GroupSums sums = new GroupSums(query, hashes);
        MessageType schema = schema(table.files().get(0));
        Configuration reading = new Configuration(configuration);
        reading.set(ReadSupport.PARQUET_READ_SCHEMA, projection(schema, query).toString());
        FilterCompat.Filter filter = FilterCompat.get(PeerFilter.of(query.condition(), schema));
        for (Path file : table.files()) {
            try (ParquetReader<Group> reader = ParquetReader.builder(
                            new GroupReadSupport(), CountingFileSystem.path(file))
                    .withConf(reading)
                    .withFilter(filter)
                    .build()) {
                for (Group row = reader.read(); row != null; row = reader.read()) {
                    sums.add(row);
                }
            }
        }
        return sums;
    }

    private MessageType schema(Path file) throws IOException {
        try (ParquetFileReader reader =
                ParquetFileReader.open(HadoopInputFile.fromPath(CountingFileSystem.path(file), configuration))) {
            return reader.getFileMetaData().getSchema();
        }
    }

    /** Returns the columns of the query and of its condition: the reader's filter sees no other columns. */
    private static MessageType projection(MessageType schema, SelectQuery query) {
        Set<List<String>> paths = new LinkedHashSet<>();
        query.columns().forEach(column -> paths.add(column.path()));
        paths.addAll(query.condition().paths());
        List<Type> fields = new ArrayList<>();
        for (List<String> path : paths) {
            Type leaf = schema.getType(path.toArray(new String[0]));
            for (int i = path.size() - 2; i >= 0; i--) {
                Type group = schema.getType(path.subList(0, i + 1).toArray(new String[0]));
                leaf = group.asGroupType().withNewFields(leaf);
            }
            fields.add(leaf);
        }
        return new MessageType(schema.getName(), fields);
    }

    /** Sums the columns of rows. */
    private static final class GroupSums {

        private final List<SelectColumn> columns;
        private final boolean hashed;
        private final long[] sums;
        private final long[] hashes;
        private long rows;

        GroupSums(SelectQuery query, boolean hashed) {
            columns = query.columns();
            this.hashed = hashed;
            sums = new long[columns.size()];
            hashes = new long[columns.size()];
        }

        void add(Group row) {
            rows++;
            for (int i = 0; i < sums.length; i++) {
                List<String> path = columns.get(i).path();
                Group group = row;
                int depth = 0;
                while (depth < path.size() - 1 && group.getFieldRepetitionCount(path.get(depth)) > 0) {
                    group = group.getGroup(path.get(depth), 0);
                    depth++;
                }
                if (depth == path.size() - 1 && group.getFieldRepetitionCount(path.get(depth)) > 0) {
                    add(i, group, path.get(depth));
                }
            }
        }

        private void add(int column, Group group, String name) {
            if (columns.get(column).kind() == Kind.TEXT) {
                Binary text = group.getBinary(name, 0);
                sums[column] += text.length();
                if (hashed) {
                    hashes[column] += Digest.hash(text.getBytes(), 0, text.length());
                }
                return;
            }
            PrimitiveType type = group.getType().getType(name).asPrimitiveType();
            sums[column] += type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.INT32
                    ? group.getInteger(name, 0)
                    : group.getLong(name, 0);
        }

        Digest digest() {
            return new Digest(
                    rows,
                    Arrays.stream(sums).boxed().toList(),
                    Arrays.stream(hashes).boxed().toList());
        }
    }
}
