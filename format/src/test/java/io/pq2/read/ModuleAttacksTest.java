package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.TamperedFileException;
import io.pq2.internal.encryption.ModuleLayout;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.thrift.FooterReader;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.FileMetaData;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.vector.Batch;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Changes, truncates, moves and swaps modules of every type. One key encrypts everything, so that only its AAD ties a
 * module to its place.
 */
class ModuleAttacksTest {

    private static final byte[] KEY = "a key of 16 byte".getBytes(StandardCharsets.US_ASCII);
    private static final Set<ModuleType> TYPES_OUTSIDE_FOOTER =
            EnumSet.complementOf(EnumSet.of(ModuleType.FOOTER, ModuleType.COLUMN_META_DATA));

    private static FileEncryptionProperties.Builder encryption(EncryptionScheme scheme) {
        return FileEncryptionProperties.builder(KEY).scheme(scheme);
    }

    private static FileDecryptionProperties keys() {
        return FileDecryptionProperties.builder().footerKey(KEY).build();
    }

    /** Writes a file without compression and checksums, so that swapped modules fit as well as possible. */
    private static byte[] write(EncryptionScheme scheme) {
        return EncryptionRows.write(WriteOptions.builder()
                .encryption(encryption(scheme).build())
                .codec(CompressionCodec.UNCOMPRESSED)
                .checksums(false)
                .bloomFilter(BloomFilterOptions.ON)
                .dictionary(true)
                .rowGroupRows(EncryptionRows.ROW_GROUP)
                .pageRows(100)
                .build());
    }

    private static ParquetFile open(byte[] bytes) throws IOException {
        return ParquetFile.open(new MemoryInputFile("attacked", bytes), ReadOptions.DEFAULT, keys());
    }

    /** Reads all values, page indexes and bloom filters. */
    private static List<Object> readEverything(byte[] bytes) throws IOException {
        try (ParquetFile file = open(bytes)) {
            List<Object> all = new ArrayList<>();
            for (int group = 0; group < file.metadata().rowGroups().size(); group++) {
                for (Column column : file.schema().columns()) {
                    all.add(file.offsetIndex(group, column));
                    all.add(file.columnIndex(group, column) == null);
                    all.add(file.bloomFilter(group, column) == null);
                }
            }
            all.addAll(EncryptionRows.columns(file));
            return all;
        }
    }

    private static void checkDetected(byte[] changed, StoredModule module, String change) {
        assertThatThrownBy(() -> readEverything(changed))
                .as("%s: %s", change, module)
                .isInstanceOf(TamperedFileException.class)
                .hasMessageContaining("attacked")
                .hasMessageContaining("row group " + module.rowGroup())
                .hasMessageContaining(module.type().toString());
    }

    private static boolean isAuthenticated(StoredModule module, EncryptionScheme scheme) {
        return module.isAuthenticated(scheme == EncryptionScheme.AES_GCM_CTR_V1);
    }

    private static List<StoredModule> modules(byte[] bytes) throws IOException {
        List<StoredModule> modules = StoredModule.of(bytes, keys());
        assertThat(modules).extracting(StoredModule::type).containsAll(TYPES_OUTSIDE_FOOTER);
        return modules;
    }

