package io.pq2.read;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.CryptoMetaDataReader;
import io.pq2.internal.thrift.CryptoMetaDataWriter;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.metadata.AesGcmCtrV1;
import io.pq2.metadata.AesGcmV1;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.EncryptionAlgorithm;
import io.pq2.metadata.FileCryptoMetaData;
import io.pq2.metadata.FileMetaData;
import io.pq2.write.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The footer of an attacker's own, unencrypted rows. The attacker has its bytes stored as the values of an encrypted
 * column. The encrypted page then poses as the encrypted footer of a file with the attacker's rows, because the AAD of
 * a footer can be chosen to equal that of the page: both consist of parts without marks between them.
 *
 * @param rows the rows that the attacker wants readers to take for authentic
 * @param data the file of the attacker's rows up to its footer
 * @param footer the footer; its length is a multiple of eight bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ForgedFooter(List<List<Object>> rows, byte[] data, byte[] footer) {

    private static final byte[] MAGIC = "PARE".getBytes(StandardCharsets.US_ASCII);

    /** How often the table has each value, so that a dictionary pays off. */
    private static final int REPETITIONS = 20;

    /** Returns the footer of a few rows, whose words of eight bytes are distinct as the entries of a dictionary are. */
    static ForgedFooter ofOwnData() {
        List<List<Object>> rows = new ArrayList<>(List.of(List.of(666L, 1L, 2L)));
        ForgedFooter forged = of(rows);
        while (forged.words().stream().distinct().count() < forged.words().size()) {
            rows.add(List.of(666L + rows.size(), 1L, 2L));
            forged = of(rows);
        }
        return forged;
    }

    private static ForgedFooter of(List<List<Object>> rows) {
        byte[] file = AttackedFile.write(
                rows,
                WriteOptions.builder()
                        .codec(CompressionCodec.UNCOMPRESSED)
                        .pageIndexes(false)
                        .build());
        byte[] data = Arrays.copyOf(file, AttackedFile.footerStart(file));
        System.arraycopy(MAGIC, 0, data, 0, MAGIC.length);
        FileMetaData metadata = AttackedFile.plaintextFooter(file);
        StringBuilder createdBy = new StringBuilder(Objects.requireNonNull(metadata.createdBy()));
        while (true) {
            byte[] footer = FooterWriter.write(new FileMetaData(
                    metadata.version(),
                    metadata.schema(),
                    metadata.numRows(),
                    metadata.rowGroups(),
                    metadata.keyValueMetadata(),
                    createdBy.toString(),
                    metadata.columnOrders(),
                    null,
                    null));
            if (footer.length % Long.BYTES == 0) {
                return new ForgedFooter(List.copyOf(rows), data, footer);
            }
            createdBy.append(' ');
        }
    }

    private List<Long> words() {
        List<Long> words = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(footer).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            words.add(bytes.getLong());
        }
        return words;
    }

    /** Returns an encrypted table in which the attacker had the bytes of the footer stored as the first column. */
    byte[] table(FileEncryptionProperties encryption, ModuleType page) {
        boolean dictionary = page == ModuleType.DICTIONARY_PAGE;
        List<List<Object>> table = new ArrayList<>();
        for (int i = 0; i < (dictionary ? REPETITIONS : 1); i++) {
            words().forEach(word -> table.add(List.of(word, 5L, 6L)));
        }
        WriteOptions.Builder options = WriteOptions.builder()
                .codec(CompressionCodec.UNCOMPRESSED)
                .dictionary(dictionary)
                .encryption(encryption);
        return AttackedFile.write(
                table,
                dictionary ? options.build() : options.encoding(Encoding.PLAIN).build());
    }

    /** Returns the first page of the first column. An attacker finds it without keys, after the first page header. */
    static StoredModule page(byte[] table, FileDecryptionProperties keys, ModuleType type) throws IOException {
        return StoredModule.of(table, keys).stream()
                .filter(module -> module.type() == type && module.column() == 0)
                .findFirst()
                .orElseThrow();
    }

    private static EncryptionAlgorithm algorithm(byte[] table) {
        return CryptoMetaDataReader.read(new CompactReader(table, AttackedFile.footerStart(table), table.length - 8))
                .encryptionAlgorithm();
    }

    private static byte[] prefix(EncryptionAlgorithm algorithm) {
        byte[] prefix = algorithm instanceof AesGcmV1 gcm ? gcm.aadPrefix() : ((AesGcmCtrV1) algorithm).aadPrefix();
        return prefix == null ? new byte[0] : prefix;
    }

    /** Returns the AAD of a page without its last byte, which is 0 as in the AAD of a footer. */
    private static byte[] fileAad(byte[] table, StoredModule page) {
        EncryptionAlgorithm algorithm = algorithm(table);
        byte[] unique =
                algorithm instanceof AesGcmV1 gcm ? gcm.aadFileUnique() : ((AesGcmCtrV1) algorithm).aadFileUnique();
        ByteArrayOutputStream aad = new ByteArrayOutputStream();
        aad.writeBytes(prefix(algorithm));
        aad.writeBytes(unique);
        aad.write(page.type().ordinal());
        // The ordinals of row group, column and data page are 0.
        aad.writeBytes(new byte[page.type() == ModuleType.DATA_PAGE ? 5 : 3]);
        return aad.toByteArray();
    }

    /**
     * Returns the lengths of AAD prefixes to make up: that of the table's own prefix, the one that leaves 8 bytes for
     * {@code aad_file_unique}, and the whole AAD.
     */
    List<Integer> prefixLengths(byte[] table, StoredModule page) {
        int length = fileAad(table, page).length;
        return List.of(prefix(algorithm(table)).length, length - 8, length);
    }

    /**
     * Returns a file with the attacker's rows and the page of the table as its footer.
     *
     * @param prefixLength the number of bytes of the file's AAD that are stored as its prefix; 0 for no prefix
     * @param keyMetadata the key metadata of the page's key; null if it has none
     */
    byte[] file(byte[] table, StoredModule page, int prefixLength, byte[] keyMetadata) {
        byte[] aad = fileAad(table, page);
        byte[] prefix = prefixLength == 0 ? null : Arrays.copyOf(aad, prefixLength);
        byte[] unique = Arrays.copyOfRange(aad, prefixLength, aad.length);
        CompactWriter out = new CompactWriter();
        CryptoMetaDataWriter.write(
                new FileCryptoMetaData(
                        algorithm(table) instanceof AesGcmV1
                                ? new AesGcmV1(prefix, unique, null)
                                : new AesGcmCtrV1(prefix, unique, null),
                        keyMetadata),
                out);
        byte[] crypto = out.toByteArray();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(data);
        file.writeBytes(crypto);
        file.write(table, page.offset(), page.size());
        file.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(crypto.length + page.size())
                .array());
        file.writeBytes(MAGIC);
        return file.toByteArray();
    }
}
