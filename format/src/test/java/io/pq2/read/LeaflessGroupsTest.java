package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SchemaElement;
import io.pq2.record.RecordValue;
import io.pq2.record.RowReader;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.rewrite.Rewritten;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.write.RandomRows;
import io.pq2.write.TestRows;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Reads and rewrites files whose schemas have groups without leaves, and thus without values. */
class LeaflessGroupsTest {

    private static final LogicalType[] ANNOTATIONS = {
        null, null, new LogicalType.ListType(), new LogicalType.MapType(), new LogicalType.VariantType(1)
    };

    @Property(tries = 300)
    void otherFieldsKeepTheirValues(@ForAll long seed, @ForAll @IntRange(min = 0, max = 3) int depth)
            throws IOException {
        RandomRows rows = new RandomRows(seed);
        Random random = new Random(~seed);
        Schema schema = rows.schema(depth);
        List<List<Object>> expected = rows.rows(schema, 60);
        byte[] file = TestRows.write(
                        schema,
                        expected,
                        WriteOptions.builder().rowGroupRows(25).build(),
                        30)
                .bytes();
        boolean anywhere = random.nextBoolean();
        byte[] changed = withSchema(file, new Schema("test", withLeafless(schema.fields(), random, anywhere)));

        List<List<Object>> read = VectorRows.read(changed, 7);
        if (anywhere) {
            // A group beside the only field of a list's group makes the group an element.
            assertThat(read).hasSameSizeAs(expected);
        } else {
            assertThat(read).isEqualTo(expected);
        }
        readInEveryWay(changed, random);
        for (RewriteOptions options : List.of(
                RewriteOptions.DEFAULT,
                RewriteOptions.builder().codec(CompressionCodec.ZSTD).build(),
                RewriteOptions.builder().combineBelow(1 << 20).build())) {
            byte[] copy = Rewritten.rewrite(options, changed);
            assertThat(VectorRows.read(copy, 7)).isEqualTo(read);
            assertThat(schema(copy)).isEqualTo(schema(changed));
        }
    }

