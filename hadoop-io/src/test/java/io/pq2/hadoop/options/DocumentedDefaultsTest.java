package io.pq2.hadoop.options;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.hadoop.internal.file.RemoteRequests;
import io.pq2.hadoop.internal.kms.KmsRetryOptions;
import io.pq2.hadoop.internal.kms.KmsSettings;
import io.pq2.hadoop.internal.options.EncryptionSettings;
import io.pq2.hadoop.internal.options.KmsKeys;
import io.pq2.hadoop.kms.KmsOptions;
import io.pq2.io.RangeSource;
import io.pq2.keys.EnvelopeEncryption;
import io.pq2.keys.KmsAccess;
import io.pq2.keys.KmsConnection;
import io.pq2.read.ReadOptions;
import io.pq2.variant.VariantShredding;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.DataPageVersion;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import org.junit.jupiter.api.Test;

/** Compares the defaults in docs/configuration.md and in the README with the defaults of the code. */
class DocumentedDefaultsTest {

    private static final Path DOCS = Path.of("..", "docs", "configuration.md");
    private static final Path README = Path.of("..", "README.md");

    /** The keys and the default of a table row. Wording after the default is ignored. */
    private static final Pattern ROW = Pattern.compile("^\\|([^|]*)\\|([^|]*)\\|", Pattern.MULTILINE);

    private static final Pattern KEY = Pattern.compile("`([^`]+)`");

    /** A default that is a literal: text in backticks, a boolean, or a number with an optional unit. */
    private static final Pattern LITERAL = Pattern.compile(
            "`?(?<value>true|false|[A-Z][A-Z0-9_]+|[a-z]+(?=`)|\\d+(\\.\\d+)?)(?<unit>[kmg]| [KMG]iB)?`?(?![a-z]).*");

    /** Marks a key without a default value. */
    private static final Object NONE = new Object();

    private final Map<String, Object> defaults = new LinkedHashMap<>();

    @Test
    void defaultsOfReadingAreDocumented() throws IOException {
        addReading();
        checkSection("Reading");
    }

    @Test
    void defaultsOfSplitsAreDocumented() throws IOException {
        addSplits();
        checkSection("Splits");
    }

    @Test
    void defaultsOfWritingAreDocumented() throws IOException {
        addWriting();
        checkSection("Writing");
    }

    @Test
    void defaultsOfEncryptionAreDocumented() throws IOException, ReflectiveOperationException {
        addEncryption();
        checkSection("Encryption");
    }

    @Test
    void defaultsOfKmsClientsAreDocumented() throws IOException {
        addKmsClients();
        checkSection("Key management services");
    }

    @Test
    void theReadmeRepeatsDefaultsCorrectly() throws IOException, ReflectiveOperationException {
        addReading();
        addSplits();
        addWriting();
        addEncryption();
        addKmsClients();
        int checked = 0;
        for (Map.Entry<String, String> row : rows(Files.readString(README)).entrySet()) {
            String key = row.getKey().replaceAll("#.*", "");
            if (defaults.containsKey(key)) {
                check(key, row.getValue());
                checked++;
            }
        }
        assertThat(checked).isPositive();
    }

    private void addReading() {
        ReadOptions options = HadoopReadOptions.from(new Configuration(false));
        defaults.put(HadoopReadOptions.PARQUET_VERIFY_CHECKSUMS, options.verifyChecksums());
        defaults.put(HadoopReadOptions.VERIFY_CHECKSUMS, options.verifyChecksums());
        defaults.put(HadoopReadOptions.TAIL_BYTES, requestCostOr(options.tailBytes()));
        defaults.put(HadoopReadOptions.COALESCE_GAP, requestCostOr(options.coalesceGap()));
        defaults.put(HadoopReadOptions.MAX_REQUEST_BYTES, options.maxRequestBytes());
        RemoteRequests requests = RemoteRequests.from(new Configuration(false));
        defaults.put(HadoopReadOptions.REQUEST_BYTES, requests.bytes());
        defaults.put(HadoopReadOptions.REQUESTS, requests.count());
        defaults.put(HadoopReadOptions.PREFETCH_BYTES, options.prefetchBytes());
        defaults.put(HadoopReadOptions.MAX_CHUNK_BYTES, options.maxChunkBytes());
        defaults.put(HadoopReadOptions.FILTER_STATISTICS, options.statistics());
        defaults.put(
                HadoopReadOptions.PRUNING_TRUST,
                options.statisticsTrust().name().toLowerCase(Locale.ROOT));
        defaults.put(HadoopReadOptions.FILTER_BLOOM_FILTERS, options.bloomFilters());
        defaults.put(HadoopReadOptions.FILTER_DICTIONARIES, options.dictionaries());
        defaults.put(HadoopReadOptions.DICTIONARY_MIN_BYTES, options.dictionaryMinBytes());
        defaults.put(HadoopReadOptions.PROOFS_AHEAD, options.pruneAhead());
        defaults.put(HadoopReadOptions.FILTER_PAGE_INDEXES, options.pageIndexes());
        defaults.put(HadoopReadOptions.FILTER_ROWS, options.filterRows());
        defaults.put(HadoopReadOptions.LATE_COLUMN_BYTES, options.lateMaterializationMinBytes());
        assertThat(options.maxDecodingBytes()).isEqualTo(Runtime.getRuntime().maxMemory() / 2);
        defaults.put(HadoopReadOptions.MAX_DECODING_BYTES, NONE);
        defaults.put(HadoopReadOptions.MAX_PAGE_BYTES, options.maxPageBytes());
        defaults.put(HadoopReadOptions.MAX_BATCH_BYTES, options.maxBatchBytes());
        defaults.put(HadoopReadOptions.MAX_EXPANSION, options.maxExpansion());
        defaults.put(HadoopReadOptions.MAX_VALUES_PER_BYTE, options.maxValuesPerByte());
        defaults.put(HadoopReadOptions.ON_CORRUPTION, options.onCorruption().text());
        defaults.put(ExplanationLog.EXPLAIN, ExplanationLog.collector(new Configuration(false)) != null);
    }

