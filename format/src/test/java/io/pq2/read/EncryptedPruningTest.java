package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.TamperedFileException;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.Literal;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.predicate.SkipReason;
import io.pq2.record.RowReader;
import io.pq2.schema.Column;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that each pruning step of {@link ScanPruningTest} also skips row groups and pages of encrypted columns. */
class EncryptedPruningTest {

    private static final byte[] FOOTER_KEY = "a footer's key !".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COLUMN_KEY = "a key of columns".getBytes(StandardCharsets.US_ASCII);
    private static final List<String> COLUMNS = List.of("id", "key", "city");

    private static final Map<Kind, byte[]> FILES = new LinkedHashMap<>();

    /** A combination of encryption algorithm and footer kind. */
    enum Kind {
        GCM(EncryptionScheme.AES_GCM_V1, false),
        GCM_SIGNED(EncryptionScheme.AES_GCM_V1, true),
        CTR(EncryptionScheme.AES_GCM_CTR_V1, false),
        CTR_SIGNED(EncryptionScheme.AES_GCM_CTR_V1, true);

        private final EncryptionScheme scheme;
        private final boolean plaintextFooter;

        Kind(EncryptionScheme scheme, boolean plaintextFooter) {
            this.scheme = scheme;
            this.plaintextFooter = plaintextFooter;
        }

        private byte[] write() {
            FileEncryptionProperties.Builder encryption = FileEncryptionProperties.builder(FOOTER_KEY)
                    .footerKeyMetadata("kf".getBytes(StandardCharsets.UTF_8))
                    .scheme(scheme)
                    .plaintextFooter(plaintextFooter)
                    .otherColumns(true);
            for (String column : COLUMNS) {
                encryption.column(column, COLUMN_KEY, "kc".getBytes(StandardCharsets.UTF_8));
            }
            return ScanPruningTest.write(true, encryption.build());
        }
    }

    @BeforeAll
    static void write() {
        for (Kind kind : Kind.values()) {
            FILES.put(kind, kind.write());
        }
    }

    private static FileDecryptionProperties.Builder keys() {
        return FileDecryptionProperties.builder().footerKey(FOOTER_KEY);
    }

    private static FileDecryptionProperties allKeys() {
        FileDecryptionProperties.Builder keys = keys();
        COLUMNS.forEach(column -> keys.columnKey(column, COLUMN_KEY));
        return keys.build();
    }

    /** The result of a scan. */
    private record Scan(RequestedRanges file, ScanMetrics metrics, List<Long> rows) {}