    /** Returns one module of each type. */
    private static List<StoredModule> oneOfEach(List<StoredModule> modules) {
        return TYPES_OUTSIDE_FOOTER.stream()
                .map(type -> modules.stream()
                        .filter(module -> module.type() == type && module.rowGroup() == 1)
                        .findFirst()
                        .orElseThrow())
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void detectsFlippedBitsInAllPartsOfModules(EncryptionScheme scheme) throws IOException {
        byte[] bytes = write(scheme);
        for (StoredModule module : oneOfEach(modules(bytes))) {
            int last = module.size() - 1;
            int body = ModuleLayout.LENGTH + ModuleLayout.NONCE;
            for (int at : isAuthenticated(module, scheme)
                    ? new int[] {
                        0,
                        ModuleLayout.LENGTH,
                        body - 1,
                        body,
                        last - ModuleLayout.TAG,
                        last - ModuleLayout.TAG + 1,
                        last
                    }
                    : new int[] {0, 1, 2, 3}) {
                checkDetected(module.flipped(bytes, at), module, "bit flipped in byte " + at);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void detectsWrongModuleLengths(EncryptionScheme scheme) throws IOException {
        byte[] bytes = write(scheme);
        for (StoredModule module : oneOfEach(modules(bytes))) {
            int length = module.size() - ModuleLayout.LENGTH;
            for (int other : new int[] {-1, Integer.MIN_VALUE, 0, 11, 27, length - 1, length + 1, 1 << 30}) {
                checkDetected(module.withLength(bytes, other), module, "length " + other);
            }
        }
    }

    /**
     * Replaces a module of each type by another of equal size that meets a condition, and returns the number of types.
     */
    private static int replaceModules(EncryptionScheme scheme, Replacement condition) throws IOException {
        byte[] bytes = write(scheme);
        List<StoredModule> modules = modules(bytes);
        int replaced = 0;
        Set<ModuleType> types = EnumSet.noneOf(ModuleType.class);
        for (StoredModule module : modules) {
            for (StoredModule other : modules) {
                if (isAuthenticated(module, scheme)
                        && other.size() == module.size()
                        && condition.test(module, other)
                        && types.add(module.type())) {
                    checkDetected(module.replaced(bytes, bytes, other), module, "replaced by " + other);
                    replaced++;
                }
            }
        }
        return replaced;
    }

    /** A condition on a module and its replacement. */
    @FunctionalInterface
    private interface Replacement {
        boolean test(StoredModule module, StoredModule by);
    }

    @ParameterizedTest
    @EnumSource
    void detectsPagesAndHeadersOfOtherPages(EncryptionScheme scheme) throws IOException {
        int replaced = replaceModules(
                scheme,
                (module, by) -> module.type() == by.type()
                        && module.column() == by.column()
                        && module.rowGroup() == by.rowGroup()
                        && module.page() != by.page());
        assertThat(replaced).isEqualTo(scheme == EncryptionScheme.AES_GCM_V1 ? 2 : 1);
    }

    @ParameterizedTest
    @EnumSource
    void detectsModulesOfOtherRowGroups(EncryptionScheme scheme) throws IOException {
        int replaced = replaceModules(
                scheme,
                (module, by) -> module.type() == by.type()
                        && module.column() == by.column()
                        && module.page() == by.page()
                        && module.rowGroup() != by.rowGroup());
        assertThat(replaced).isEqualTo(scheme == EncryptionScheme.AES_GCM_V1 ? 8 : 6);
    }

    @ParameterizedTest
    @EnumSource
    void detectsModulesOfOtherColumns(EncryptionScheme scheme) throws IOException {
        int replaced = replaceModules(
                scheme,
                (module, by) -> module.type() == by.type()
                        && module.column() != by.column()
                        && module.page() == by.page()
                        && module.rowGroup() == by.rowGroup());
        assertThat(replaced).isGreaterThanOrEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource
    void detectsModulesOfOtherTypes(EncryptionScheme scheme) throws IOException {
        int replaced = replaceModules(scheme, (module, by) -> module.type() != by.type());
        assertThat(replaced).isGreaterThanOrEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void detectsModulesOfAnotherFileWithSameKey(EncryptionScheme scheme) throws IOException {
        byte[] bytes = write(scheme);
        byte[] other = write(scheme);
        List<StoredModule> modules = modules(bytes);
        assertThat(modules(other)).isEqualTo(modules);
        for (StoredModule module : oneOfEach(modules)) {
            if (isAuthenticated(module, scheme)) {
                checkDetected(module.replaced(bytes, other, module), module, "from another file");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void detectsColumnMetadataOfOtherRowGroupsInUnverifiedFooter(EncryptionScheme scheme) throws IOException {
        byte[] columnKey = "another key of c".getBytes(StandardCharsets.US_ASCII);
        byte[] bytes = EncryptionRows.write(WriteOptions.builder()
                .encryption(encryption(scheme)
                        .plaintextFooter(true)
                        .column("id", columnKey, null)
                        .build())
                .rowGroupRows(50)
                .build());
        int length = StoredModule.length(bytes, bytes.length - 8);
        int start = bytes.length - 8 - length;
        FileMetaData footer = FooterReader.read(bytes, start, length);
        byte[] first = footer.rowGroups().get(1).columns().get(0).encryptedColumnMetadata();
        byte[] second = footer.rowGroups().stream()
                .skip(2)
                .map(group -> group.columns().get(0).encryptedColumnMetadata())
                .filter(metadata -> metadata.length == first.length)
                .findFirst()
                .orElseThrow();
        byte[] changed = bytes.clone();
        System.arraycopy(second, 0, changed, indexOf(bytes, first, start), first.length);
        FileDecryptionProperties keys = FileDecryptionProperties.builder()
                .columnKey("id", columnKey)
                .unverifiedFooterAllowed(true)
                .build();
        for (byte[] file : List.of(bytes, changed)) {
            try (ParquetFile opened =
                    ParquetFile.open(new MemoryInputFile("attacked", file), ReadOptions.DEFAULT, keys)) {
                if (file == bytes) {
                    opened.scan().columns("id").open().close();
                } else {
                    assertThatThrownBy(() -> opened.scan().columns("id").open())
                            .isInstanceOf(TamperedFileException.class)
                            .hasMessageContaining("column id")
                            .hasMessageContaining("row group 1");
                }
            }
        }
    }

    private static int indexOf(byte[] bytes, byte[] part, int from) {
        for (int at = from; at <= bytes.length - part.length; at++) {
            if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        throw new AssertionError("the part is not in the file");
    }

    @ParameterizedTest
    @EnumSource(names = "AES_GCM_CTR_V1")
    void swappedAndChangedPagesAreUndetectedInCtr(EncryptionScheme scheme) throws IOException {
        byte[] bytes = write(scheme);
        byte[] other = write(scheme);
        List<Object> before = readEverything(bytes);
        List<StoredModule> modules = modules(bytes);
        for (ModuleType type : List.of(ModuleType.DATA_PAGE, ModuleType.DICTIONARY_PAGE)) {
            // Column id has distinct values in each page; column name has another dictionary order in each row group.
            int column = type == ModuleType.DATA_PAGE ? 0 : 1;
            StoredModule[] equalSized =
                    equalSized(modules, module -> module.type() == type && module.column() == column);
            assertThat(readEverything(equalSized[0].replaced(bytes, bytes, equalSized[1])))
                    .as("%s replaced by %s", equalSized[0], equalSized[1])
                    .isNotEqualTo(before);
            assertThat(readEverything(equalSized[0].replaced(bytes, other, equalSized[0])))
                    .isEqualTo(before);
            int undetected = 0;
            for (int at = equalSized[0].size() - 1; at > equalSized[0].size() - 20; at--) {
                try {
                    undetected +=
                            readEverything(equalSized[0].flipped(bytes, at)).equals(before) ? 0 : 1;
                } catch (CorruptFileException e) {
                    assertThat(e).as("invalid values without a detected change").isNotNull();
                }
            }
            assertThat(undetected).as("undetected changes of values").isPositive();
        }
    }

    /** Returns two modules of equal size. */
    private static StoredModule[] equalSized(List<StoredModule> modules, Predicate<StoredModule> condition) {
        List<StoredModule> some = modules.stream().filter(condition).toList();
        for (StoredModule one : some) {
            for (StoredModule other : some) {
                if (!one.equals(other) && one.size() == other.size()) {
                    return new StoredModule[] {one, other};
                }
            }
        }
        throw new AssertionError("no modules of equal size");
    }

    @ParameterizedTest
    @EnumSource
    void scanReturnsNothingAfterDetectedChange(EncryptionScheme scheme) throws IOException {
        byte[] bytes = write(scheme);
        StoredModule header = modules(bytes).stream()
                .filter(module -> module.type() == ModuleType.DATA_PAGE_HEADER
                        && module.rowGroup() == 0
                        && module.column() == 2
                        && module.page() == 2)
                .findFirst()
                .orElseThrow();
        try (ParquetFile file = open(header.flipped(bytes, ModuleLayout.LENGTH));
                BatchReader reader = file.scan().batchSize(64).open()) {
            long rows = 0;
            Throwable thrown = null;
            while (thrown == null) {
                try {
                    Batch batch = reader.next();
                    rows += batch.rowCount();
                } catch (TamperedFileException e) {
                    thrown = e;
                }
            }
            assertThat(rows).as("rows of authentic pages").isLessThanOrEqualTo(200);
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(reader::next)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("a previous call failed");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void noncesAreUnique(EncryptionScheme scheme) throws IOException {
        Schema schema = SchemaText.parse("message m { required int64 a; required int32 b; required double c; }");
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            rows.add(List.of((long) i, i % 100, i / 7.0));
        }
        Set<String> nonces = new HashSet<>();
        int expected = 0;
        for (boolean plaintextFooter : new boolean[] {false, true, true}) {
            WriteOptions options = WriteOptions.builder()
                    .encryption(
                            encryption(scheme).plaintextFooter(plaintextFooter).build())
                    .bloomFilter(BloomFilterOptions.ON)
                    .rowGroupRows(5_000)
                    .pageRows(10)
                    .build();
            byte[] bytes = TestRows.write(schema, rows, options, 10).bytes();
            List<StoredModule> modules = modules(bytes);
            modules.forEach(module -> nonces.add(HexFormat.of().formatHex(module.nonce(bytes))));
            assertThat(modules).hasSizeGreaterThan(6_000);
            expected += modules.size() + addFooterNonces(bytes, plaintextFooter, nonces);
            assertThat(nonces).hasSize(expected);
        }
    }

    /**
     * Adds the nonces of the footer or its signature and of column metadata in a plaintext footer. Returns their
     * number.
     */
    private static int addFooterNonces(byte[] bytes, boolean plaintextFooter, Set<String> nonces) throws IOException {
        int length = StoredModule.length(bytes, bytes.length - 8);
        int start = bytes.length - 8 - length;
        if (plaintextFooter) {
            nonces.add(HexFormat.of()
                    .formatHex(bytes, bytes.length - 8 - ModuleLayout.SIGNATURE, bytes.length - 8 - ModuleLayout.TAG));
            FileMetaData footer = FooterReader.read(bytes, start, length);
            int modules = 1;
            for (int group = 0; group < footer.rowGroups().size(); group++) {
                for (ColumnChunk chunk : footer.rowGroups().get(group).columns()) {
                    byte[] metadata = chunk.encryptedColumnMetadata();
                    nonces.add(HexFormat.of()
                            .formatHex(Arrays.copyOfRange(
                                    metadata, ModuleLayout.LENGTH, ModuleLayout.LENGTH + ModuleLayout.NONCE)));
                    modules++;
                }
            }
            return modules;
        }
        int footer = bytes.length;
        for (int at = start; at < bytes.length; at++) {
            // The module after FileCryptoMetaData that ends where the footer ends.
            if (at + ModuleLayout.LENGTH + StoredModule.length(bytes, at) == bytes.length - 8) {
                footer = at;
                break;
            }
        }
        nonces.add(HexFormat.of()
                .formatHex(bytes, footer + ModuleLayout.LENGTH, footer + ModuleLayout.LENGTH + ModuleLayout.NONCE));
        return 1;
    }
}