    /** Returns the cost in bytes, or for -1 the cost of a request to a remote file. */
    private static int requestCostOr(int bytes) {
        return bytes < 0 ? RangeSource.REQUEST_COST : bytes;
    }

    private void addSplits() {
        HadoopSplitOptions options = HadoopSplitOptions.from(new Configuration(false), HadoopSplitOptions.Mode.AUTO);
        defaults.put(HadoopSplitOptions.MODE, options.mode());
        defaults.put(HadoopSplitOptions.MAX_FOOTERS, options.maxFooters());
        defaults.put(HadoopSplitOptions.OPEN_COST, options.openCost());
        defaults.put(HadoopSplitOptions.COMBINE, options.combine());
        defaults.put(HadoopSplitOptions.CACHE_BYTES, options.cacheBytes());
        defaults.put(HadoopSplitOptions.PARQUET_SPLIT_FILES, options.splitFiles());
        defaults.put(HadoopSplitOptions.PARQUET_TASK_SIDE_METADATA, NONE);
        defaults.put(HadoopSplitOptions.PARQUET_READ_PARALLELISM, options.threads());
    }

    private void addWriting() {
        WriteOptions options = HadoopWriteOptions.from(new Configuration(false));
        BloomFilterOptions bloomFilter = options.bloomFilter("x");
        defaults.put(HadoopWriteOptions.ROW_GROUP_BYTES, options.rowGroupBytes());
        defaults.put(HadoopWriteOptions.MAX_PADDING, options.maxPaddingBytes());
        defaults.put(HadoopWriteOptions.ROW_GROUP_ROWS, options.rowGroupRows() == Long.MAX_VALUE ? NONE : options);
        defaults.put(HadoopWriteOptions.PAGE_BYTES, options.pageBytes());
        defaults.put(HadoopWriteOptions.PAGE_ROWS, options.pageRows());
        defaults.put(HadoopWriteOptions.DICTIONARY_BYTES, options.dictionaryBytes());
        defaults.put(HadoopWriteOptions.DICTIONARY, options.dictionary("x"));
        defaults.put(HadoopWriteOptions.BYTE_STREAM_SPLIT, false);
        defaults.put(HadoopWriteOptions.PROFILE, options.profile());
        defaults.put(HadoopWriteOptions.ENCODING, NONE);
        defaults.put(HadoopWriteOptions.FORBIDDEN_ENCODINGS, NONE);
        defaults.put(HadoopWriteOptions.CHECK_COLUMNS, options.checkColumns());
        defaults.put(
                HadoopWriteOptions.WRITER_VERSION,
                options.dataPageVersion() == DataPageVersion.V1 ? "PARQUET_1_0" : "PARQUET_2_0");
        defaults.put(HadoopWriteOptions.COMPRESSION, options.codec());
        defaults.put(HadoopWriteOptions.COMPRESSION_LEVEL, NONE);
        defaults.put(HadoopWriteOptions.ZSTD_LEVEL, NONE);
        assertThat(options.compressionLevel()).isNull();
        defaults.put(HadoopWriteOptions.WRITE_CHECKSUMS, options.checksums());
        defaults.put(HadoopWriteOptions.STATISTICS, options.statistics("x"));
        defaults.put(HadoopWriteOptions.STATISTICS_BOUND_BYTES, options.statisticsBoundBytes());
        defaults.put(HadoopWriteOptions.COLUMN_INDEX_BOUND_BYTES, options.columnIndexBoundBytes());
        defaults.put(HadoopWriteOptions.SIZE_STATISTICS, options.sizeStatistics("x"));
        defaults.put(HadoopWriteOptions.BLOOM_FILTERS, bloomFilter.enabled());
        defaults.put(HadoopWriteOptions.BLOOM_FALSE_POSITIVES, bloomFilter.falsePositiveProbability());
        defaults.put(HadoopWriteOptions.BLOOM_DISTINCT_VALUES, NONE);
        defaults.put(HadoopWriteOptions.BLOOM_BYTES, bloomFilter.maxBytes());
        defaults.put(HadoopWriteOptions.BLOOM_BESIDE_DICTIONARIES, bloomFilter.evenWithDictionary());
        defaults.put(HadoopWriteOptions.TOTAL_ORDER, options.totalOrder());
        defaults.put(HadoopWriteOptions.GEOPARQUET, options.geoParquet());
        defaults.put(HadoopWriteOptions.GEOPARQUET_COVERING, options.geoParquetCovering());
        assertThat(options.geoParquetCovering("x")).isNull();
        defaults.put(HadoopWriteOptions.GEOPARQUET_COVERING_NAME, NONE);
        defaults.put(HadoopWriteOptions.PAGE_INDEXES, options.pageIndexes());
        defaults.put(HadoopWriteOptions.CHECK_TEXT, options.checkText());
        VariantShredding variants = options.variantShredding("x");
        assertThat(variants.isNone()).isTrue();
        defaults.put(HadoopWriteOptions.VARIANT_SHREDDING, "none");
        defaults.put(HadoopWriteOptions.VARIANT_MAX_COLUMNS, variants.maxColumns());
        defaults.put(HadoopWriteOptions.VARIANT_MAX_DEPTH, variants.maxDepth());
        defaults.put(HadoopWriteOptions.MEMORY_BYTES, NONE);
        defaults.put(HadoopWriteOptions.MEMORY_RATIO, memoryRatio(options));
        defaults.put(HadoopWriteOptions.METADATA_PREFIX, NONE);
    }

