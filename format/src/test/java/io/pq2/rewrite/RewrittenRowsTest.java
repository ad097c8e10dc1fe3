package io.pq2.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Schema;
import io.pq2.write.DataPageVersion;
import io.pq2.write.ParquetJavaRows;
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

/** Checks that rewriting with random options keeps the rows of the inputs. */
class RewrittenRowsTest {

    private static final CompressionCodec[] CODECS = {
        CompressionCodec.UNCOMPRESSED,
        CompressionCodec.SNAPPY,
        CompressionCodec.GZIP,
        CompressionCodec.ZSTD,
        CompressionCodec.LZ4_RAW
    };

    @Property(tries = 150)
    void keepsRows(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 4) int files,
            @ForAll @IntRange(min = 0, max = 300) int rowCount,
            @ForAll @IntRange(min = 0, max = 3) int depth)
            throws IOException {
        RandomRows random = new RandomRows(seed);
        Random choice = new Random(~seed);
        Schema schema = random.schema(depth);
        List<List<Object>> all = new ArrayList<>();
        byte[][] inputs = new byte[files][];
        for (int i = 0; i < files; i++) {
            List<List<Object>> rows = random.rows(schema, rowCount * (i + 1) / files);
            all.addAll(rows);
            inputs[i] = TestRows.write(schema, rows, writing(choice), 1 + choice.nextInt(100))
                    .bytes();
        }
        RewriteOptions.Builder options = RewriteOptions.builder();
        if (choice.nextBoolean()) {
            options.codec(CODECS[choice.nextInt(CODECS.length)]);
        }
        if (choice.nextInt(3) == 0) {
            options.combineBelow(1L << choice.nextInt(20)).writeOptions(writing(choice));
        }
        byte[] rewritten = Rewritten.rewrite(options.build(), inputs);

        assertThat(VectorRows.read(rewritten, 1 + choice.nextInt(300))).isEqualTo(all);
        assertThat(ParquetJavaRows.read(rewritten, schema)).isEqualTo(all);
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("rewritten", rewritten))) {
            assertThat(file.metadata().numRows()).isEqualTo(all.size());
        }
    }

    private static WriteOptions writing(Random choice) {
        return WriteOptions.builder()
                .codec(CODECS[choice.nextInt(CODECS.length)])
                .dataPageVersion(DataPageVersion.values()[choice.nextInt(2)])
                .dictionary(choice.nextInt(3) > 0)
                .dictionaryBytes(choice.nextBoolean() ? 200 : 1 << 20)
                .pageRows(1 + choice.nextInt(200))
                .rowGroupRows(1 + choice.nextInt(400))
                .statistics(choice.nextInt(4) > 0)
                .totalOrder(choice.nextBoolean())
                .pageIndexes(choice.nextInt(3) > 0)
                .checksums(choice.nextBoolean())
                .build();
    }
}
