package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.AadPrefixException;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.EncryptionException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.exception.WrongKeyException;
import io.pq2.internal.thrift.FooterReader;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.PageLocation;
import io.pq2.read.EncryptionMode.Prefix;
import io.pq2.schema.Column;
import io.pq2.vector.Batch;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Attacks by someone who can write to a file but does not have its keys. All pages of the file have the same size and
 * PLAIN encoding, without checksums, so that a page fits in the place of any other.
 */
class EncryptionAttacksTest {

    private static EncryptionMode mode(EncryptionScheme scheme) {
        return EncryptionMode.of(scheme, false);
    }

    private static WriteOptions options(EncryptionMode mode) {
        return mode.writeOptions()
                .codec(CompressionCodec.UNCOMPRESSED)
                .encoding(Encoding.PLAIN)
                .dictionary(false)
                .checksums(false)
                .build();
    }

    private static byte[] write(EncryptionMode mode) {
        return EncryptionRows.write(options(mode));
    }

    private static ParquetFile open(byte[] bytes, FileDecryptionProperties keys) throws IOException {
        return ParquetFile.open(new MemoryInputFile("attacked", bytes), ReadOptions.DEFAULT, keys);
    }

    private static List<List<ColumnEntries.Entry>> read(byte[] bytes, EncryptionMode mode) throws IOException {
        try (ParquetFile file = open(bytes, mode.decryption().build())) {
            return EncryptionRows.columns(file);
        }
    }

    /** Returns the locations of the pages of an encrypted fixed-width column. */
    private static List<PageLocation> pages(byte[] bytes, EncryptionMode mode, int rowGroup) throws IOException {
        try (ParquetFile file = open(bytes, mode.decryption().build())) {
            return file.offsetIndex(rowGroup, lat(file)).pageLocations();
        }
    }

    private static Column lat(ParquetFile file) {
        return file.schema().column(List.of("place", "lat"));
    }