    private static void readInEveryWay(byte[] bytes, Random random) throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("leafless", bytes))) {
            assertThat(file.schema().toString()).isNotEmpty();
            try (RowReader reader = new RowReader(file.scan().batchSize(7).open())) {
                RecordValue record = new RecordValue(file.schema());
                while (reader.next()) {
                    assertThat(reader.row().toString()).isNotEmpty();
                    record.copy(reader.row());
                }
            }
            List<Column> some = file.schema().columns().stream()
                    .filter(column -> random.nextBoolean())
                    .toList();
            try (RowReader reader =
                    new RowReader(file.scan().columns(some::contains).open())) {
                while (reader.next()) {
                    assertThat(reader.row().toString()).isNotNull();
                }
            }
        }
    }

    /** Returns a copy of fields with further groups, whose descendants have no leaves. */
    private static List<Field> withLeafless(List<Field> fields, Random random, boolean anywhere) {
        List<Field> all = new ArrayList<>();
        int added = 0;
        for (Field field : fields) {
            while (random.nextInt(3) == 0) {
                all.add(leafless("empty" + added++, random, 2));
            }
            all.add(field instanceof GroupField group ? withLeafless(group, random, anywhere) : field);
        }
        if (random.nextBoolean()) {
            all.add(leafless("empty" + added, random, 2));
        }
        return all;
    }

    private static Field withLeafless(GroupField group, Random random, boolean anywhere) {
        boolean structure = !anywhere && group.logicalType() != null;
        List<Field> fields;
        if (structure) {
            GroupField repeated = (GroupField) group.fields().get(0);
            List<Field> inner = new ArrayList<>();
            for (Field field : repeated.fields()) {
                inner.add(field instanceof GroupField child ? withLeafless(child, random, false) : field);
            }
            fields = List.of(new GroupField(repeated.name(), repeated.repetition(), inner));
        } else {
            fields = withLeafless(group.fields(), random, anywhere);
        }
        return new GroupField(group.name(), group.repetition(), fields, group.logicalType(), null);
    }

    private static GroupField leafless(String name, Random random, int depth) {
        List<Field> fields = new ArrayList<>();
        for (int i = depth == 0 ? 0 : random.nextInt(3); i > 0; i--) {
            fields.add(leafless("e" + i, random, depth - 1));
        }
        Repetition repetition = Repetition.values()[random.nextInt(3)];
        return new GroupField(name, repetition, fields, ANNOTATIONS[random.nextInt(ANNOTATIONS.length)], null);
    }

    @Test
    void filesWithoutAnyLeafHaveRows() throws IOException {
        Schema schema = new Schema(
                "m",
                List.of(
                        new GroupField("a", Repetition.OPTIONAL, List.of()),
                        GroupField.list(
                                "l", Repetition.REQUIRED, new GroupField("e", Repetition.REQUIRED, List.of()))));
        byte[] file = TestFooters.onlyFooter(new FileMetaData(
                1,
                SchemaElements.fromSchema(schema),
                5,
                List.of(new RowGroup(List.of(), 0, 5, null, null, null, null)),
                null,
                null,
                null,
                null,
                null));
        assertThat(VectorRows.read(file, 2)).hasSize(5);
        readInEveryWay(file, new Random(1));
        assertThat(VectorRows.read(Rewritten.rewrite(RewriteOptions.DEFAULT, file), 2))
                .hasSize(5);
        assertThat(VectorRows.read(
                        Rewritten.rewrite(
                                RewriteOptions.builder().combineBelow(100).build(), file, file),
                        2))
                .hasSize(10);
    }

    @Test
    void dropsGroupsThatLoseTheirLeaves() throws IOException {
        Schema schema = new Schema(
                "m",
                List.of(
                        new PrimitiveField("a", Repetition.REQUIRED, io.pq2.schema.PhysicalType.INT32, null),
                        new GroupField(
                                "g",
                                Repetition.OPTIONAL,
                                List.of(new PrimitiveField(
                                        "b", Repetition.REQUIRED, io.pq2.schema.PhysicalType.INT32, null)))));
        byte[] file = TestRows.write(schema, List.of(List.of(1, List.of(2))), WriteOptions.DEFAULT, 10)
                .bytes();
        byte[] changed = withSchema(
                file,
                new Schema(
                        "m",
                        List.of(
                                schema.fields().get(0),
                                new GroupField(
                                        "g",
                                        Repetition.OPTIONAL,
                                        List.of(
                                                new GroupField("none", Repetition.OPTIONAL, List.of()),
                                                ((GroupField) schema.fields().get(1))
                                                        .fields()
                                                        .get(0))))));
        byte[] copy =
                Rewritten.rewrite(RewriteOptions.builder().dropColumns("a").build(), changed);
        assertThat(VectorRows.read(copy, 10)).isEqualTo(List.of(List.of(List.of(2))));
        byte[] other =
                Rewritten.rewrite(RewriteOptions.builder().dropColumns("g.b").build(), changed);
        assertThat(VectorRows.read(other, 10)).isEqualTo(List.of(List.of(1)));
    }

    private static Schema schema(byte[] bytes) throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("leafless", bytes))) {
            return file.schema();
        }
    }

    /** Returns a file with another schema, which has the same leaves except for the groups around them. */
    private static byte[] withSchema(byte[] file, Schema schema) {
        FileMetaData footer = TestFooters.read(file);
        List<SchemaElement> elements = SchemaElements.fromSchema(schema);
        List<RowGroup> rowGroups = new ArrayList<>();
        for (RowGroup rowGroup : footer.rowGroups()) {
            List<ColumnChunk> chunks = new ArrayList<>(rowGroup.columns());
            rowGroups.add(new RowGroup(
                    chunks,
                    rowGroup.totalByteSize(),
                    rowGroup.numRows(),
                    null,
                    rowGroup.fileOffset(),
                    rowGroup.totalCompressedSize(),
                    rowGroup.ordinal()));
        }
        return TestFooters.withFooter(
                file,
                new FileMetaData(
                        footer.version(),
                        elements,
                        footer.numRows(),
                        rowGroups,
                        footer.keyValueMetadata(),
                        footer.createdBy(),
                        footer.columnOrders(),
                        null,
                        null));
    }
}