    private static Scan scan(byte[] bytes, FileDecryptionProperties keys, ReadOptions options, Predicate predicate)
            throws IOException {
        RequestedRanges requested = new RequestedRanges(bytes);
        ScanMetrics metrics = new ScanMetrics();
        List<Long> rows = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(requested, options, keys)) {
            requested.forget();
            BatchReader batches = file.scan()
                    .metrics(metrics)
                    .filter(predicate, FilterSemantics.of(MissingColumns.UNKNOWN), RowFiltering.ADAPTIVE)
                    .open();
            try (RowReader reader = new RowReader(batches)) {
                while (reader.next()) {
                    rows.add(reader.rowIndex());
                }
            }
        }
        return new Scan(requested, metrics, rows);
    }

    private static Scan scan(Kind kind, ReadOptions.Builder options, Predicate predicate) throws IOException {
        return scan(FILES.get(kind), allKeys(), options.build(), predicate);
    }

    private static ColumnMetaData chunk(byte[] bytes, int rowGroup, String column) throws IOException {
        try (ParquetFile file =
                ParquetFile.open(new MemoryInputFile("pruning", bytes), ReadOptions.DEFAULT, allKeys())) {
            Column found = file.schema().column(List.of(column));
            return file.metadata()
                    .rowGroups()
                    .get(rowGroup)
                    .columns()
                    .get(found.index())
                    .metadata();
        }
    }

    private static Predicate.Leaf below(long id) {
        return new Predicate.Comparison(List.of("id"), Operator.LT, new Literal.IntegerLiteral(id));
    }

    @ParameterizedTest
    @EnumSource
    void statisticsSkip(Kind kind) throws IOException {
        Scan scan = scan(kind, ScanPruningTest.withoutPruning().statistics(true), below(2_500));
        assertThat(scan.metrics().rowGroupsSkipped(SkipReason.STATISTICS)).isEqualTo(4);
        assertThat(scan.rows()).isEqualTo(ScanPruningTest.rows(0, 4_000));
    }

    @ParameterizedTest
    @EnumSource
    void columnIndexesSkipPages(Kind kind) throws IOException {
        Scan scan = scan(kind, ScanPruningTest.withoutPruning().pageIndexes(true), below(2_500));
        assertThat(scan.metrics().rowGroupsSkipped(SkipReason.COLUMN_INDEX)).isEqualTo(4);
        assertThat(scan.rows()).isEqualTo(ScanPruningTest.rows(0, 2_600));
    }

    @ParameterizedTest
    @EnumSource
    void dictionariesSkip(Kind kind) throws IOException {
        Scan scan = scan(kind, ScanPruningTest.withoutPruning().dictionaries(true), ScanPruningTest.isCity("M3"));
        assertThat(scan.metrics().rowGroupsSkipped(SkipReason.DICTIONARY)).isEqualTo(5);
        assertThat(scan.rows()).isEqualTo(ScanPruningTest.rows(6_000, 8_000));
    }

    @ParameterizedTest
    @EnumSource
    void bloomFiltersSkipAndAreRequestedOnce(Kind kind) throws IOException {
        Predicate.Leaf other = new Predicate.In(
                List.of("key"),
                List.of(
                        new Literal.IntegerLiteral(ScanPruningTest.key(4_444)),
                        new Literal.IntegerLiteral(ScanPruningTest.key(-1))),
                true);
        Scan scan = scan(
                kind,
                ScanPruningTest.withoutPruning().bloomFilters(true),
                Predicate.Or.of(ScanPruningTest.equal("key", ScanPruningTest.key(4_321)), other));
        assertThat(scan.metrics().rowGroupsSkipped(SkipReason.BLOOM_FILTER)).isEqualTo(5);
        assertThat(scan.rows()).isEqualTo(ScanPruningTest.rows(4_000, 6_000));
        for (int group = 0; group < ScanPruningTest.GROUPS; group++) {
            ColumnMetaData key = chunk(FILES.get(kind), group, "key");
            long offset = key.bloomFilterOffset();
            assertThat(scan.file().requested(offset, offset + key.bloomFilterLength()))
                    .isEqualTo((long) key.bloomFilterLength());
        }
    }

    @ParameterizedTest
    @EnumSource
    void skipsTheSameAsWithoutEncryption(Kind kind) throws IOException {
        Predicate predicate = Predicate.And.of(
                ScanPruningTest.equal("key", ScanPruningTest.key(4_324)),
                ScanPruningTest.isCity("Aachen"),
                below(9_000));
        ReadOptions.Builder options = ScanPruningTest.withoutPruning()
                .statistics(true)
                .bloomFilters(true)
                .dictionaries(true)
                .pageIndexes(true);
        Scan plain = scan(ScanPruningTest.BYTES, null, options.build(), predicate);
        Scan encrypted = scan(kind, options, predicate);
        assertThat(encrypted.rows()).isEqualTo(plain.rows()).contains(4_324L);
        for (SkipReason reason : SkipReason.values()) {
            assertThat(encrypted.metrics().rowGroupsSkipped(reason))
                    .as(reason.name())
                    .isEqualTo(plain.metrics().rowGroupsSkipped(reason));
        }
    }

    @ParameterizedTest
    @EnumSource
    void rejectsChangedBloomFilter(Kind kind) throws IOException {
        ColumnMetaData key = chunk(FILES.get(kind), 0, "key");
        int start = Math.toIntExact(key.bloomFilterOffset());
        int end = start + key.bloomFilterLength();
        for (int at : new int[] {start + 4, start + 20, end - 1, end - 500}) {
            byte[] bytes = FILES.get(kind).clone();
            bytes[at] ^= 1;
            assertThatThrownBy(() -> scan(
                            bytes,
                            allKeys(),
                            ScanPruningTest.withoutPruning().bloomFilters(true).build(),
                            ScanPruningTest.equal("key", 5)))
                    .as("bit changed at %d in %d to %d", at, start, end)
                    .isInstanceOf(TamperedFileException.class)
                    .hasMessageContaining("column key")
                    .hasMessageContaining("bloom filter");
        }
    }

    @ParameterizedTest
    @EnumSource
    void rejectsSwappedBloomFilters(Kind kind) throws IOException {
        ColumnMetaData first = chunk(FILES.get(kind), 0, "key");
        ColumnMetaData second = chunk(FILES.get(kind), 1, "key");
        assertThat(first.bloomFilterLength()).isEqualTo(second.bloomFilterLength());
        byte[] bytes = FILES.get(kind).clone();
        System.arraycopy(
                FILES.get(kind),
                Math.toIntExact(second.bloomFilterOffset()),
                bytes,
                Math.toIntExact(first.bloomFilterOffset()),
                first.bloomFilterLength());
        assertThatThrownBy(() -> scan(
                        bytes,
                        allKeys(),
                        ScanPruningTest.withoutPruning().bloomFilters(true).build(),
                        ScanPruningTest.equal("key", 5)))
                .isInstanceOf(TamperedFileException.class)
                .hasMessageContaining("row group 0");
    }

    @ParameterizedTest
    @EnumSource
    void rejectsFilterOnColumnWithoutKey(Kind kind) throws IOException {
        FileDecryptionProperties none = keys().build();
        assertThatThrownBy(() -> scan(
                        FILES.get(kind),
                        none,
                        ReadOptions.DEFAULT,
                        ScanPruningTest.equal("key", ScanPruningTest.key(4_321))))
                .isInstanceOf(KeyDeniedException.class);
    }
}
