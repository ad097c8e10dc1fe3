package io.pq2.internal.read.prune;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.internal.bloomfilter.ValueHash;
import io.pq2.internal.read.plan.BloomFilterPlan;
import io.pq2.internal.read.plan.LateMaterialization;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.plan.ScanListener;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.internal.read.source.ReadPurpose;
import io.pq2.internal.read.source.ScanSources;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads an encrypted bloom filter with and without its length, and up to a size limit. */
class EncryptedBloomFilterTest {

    private static final Schema SCHEMA = SchemaText.parse("message m { required int64 key; }");
    private static final int ROW_GROUP_ROWS = 2_000;
    private static final byte[] FOOTER_KEY = "a footer's key !".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COLUMN_KEY = "a key of columns".getBytes(StandardCharsets.US_ASCII);

    private static long key(int row) {
        return row * 0x9E3779B97F4A7C15L;
    }

    /** Opens a file with two row groups. Its bloom filters are not in memory after opening. */
    private static OpenFile open(EncryptionScheme scheme, boolean plaintextFooter) throws IOException {
        FileEncryptionProperties encryption = FileEncryptionProperties.builder(FOOTER_KEY)
                .scheme(scheme)
                .plaintextFooter(plaintextFooter)
                .column("key", COLUMN_KEY, null)
                .build();
        WriteOptions options = WriteOptions.builder()
                .rowGroupRows(ROW_GROUP_ROWS)
                .dictionary(false)
                .bloomFilter(BloomFilterOptions.ON)
                .encryption(encryption)
                .build();
        List<List<Object>> rows = IntStream.range(0, 2 * ROW_GROUP_ROWS)
                .mapToObj(row -> List.<Object>of(key(row)))
                .toList();
        byte[] bytes = TestRows.write(SCHEMA, rows, options, 500).bytes();
        FileDecryptionProperties keys = FileDecryptionProperties.builder()
                .footerKey(FOOTER_KEY)
                .columnKey("key", COLUMN_KEY)
                .build();
        return OpenFile.open(
                new MemoryInputFile("encrypted", bytes),
                ReadOptions.builder().tailBytes(100).coalesceGap(0).build(),
                keys);
    }

    @ParameterizedTest
    @CsvSource({"AES_GCM_V1,false", "AES_GCM_V1,true", "AES_GCM_CTR_V1,false", "AES_GCM_CTR_V1,true"})
    void readsFilterWithoutLengthInTwoSteps(EncryptionScheme scheme, boolean plaintextFooter) throws IOException {
        try (OpenFile file = open(scheme, plaintextFooter)) {
            ScanContext context = context(file);
            EncryptedBloomFilter filter = filter(file, null, Integer.MAX_VALUE);
            PruningReads first = request(context, filter);
            assertThat(filter.take(first)).as("after the header only").isFalse();
            PruningReads second = request(context, filter);
            assertThat(filter.take(second)).isTrue();
            assertThat(filter.isAvailable()).isTrue();
            Column key = file.schema().columns().get(0);
            for (int row = ROW_GROUP_ROWS; row < 2 * ROW_GROUP_ROWS; row++) {
                assertThat(filter.mayContain(ValueHash.hash(key.field(), key(row))))
                        .isTrue();
            }
            assertThat(filter.mayContain(ValueHash.hash(key.field(), key(1)))).isFalse();
            context.sources().close(true);
        }
    }

    @ParameterizedTest
    @CsvSource({"AES_GCM_V1,false", "AES_GCM_V1,true", "AES_GCM_CTR_V1,false", "AES_GCM_CTR_V1,true"})
    void ignoresFilterAboveSizeLimit(EncryptionScheme scheme, boolean plaintextFooter) throws IOException {
        try (OpenFile file = open(scheme, plaintextFooter)) {
            int length = chunk(file).bloomFilterLength();
            ScanContext context = context(file);
            EncryptedBloomFilter known = filter(file, length, length - 1);
            assertThat(request(context, known).isCached()).isTrue();
            assertThat(known.isAvailable()).isFalse();
            EncryptedBloomFilter unknown = filter(file, null, length / 2);
            assertThat(unknown.take(request(context, unknown))).isTrue();
            assertThat(unknown.isAvailable()).isFalse();
            EncryptedBloomFilter fits = filter(file, length, length);
            assertThat(fits.take(request(context, fits))).isTrue();
            assertThat(fits.isAvailable()).isTrue();
            context.sources().close(true);
        }
    }

    private static ScanContext context(OpenFile file) {
        return new ScanContext(
                new ScanSources(file),
                List.of(),
                file.schema().shape(),
                Set.of(),
                new LateMaterialization(),
                file.writer(),
                file.options(),
                false,
                ScanListener.NONE);
    }

    private static ColumnMetaData chunk(OpenFile file) {
        return file.metadata().rowGroups().get(1).columns().get(0).metadata();
    }

    /** Returns the bloom filter of the second row group. */
    private static EncryptedBloomFilter filter(OpenFile file, Integer length, long maxBytes) {
        Column key = file.schema().columns().get(0);
        BloomFilterPlan plan = new BloomFilterPlan(key, null, chunk(file).bloomFilterOffset(), length, true, List.of());
        return new EncryptedBloomFilter(plan, 1, file.footer().dataEnd(), maxBytes);
    }

    private static PruningReads request(ScanContext context, EncryptedBloomFilter filter) throws IOException {
        PruningReads reads = new PruningReads(context, new PruningRequests(context));
        filter.addReads(reads);
        reads.request(ReadPurpose.PRUNING);
        return reads;
    }
}