    private static int length(byte[] bytes, long at) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt((int) at);
    }

    private static void putLength(byte[] bytes, long at, int length) {
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt((int) at, length);
    }

    /** Returns the offset of a page's body, which follows the module of its header. */
    private static int body(byte[] bytes, PageLocation page) {
        return (int) page.offset() + Integer.BYTES + length(bytes, page.offset());
    }

    private static void swap(byte[] bytes, long first, long second, int length) {
        byte[] kept = Arrays.copyOfRange(bytes, (int) first, (int) first + length);
        System.arraycopy(bytes, (int) second, bytes, (int) first, length);
        System.arraycopy(kept, 0, bytes, (int) second, length);
    }

    /** Returns two pages of equal size. */
    private static PageLocation[] equalSized(List<PageLocation> first, List<PageLocation> second) {
        for (PageLocation one : first) {
            for (PageLocation other : second) {
                if (one.offset() != other.offset() && one.compressedPageSize() == other.compressedPageSize()) {
                    return new PageLocation[] {one, other};
                }
            }
        }
        throw new AssertionError("no pages of equal size");
    }

    @ParameterizedTest
    @EnumSource
    void detectsSwappedPages(EncryptionScheme scheme) throws IOException {
        byte[] bytes = write(mode(scheme));
        List<PageLocation> pages = pages(bytes, mode(scheme), 0);
        PageLocation[] equalSized = equalSized(pages, pages);
        swap(bytes, equalSized[0].offset(), equalSized[1].offset(), equalSized[0].compressedPageSize());
        assertThatThrownBy(() -> read(bytes, mode(scheme)))
                .isInstanceOf(TamperedFileException.class)
                .hasMessageContaining("attacked")
                .hasMessageContaining("column place.lat")
                .hasMessageContaining("data page header");
    }

    @ParameterizedTest
    @EnumSource
    void detectsSwappedPageBodiesOnlyInGcm(EncryptionScheme scheme) throws IOException {
        byte[] bytes = write(mode(scheme));
        List<List<Object>> before = latitudes(bytes, mode(scheme));
        List<PageLocation> pages = pages(bytes, mode(scheme), 0);
        PageLocation[] equalSized = equalSized(pages, pages);
        int header = body(bytes, equalSized[0]) - (int) equalSized[0].offset();
        swap(
                bytes,
                body(bytes, equalSized[0]),
                body(bytes, equalSized[1]),
                equalSized[0].compressedPageSize() - header);
        if (scheme == EncryptionScheme.AES_GCM_CTR_V1) {
            assertThat(latitudes(bytes, mode(scheme))).isNotEqualTo(before);
            // The levels of the two pages differ, so the other column of the group contradicts them.
            assertThatThrownBy(() -> read(bytes, mode(scheme)))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("levels");
        } else {
            assertThatThrownBy(() -> latitudes(bytes, mode(scheme)))
                    .isInstanceOf(TamperedFileException.class)
                    .hasMessageContaining("the data page was changed");
        }
    }

    private static List<List<Object>> latitudes(byte[] bytes, EncryptionMode mode) throws IOException {
        List<List<Object>> rows = new ArrayList<>();
        try (ParquetFile file = open(bytes, mode.decryption().build());
                BatchReader batches = file.scan().columns("place.lat").open()) {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                rows.addAll(VectorRows.rows(batch));
            }
        }
        return rows;
    }

    /** Checks that the damage is detected with GCM and changes values undetected with CTR. */
    private static void checkDetectedOnlyInGcm(
            EncryptionScheme scheme, byte[] bytes, List<List<ColumnEntries.Entry>> before) throws IOException {
        if (scheme == EncryptionScheme.AES_GCM_CTR_V1) {
            assertThat(read(bytes, mode(scheme))).isNotEqualTo(before);
        } else {
            assertThatThrownBy(() -> read(bytes, mode(scheme)))
                    .isInstanceOf(TamperedFileException.class)
                    .hasMessageContaining("the data page was changed");
        }
    }

    @ParameterizedTest
    @EnumSource
    void detectsFlippedBitOfPageOnlyInGcm(EncryptionScheme scheme) throws IOException {
        byte[] bytes = write(mode(scheme));
        List<List<ColumnEntries.Entry>> before = read(bytes, mode(scheme));
        PageLocation page = pages(bytes, mode(scheme), 0).get(1);
        int end = (int) page.offset() + page.compressedPageSize();
        // Before the position of the tag, which only GCM has.
        bytes[end - 20] ^= 1;
        checkDetectedOnlyInGcm(scheme, bytes, before);
    }

    @ParameterizedTest
    @EnumSource
    void detectsSwappedColumnChunks(EncryptionScheme scheme) throws IOException {
        byte[] bytes = write(mode(scheme));
        PageLocation[] equalSized = equalSized(pages(bytes, mode(scheme), 0), pages(bytes, mode(scheme), 1));
        swap(bytes, equalSized[0].offset(), equalSized[1].offset(), equalSized[0].compressedPageSize());
        assertThatThrownBy(() -> read(bytes, mode(scheme)))
                .isInstanceOf(TamperedFileException.class)
                .hasMessageContaining("row group 0");
    }

    @ParameterizedTest
    @EnumSource
    void detectsPagesOfAnotherFileWithSameKeys(EncryptionScheme scheme) throws IOException {
        byte[] bytes = write(mode(scheme));
        byte[] other = write(mode(scheme));
        PageLocation page = pages(bytes, mode(scheme), 0).get(0);
        assertThat(pages(other, mode(scheme), 0).get(0)).isEqualTo(page);
        System.arraycopy(other, (int) page.offset(), bytes, (int) page.offset(), page.compressedPageSize());
        assertThatThrownBy(() -> read(bytes, mode(scheme))).isInstanceOf(TamperedFileException.class);
    }

    @ParameterizedTest
    @EnumSource
    void detectsFooterOfAnotherFileWithSameKeys(EncryptionScheme scheme) throws IOException {
        for (boolean plaintextFooter : new boolean[] {false, true}) {
            EncryptionMode mode = EncryptionMode.of(scheme, plaintextFooter);
            byte[] old = write(mode);
            byte[] bytes = write(mode);
            assertThat(bytes).hasSameSizeAs(old);
            int footer = bytes.length - 8 - length(bytes, bytes.length - 8L);
            System.arraycopy(old, footer, bytes, footer, bytes.length - footer);
            open(bytes, mode.decryption().build()).close();
            assertThatThrownBy(() -> read(bytes, mode)).isInstanceOf(TamperedFileException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void detectsReplacedFileByAadPrefix(EncryptionScheme scheme) throws IOException {
        for (Prefix prefix : new Prefix[] {Prefix.STORED, Prefix.SUPPLIED}) {
            EncryptionMode mode = mode(scheme).withPrefix(prefix);
            byte[] bytes = write(mode);
            FileDecryptionProperties otherPrefix =
                    mode.decryption().aadPrefix("rows of another day").build();
            assertThatThrownBy(() -> open(bytes, otherPrefix)).isInstanceOf(AadPrefixException.class);
        }
        byte[] without = write(mode(scheme));
        FileDecryptionProperties otherPrefix =
                mode(scheme).decryption().aadPrefix("rows of another day").build();
        assertThatThrownBy(() -> open(without, otherPrefix)).isInstanceOf(AadPrefixException.class);
        EncryptionMode supplied = mode(scheme).withPrefix(Prefix.SUPPLIED);
        byte[] bytes = write(supplied);
        assertThatThrownBy(() -> open(bytes, mode(scheme).decryption().build()))
                .isInstanceOf(AadPrefixException.class)
                .hasMessageContaining("does not store");
    }

    @ParameterizedTest
    @EnumSource
    void detectsWrongModuleLengthsAndTruncation(EncryptionScheme scheme) throws IOException {
        byte[] bytes = write(mode(scheme));
        PageLocation page = pages(bytes, mode(scheme), 0).get(0);
        for (long at : new long[] {page.offset(), body(bytes, page)}) {
            for (int length : new int[] {-1, 0, 11, 27, length(bytes, at) - 1, length(bytes, at) + 1, 1 << 30}) {
                byte[] changed = bytes.clone();
                putLength(changed, at, length);
                assertThatThrownBy(() -> read(changed, mode(scheme)))
                        .as("length %d at %d", length, at)
                        .isInstanceOf(TamperedFileException.class);
            }
        }
        for (int cut : new int[] {1, 8, 9, 100, 1_000}) {
            byte[] shorter = Arrays.copyOf(bytes, bytes.length - cut);
            assertThatThrownBy(() -> read(shorter, mode(scheme))).isInstanceOf(CorruptFileException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void distinguishesWrongFromMissingKeys(EncryptionScheme scheme) throws IOException {
        byte[] bytes = write(mode(scheme));
        byte[] wrong = EncryptionMode.key("another", 16);
        assertThatThrownBy(() -> open(bytes, null)).isInstanceOf(KeyDeniedException.class);
        FileDecryptionProperties none = FileDecryptionProperties.builder()
                .keyRetriever(metadata -> null)
                .build();
        assertThatThrownBy(() -> open(bytes, none))
                .isInstanceOf(KeyDeniedException.class)
                .hasMessageContaining("not found");
        FileDecryptionProperties wrongFooter =
                mode(scheme).decryption().footerKey(wrong).build();
        assertThatThrownBy(() -> open(bytes, wrongFooter))
                .isInstanceOf(WrongKeyException.class)
                .hasMessageContaining("\"kf\"");
        FileDecryptionProperties wrongColumn =
                mode(scheme).decryption().columnKey("place", wrong).build();
        try (ParquetFile file = open(bytes, wrongColumn)) {
            assertThatThrownBy(() -> file.scan().open())
                    .isInstanceOf(WrongKeyException.class)
                    .hasMessageContaining("place.lat")
                    .hasMessageContaining("\"kp\"");
        }
    }

    @ParameterizedTest
    @CsvSource({"AES_GCM_V1,false", "AES_GCM_V1,true", "AES_GCM_CTR_V1,false", "AES_GCM_CTR_V1,true"})
    void detectsOrIgnoresEachFlippedBit(EncryptionScheme scheme, boolean plaintextFooter) throws IOException {
        EncryptionMode mode = EncryptionMode.of(scheme, plaintextFooter);
        // All columns are encrypted and pages have checksums, so that changed pages are detected with CTR, too.
        byte[] bytes = EncryptionRows.write(mode.writeOptions()
                .encryption(new EncryptionMode(
                                scheme,
                                plaintextFooter,
                                16,
                                EncryptionMode.Keys.COMPLETE,
                                Prefix.NONE,
                                io.pq2.write.DataPageVersion.V1,
                                true,
                                true,
                                true)
                        .encryption())
                .build());
        List<Object> before = readEverything(bytes, mode);
        Random random = new Random(6);
        for (int i = 0; i < 250; i++) {
            // Most bytes outside of pages are in the footer.
            int at = i % 3 == 0 ? bytes.length - 1 - random.nextInt(3_000) : 4 + random.nextInt(bytes.length - 4);
            byte[] changed = bytes.clone();
            changed[at] ^= (byte) (1 << random.nextInt(8));
            List<Object> after = null;
            try {
                after = readEverything(changed, mode);
            } catch (UnsupportedFeatureException e) {
                // The bit is in the field id of the union of algorithms.
                assertThat(e).hasMessageContaining("the encryption algorithm");
            } catch (ParquetException e) {
                assertThat(e).isInstanceOfAny(EncryptionException.class, CorruptFileException.class);
            }
            assertThat(after).as("bit flipped at %d of %d", at, bytes.length).isIn(null, before);
        }
    }

    private static List<Object> readEverything(byte[] bytes, EncryptionMode mode) throws IOException {
        try (ParquetFile file = open(bytes, mode.decryption().build())) {
            List<Object> all = new java.util.ArrayList<>(EncryptionRows.columns(file));
            for (int group = 0; group < file.metadata().rowGroups().size(); group++) {
                for (Column column : file.schema().columns()) {
                    all.add(file.offsetIndex(group, column));
                    all.add(file.columnIndex(group, column).nullPages());
                    all.add(file.bloomFilter(group, column) == null);
                }
            }
            return all;
        }
    }

    @ParameterizedTest
    @EnumSource
    void detectsChangedFooterAndRemovedSignature(EncryptionScheme scheme) throws IOException {
        EncryptionMode mode = EncryptionMode.of(scheme, true);
        byte[] bytes = write(mode);
        int length = length(bytes, bytes.length - 8L);
        int start = bytes.length - 8 - length;
        FileMetaData footer = FooterReader.read(bytes, start, length);
        assertThat(footer.encryptionAlgorithm()).isNotNull();

        byte[] changed = bytes.clone();
        changed[start + 1] ^= 4; // the version field, which readers ignore
        assertThatThrownBy(() -> read(changed, mode))
                .isInstanceOf(TamperedFileException.class)
                .hasMessageContaining("the footer was changed");
        try (ParquetFile file = open(changed, null)) {
            assertThat(file.metadata().numRows()).isEqualTo(EncryptionRows.ROWS);
        }

        FileMetaData unsigned = new FileMetaData(
                footer.version(),
                footer.schema(),
                footer.numRows(),
                footer.rowGroups(),
                footer.keyValueMetadata(),
                footer.createdBy(),
                footer.columnOrders(),
                null,
                null);
        byte[] plain = FooterWriter.write(unsigned);
        ByteBuffer file = ByteBuffer.allocate(start + plain.length + 8).order(ByteOrder.LITTLE_ENDIAN);
        file.put(bytes, 0, start).put(plain).putInt(plain.length).put(bytes, 0, 4);
        assertThatThrownBy(() -> read(file.array(), mode))
                .isInstanceOf(TamperedFileException.class)
                .hasMessageContaining("not encrypted");
        FileDecryptionProperties plaintextAllowed =
                mode.decryption().plaintextFilesAllowed(true).build();
        try (ParquetFile opened = open(file.array(), plaintextAllowed)) {
            assertThatThrownBy(() -> opened.scan().open()).isInstanceOf(CorruptFileException.class);
        }
    }

    @Test
    void rejectsFooterWithUnverifiableSignature() throws IOException {
        EncryptionMode mode = EncryptionMode.of(EncryptionScheme.AES_GCM_V1, true);
        byte[] bytes = write(mode);
        FileDecryptionProperties.Builder columnOnly =
                FileDecryptionProperties.builder().columnKey("name", EncryptionMode.key("kn", 16));
        assertThatThrownBy(() -> open(bytes, columnOnly.build()))
                .isInstanceOf(KeyDeniedException.class)
                .hasMessageContaining("signature");
        try (ParquetFile file =
                open(bytes, columnOnly.unverifiedFooterAllowed(true).build())) {
            file.scan().columns("id", "name").open().close();
            assertThatThrownBy(() -> file.scan().columns("score").plan()).isInstanceOf(KeyDeniedException.class);
        }
    }

    @Test
    void messagesContainNoKeys() throws IOException {
        EncryptionMode mode = mode(EncryptionScheme.AES_GCM_V1);
        byte[] bytes = write(mode);
        String secret = "0123456789abcdef";
        FileDecryptionProperties keys = FileDecryptionProperties.builder()
                .footerKey(secret.getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                .build();
        assertThatThrownBy(() -> open(bytes, keys))
                .isInstanceOf(WrongKeyException.class)
                .satisfies(e -> assertThat(e.toString()).doesNotContain(secret));
    }
}