    /** Returns the budget as a share of the heap, in hundredths. */
    private static double memoryRatio(WriteOptions options) {
        double ratio =
                (double) options.memoryBudget().bytes() / Runtime.getRuntime().maxMemory();
        return Math.round(ratio * 100) / 100.0;
    }

    private void addEncryption() throws ReflectiveOperationException {
        Configuration configuration = new Configuration(false);
        configuration.set(HadoopEncryption.KMS_CLIENT, "key-file");
        configuration.set(HadoopEncryption.UNIFORM_KEY, "k");
        EncryptionSettings settings = new EncryptionSettings(configuration);
        EnvelopeEncryption.Builder envelope = EnvelopeEncryption.builder(HadoopEncryption.kms(configuration), "k");
        FileEncryptionProperties.Builder file = FileEncryptionProperties.builder("0123456789012345".getBytes(US_ASCII));
        FileDecryptionProperties decryption =
                HadoopEncryption.forReading(configuration, new org.apache.hadoop.fs.Path("/f"));
        for (String key : List.of(
                HadoopEncryption.UNIFORM_KEY,
                HadoopEncryption.FOOTER_KEY,
                HadoopEncryption.COLUMN_KEYS,
                HadoopEncryption.KMS_CLIENT,
                HadoopEncryption.CRYPTO_FACTORY,
                HadoopEncryption.AAD_PREFIX,
                HadoopEncryption.PROVIDER,
                HadoopEncryption.REQUIRED_ALGORITHM,
                HadoopEncryption.REQUIRED_COLUMNS)) {
            defaults.put(key, NONE);
        }
        defaults.put(HadoopEncryption.COMPLETE_COLUMNS, field(envelope, "otherColumns"));
        defaults.put(HadoopEncryption.ALGORITHM, field(envelope, "scheme"));
        defaults.put(HadoopEncryption.PLAINTEXT_FOOTER, field(envelope, "plaintextFooter"));
        defaults.put(HadoopEncryption.KMS_INSTANCE_ID, KmsConnection.DEFAULT);
        defaults.put(HadoopEncryption.KMS_INSTANCE_URL, KmsConnection.DEFAULT);
        defaults.put(HadoopEncryption.ACCESS_TOKEN, KmsConnection.DEFAULT);
        defaults.put(HadoopEncryption.DOUBLE_WRAPPING, field(envelope, "doubleWrapping"));
        defaults.put(HadoopEncryption.WRAP_LOCALLY, field(settings, "wrapLocally"));
        assertThat(field(settings, "lifetime")).isEqualTo(KmsAccess.DEFAULT_LIFETIME);
        defaults.put(HadoopEncryption.CACHE_LIFETIME, ((Duration) field(settings, "lifetime")).toSeconds());
        defaults.put(HadoopEncryption.MATERIAL_IN_FILES, settings.materialInFiles());
        defaults.put(HadoopEncryption.DATA_KEY_BITS, (Integer) field(envelope, "dataKeyBytes") * Byte.SIZE);
        defaults.put(HadoopEncryption.KEK_BITS, (Integer) field(envelope, "kekBytes") * Byte.SIZE);
        defaults.put(HadoopEncryption.AAD_PREFIX_STORED, field(file, "aadPrefixStored"));
        defaults.put(HadoopEncryption.PLAINTEXT_FILES, field(decryption, "plaintextFilesAllowed"));
        defaults.put(HadoopEncryption.PLAINTEXT_APPENDS, settings.plaintextAppends());
        defaults.put(HadoopEncryption.UNVERIFIED_AAD_PREFIXES, field(decryption, "unverifiedAadPrefixAllowed"));
        defaults.put(HadoopEncryption.COLUMNS_UNDER_FOOTER_KEY, field(decryption, "columnsUnderFooterKeyAllowed"));
        defaults.put(HadoopEncryption.UNVERIFIED_FOOTERS, field(decryption, "unverifiedFooterAllowed"));
        defaults.put(HadoopEncryption.KMS_URL_FROM_FILES, field(settings, "urlFromFiles"));
    }

