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
 * Every kind of module of a file is changed, cut, moved and exchanged by somebody who may write to the file. One key encrypts everything, so that
 * nothing but its AAD ties a module to its place.
 */
class ModuleAttacksTest {

    private static final byte[] KEY = "a key of 16 byte".getBytes(StandardCharsets.US_ASCII);
    private static final Set<ModuleType> OUTSIDE_OF_THE_FOOTER =
            EnumSet.complementOf(EnumSet.of(ModuleType.FOOTER, ModuleType.COLUMN_META_DATA));

    private static FileEncryptionProperties.Builder encryption(EncryptionScheme scheme) {
        return FileEncryptionProperties.builder(KEY).scheme(scheme);
    }

    private static FileDecryptionProperties keys() {
        return FileDecryptionProperties.builder().footerKey(KEY).build();
    }

    /** Without codec and checksums, so that what is exchanged fits as well as it can. */
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

    /** All values, and what stands beside them. */
    private static List<Object> everything(byte[] bytes) throws IOException {
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

    private static void checkNoticed(byte[] changed, StoredModule module, String how) {
        assertThatThrownBy(() -> everything(changed))
                .as("%s: %s", how, module)
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
        assertThat(modules).extracting(StoredModule::type).containsAll(OUTSIDE_OF_THE_FOOTER);
        return modules;
    }

    /** A module of each type. */
    private static List<StoredModule> oneOfEach(List<StoredModule> modules) {
        return OUTSIDE_OF_THE_FOOTER.stream()
                .map(type -> modules.stream()
                        .filter(module -> module.type() == type && module.rowGroup() == 1)
                        .findFirst()
                        .orElseThrow())
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void aFlippedBitInAnyPartOfAnyModuleIsNoticed(EncryptionScheme scheme) throws IOException {
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
                checkNoticed(module.flipped(bytes, at), module, "a bit of byte " + at);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void modulesThatAreCutOffOrTooLongAreNoticed(EncryptionScheme scheme) throws IOException {
        byte[] bytes = write(scheme);
        for (StoredModule module : oneOfEach(modules(bytes))) {
            int length = module.size() - ModuleLayout.LENGTH;
            for (int other : new int[] {-1, Integer.MIN_VALUE, 0, 11, 27, length - 1, length + 1, 1 << 30}) {
                checkNoticed(module.withLength(bytes, other), module, "a length of " + other);
            }
        }
    }

    /** Puts a module in the place of another one wherever it has the same length and something is so. */
    private static int exchange(EncryptionScheme scheme, Exchange wanted) throws IOException {
        byte[] bytes = write(scheme);
        List<StoredModule> modules = modules(bytes);
        int exchanged = 0;
        Set<ModuleType> types = EnumSet.noneOf(ModuleType.class);
        for (StoredModule module : modules) {
            for (StoredModule other : modules) {
                if (isAuthenticated(module, scheme)
                        && other.size() == module.size()
                        && wanted.is(module, other)
                        && types.add(module.type())) {
                    checkNoticed(module.replaced(bytes, bytes, other), module, "replaced by " + other);
                    exchanged++;
                }
            }
        }
        return exchanged;
    }

    /** What is exchanged. */
    @FunctionalInterface
    private interface Exchange {
        boolean is(StoredModule module, StoredModule by);
    }

    @ParameterizedTest
    @EnumSource
    void pagesAndHeadersOfOtherPagesAreNoticed(EncryptionScheme scheme) throws IOException {
        int exchanged = exchange(
                scheme,
                (module, by) -> module.type() == by.type()
                        && module.column() == by.column()
                        && module.rowGroup() == by.rowGroup()
                        && module.page() != by.page());
        assertThat(exchanged).isEqualTo(scheme == EncryptionScheme.AES_GCM_V1 ? 2 : 1);
    }

    @ParameterizedTest
    @EnumSource
    void modulesOfOtherRowGroupsAreNoticed(EncryptionScheme scheme) throws IOException {
        int exchanged = exchange(
                scheme,
                (module, by) -> module.type() == by.type()
                        && module.column() == by.column()
                        && module.page() == by.page()
                        && module.rowGroup() != by.rowGroup());
        assertThat(exchanged).isEqualTo(scheme == EncryptionScheme.AES_GCM_V1 ? 8 : 6);
    }

    @ParameterizedTest
    @EnumSource
    void modulesOfOtherColumnsAreNoticed(EncryptionScheme scheme) throws IOException {
        int exchanged = exchange(
                scheme,
                (module, by) -> module.type() == by.type()
                        && module.column() != by.column()
                        && module.page() == by.page()
                        && module.rowGroup() == by.rowGroup());
        assertThat(exchanged).isGreaterThanOrEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource
    void modulesOfOtherTypesAreNoticed(EncryptionScheme scheme) throws IOException {
        int exchanged = exchange(scheme, (module, by) -> module.type() != by.type());
        assertThat(exchanged).isGreaterThanOrEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void modulesOfAnotherFileWithTheSameKeyAreNoticed(EncryptionScheme scheme) throws IOException {
        byte[] bytes = write(scheme);
        byte[] other = write(scheme);
        List<StoredModule> modules = modules(bytes);
        assertThat(modules(other)).isEqualTo(modules);
        for (StoredModule module : oneOfEach(modules)) {
            if (isAuthenticated(module, scheme)) {
                checkNoticed(module.replaced(bytes, other, module), module, "of another file");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void metadataOfColumnsOfOtherRowGroupsAreNoticedEvenInAFooterThatNobodyVerifies(EncryptionScheme scheme)
            throws IOException {
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
        throw new AssertionError("it is not there");
    }

    @ParameterizedTest
    @EnumSource(names = "AES_GCM_CTR_V1")
    void inCtrNobodyNoticesThatPagesAreExchangedOrChanged(EncryptionScheme scheme) throws IOException {
        byte[] bytes = write(scheme);
        byte[] other = write(scheme);
        List<Object> before = everything(bytes);
        List<StoredModule> modules = modules(bytes);
        for (ModuleType type : List.of(ModuleType.DATA_PAGE, ModuleType.DICTIONARY_PAGE)) {
            // the identifiers, whose values are all different, and the names, whose order differs
            int column = type == ModuleType.DATA_PAGE ? 0 : 1;
            StoredModule[] twins = twins(modules, module -> module.type() == type && module.column() == column);
            assertThat(everything(twins[0].replaced(bytes, bytes, twins[1])))
                    .as("%s replaced by %s", twins[0], twins[1])
                    .isNotEqualTo(before);
            assertThat(everything(twins[0].replaced(bytes, other, twins[0]))).isEqualTo(before);
            int passed = 0;
            for (int at = twins[0].size() - 1; at > twins[0].size() - 20; at--) {
                try {
                    passed += everything(twins[0].flipped(bytes, at)).equals(before) ? 0 : 1;
                } catch (CorruptFileException e) {
                    assertThat(e)
                            .as("the values make no sense, but nothing tells why")
                            .isNotNull();
                }
            }
            assertThat(passed).as("values that were changed").isPositive();
        }
    }

    /** Two modules of the same size. */
    private static StoredModule[] twins(List<StoredModule> modules, Predicate<StoredModule> wanted) {
        List<StoredModule> some = modules.stream().filter(wanted).toList();
        for (StoredModule one : some) {
            for (StoredModule other : some) {
                if (!one.equals(other) && one.size() == other.size()) {
                    return new StoredModule[] {one, other};
                }
            }
        }
        throw new AssertionError("no modules of the same size");
    }

    @ParameterizedTest
    @EnumSource
    void nothingComesOutOfAScanOnceAModuleDoesNotFit(EncryptionScheme scheme) throws IOException {
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
            assertThat(rows).as("rows of pages that are authentic").isLessThanOrEqualTo(200);
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(reader::next)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("a previous call failed");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void noNonceComesTwiceInFilesOfManyPages(EncryptionScheme scheme) throws IOException {
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
            expected += modules.size() + addOfFooter(bytes, plaintextFooter, nonces);
            assertThat(nonces).hasSize(expected);
        }
    }

    /** Adds the nonces of footer or signature, and of column metadata in a plaintext footer; returns how many there are. */
    private static int addOfFooter(byte[] bytes, boolean plaintextFooter, Set<String> nonces) throws IOException {
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
            // behind the file's crypto metadata: the module that ends with the footer
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
