package io.pq2.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.page.StoredChunk;
import io.pq2.io.ByteSink;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageLocation;
import io.pq2.read.TestFooters;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Checks copies of column chunks that arrive in pieces, and copies with wrong bytes or metadata. */
class CopiedPagesCheckTest {

    private static final Schema SCHEMA = SchemaText.parse("message m { required int64 x; }");

    @Property(tries = 200)
    void acceptsCompleteChunkInAnyPiecesOnly(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 1 + random.nextInt(300); i > 0; i--) {
            rows.add(List.of(random.nextLong()));
        }
        WriteOptions options = WriteOptions.builder()
                .pageRows(1 + random.nextInt(50))
                .dictionary(random.nextBoolean())
                .build();
        byte[] file = TestRows.write(SCHEMA, rows, options, 100).bytes();
        FileMetaData footer = TestFooters.read(file);
        ColumnMetaData metadata = footer.rowGroups().get(0).columns().get(0).metadata();
        int length = (int) metadata.totalCompressedSize();

        assertThat(check(file, length, random, metadata, null)).isNull();
        assertThat(check(file, length - 1 - random.nextInt(length - 1), random, metadata, null))
                .contains("would not be readable");
        assertThat(check(file, length, random, metadata.withBloomFilter(4, 4), offsetIndex(5)))
                .contains("offset index");
        CopiedFooterCheck.check(footer, SCHEMA, rows.size(), false);
        assertThatThrownBy(() -> CopiedFooterCheck.check(footer, SCHEMA, rows.size() + 1, false))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("instead of the " + (rows.size() + 1) + " rows");
    }

    private static OffsetIndex offsetIndex(long offset) {
        return new OffsetIndex(List.of(new PageLocation(offset, 10, 0)), null);
    }

    /** Returns the message of the failed check; null if the check succeeds. */
    private static String check(byte[] file, int length, Random random, ColumnMetaData metadata, OffsetIndex index)
            throws IOException {
        ByteSink sink = new MemoryOutputFile("copy").create();
        sink.write(file, 0, 4);
        CopiedPagesCheck check = new CopiedPagesCheck(sink, metadata.numValues());
        for (int at = 0; at < length; ) {
            int piece = Math.min(length - at, 1 + random.nextInt(random.nextBoolean() ? 9 : 2_000));
            check.write(file, 4 + at, piece);
            at += piece;
        }
        try {
            check.finish(new StoredChunk(metadata, null, index));
            return null;
        } catch (CorruptFileException e) {
            return e.getMessage();
        }
    }
}