    private static Object field(Object owner, String name) throws ReflectiveOperationException {
        Field field = owner.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(owner);
    }

    private void addKmsClients() {
        KmsRetryOptions options = KmsRetryOptions.of(new KmsSettings(key -> null));
        defaults.put(KmsOptions.ATTEMPTS, options.attempts());
        defaults.put(KmsOptions.REQUEST_TIMEOUT, options.requestTimeout().toMillis());
        defaults.put(KmsOptions.TOTAL_TIMEOUT, options.totalTimeout().toMillis());
        defaults.put(KmsOptions.BACKOFF, options.backoff().toMillis());
        defaults.put(KmsOptions.MAX_BACKOFF, options.maxBackoff().toMillis());
        defaults.put(KmsOptions.VAULT_MOUNT, NONE);
        defaults.put(KmsOptions.VAULT_NAMESPACE, NONE);
        KmsSettings unset = new KmsSettings(key -> null);
        defaults.put(KmsOptions.VAULT_ALLOW_HTTP, unset.get(KmsKeys.VAULT_ALLOW_HTTP, false));
        defaults.put(KmsOptions.KEY_FILE_ALLOW_READABLE, unset.get(KmsKeys.KEY_FILE_ALLOW_READABLE, false));
    }

    private void checkSection(String heading) throws IOException {
        String page = Files.readString(DOCS);
        int start = page.indexOf("\n## " + heading + "\n");
        assertThat(start).as("the heading " + heading).isNotNegative();
        int end = page.indexOf("\n## ", start + 1);
        Map<String, String> rows = rows(page.substring(start, end < 0 ? page.length() : end));
        assertThat(rows.keySet()).containsExactlyInAnyOrderElementsOf(defaults.keySet());
        rows.forEach(this::check);
    }

    /** Returns the default cell of each key. */
    private static Map<String, String> rows(String text) {
        Map<String, String> rows = new LinkedHashMap<>();
        for (Matcher row = ROW.matcher(text); row.find(); ) {
            String[] values = row.group(2).split(", ");
            List<String> keys = KEY.matcher(row.group(1))
                    .results()
                    .map(key -> key.group(1).replaceAll("#.*", ""))
                    .toList();
            for (int i = 0; i < keys.size(); i++) {
                rows.put(keys.get(i), values[values.length == keys.size() ? i : 0].trim());
            }
        }
        return rows;
    }

    private void check(String key, String documented) {
        Object expected = defaults.get(key);
        Matcher literal = LITERAL.matcher(documented);
        if (expected == NONE) {
            assertThat(literal.matches())
                    .as(key + " has no default value, but the documentation says " + documented)
                    .isFalse();
            return;
        }
        assertThat(literal.matches())
                .as("the default of " + key + " is " + expected + ", but the documentation says " + documented)
                .isTrue();
        String value = literal.group("value");
        if (expected instanceof Double number) {
            assertThat(Double.parseDouble(value)).as(key).isEqualTo(number);
        } else if (expected instanceof Number number) {
            String unit = literal.group("unit") == null
                    ? ""
                    : literal.group("unit").trim().substring(0, 1);
            assertThat(TraditionalBinaryPrefix.string2long(value + unit))
                    .as(key)
                    .isEqualTo(number.longValue());
        } else {
            assertThat(value.toLowerCase(Locale.ROOT))
                    .as(key)
                    .isEqualTo(expected.toString().toLowerCase(Locale.ROOT));
        }
    }
}
