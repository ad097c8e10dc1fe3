package io.pq2.internal.write.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.ByteSink;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.io.OutputFile;
import io.pq2.metadata.RowGroup;
import io.pq2.read.ParquetFile;
import io.pq2.record.BatchBuilder;
import io.pq2.record.RecordValue;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Alignment of row groups to the blocks of a file system. */
class BlockAlignmentTest {

    private static final int ROWS = 400_000;
    private static final int BLOCK = 1 << 20;
    private static final Schema SCHEMA = SchemaText.parse("message m { required int64 a; required int64 b; }");

    private final MemoryOutputFile bytes = new MemoryOutputFile("blocks");

    /** Returns a file in memory that reports a block size. */
    private OutputFile inBlocks(long blockBytes) {
        return new OutputFile() {
            @Override
            public String location() {
                return bytes.location();
            }

            @Override
            public ByteSink create() throws IOException {
                ByteSink sink = bytes.create();
                return new ByteSink() {
                    @Override
                    public long position() {
                        return sink.position();
                    }

                    @Override
                    public long blockBytes() {
                        return blockBytes;
                    }

                    @Override
                    public void write(byte[] from, int offset, int length) throws IOException {
                        sink.write(from, offset, length);
                    }

                    @Override
                    public void close() throws IOException {
                        sink.close();
                    }

                    @Override
                    public void abort() throws IOException {
                        sink.abort();
                    }
                };
            }
        };
    }

    private List<RowGroup> write(long blockBytes, WriteOptions options) throws IOException {
        Random random = new Random(8);
        BatchBuilder rows = new BatchBuilder(SCHEMA);
        RecordValue row = new RecordValue(SCHEMA);
        try (ParquetWriter writer = ParquetWriter.create(inBlocks(blockBytes), SCHEMA, options)) {
            for (int i = 0; i < ROWS; i++) {
                rows.append(row.setLong(0, i).setLong(1, random.nextLong()));
                if (rows.rowCount() == 1000) {
                    writer.write(rows.build());
                    rows.reset();
                }
            }
        }
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("blocks", bytes.bytes()));
                RowReader reader = new RowReader(file.scan().columns("a").open())) {
            for (int i = 0; i < ROWS; i++) {
                assertThat(reader.next()).isTrue();
                if (reader.row().getLong(0) != i) {
                    assertThat(reader.row().getLong(0)).isEqualTo(i);
                }
            }
            return file.metadata().rowGroups();
        }
    }

    private static long start(RowGroup rowGroup) {
        return rowGroup.columns().get(0).metadata().dataPageOffset() / BLOCK;
    }

    private static long end(RowGroup rowGroup) {
        var last = rowGroup.columns().get(rowGroup.columns().size() - 1).metadata();
        return (last.dataPageOffset() + last.totalCompressedSize() - 1) / BLOCK;
    }

    private static WriteOptions.Builder options() {
        return WriteOptions.builder().pageBytes(1 << 14).dictionary(false).rowGroupBytes(BLOCK);
    }

    @Test
    void rowGroupsEndAtBlockBoundaries() throws IOException {
        List<RowGroup> rowGroups =
                write(BLOCK, options().maxPaddingBytes(BLOCK / 8).build());
        assertThat(rowGroups)
                .hasSize(4)
                .allSatisfy(rowGroup -> assertThat(end(rowGroup)).isEqualTo(start(rowGroup)));
        assertThat(rowGroups).extracting(BlockAlignmentTest::start).doesNotHaveDuplicates();
    }

    @Test
    void rowGroupsStayInABlockIfTheMaximumPaddingIsLarge() throws IOException {
        List<RowGroup> rowGroups = write(
                BLOCK,
                options().rowGroupBytes(BLOCK / 4).maxPaddingBytes(8 * BLOCK).build());
        assertThat(rowGroups).allSatisfy(rowGroup -> assertThat(end(rowGroup)).isEqualTo(start(rowGroup)));
        // Each block after the first contains three whole row groups and most of a fourth.
        assertThat(rowGroups.subList(0, rowGroups.size() - 1))
                .extracting(BlockAlignmentTest::start)
                .startsWith(0L, 0L, 0L)
                .filteredOn(block -> block == 1)
                .hasSizeBetween(3, 4);
        assertThat(bytes.bytes().length).isLessThan(8 * ROWS * 2);
    }

    @Test
    void rowGroupsAreNotPaddedWithoutBlocksOrWithAMaximumPaddingOfZero() throws IOException {
        List<RowGroup> unaligned = write(BLOCK, options().maxPaddingBytes(0).build());
        assertThat(unaligned).anySatisfy(rowGroup -> assertThat(end(rowGroup)).isGreaterThan(start(rowGroup)));
        byte[] withoutPadding = bytes.bytes();
        write(0, options().maxPaddingBytes(BLOCK / 8).build());
        assertThat(bytes.bytes()).isEqualTo(withoutPadding);
    }
}
