package io.pq2.internal.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.TamperedFileException;
import io.pq2.internal.compression.Codecs;
import io.pq2.internal.encryption.ChunkDecryptor;
import io.pq2.internal.encryption.ChunkDecryptors;
import io.pq2.internal.encryption.ChunkEncryptor;
import io.pq2.internal.encryption.FileAad;
import io.pq2.internal.encryption.FileDecryptor;
import io.pq2.internal.encryption.FileEncryptor;
import io.pq2.internal.encryption.ModuleLayout;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.PageHeaderReader;
import io.pq2.internal.thrift.PageHeaderWriter;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.PageHeader;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.SchemaText;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Encrypted data pages of version 2 with encrypted or plaintext levels, and ordinals above the maximum of an AAD. */
class EncryptedPagesTest {

    private static final byte[] KEY = "0123456789012345".getBytes(StandardCharsets.US_ASCII);
    private static final Column COLUMN =
            SchemaText.parse("message m { optional int64 x; }").columns().get(0);
    private static final byte[] LEVELS = {6, 1};
    private static final byte[] VALUES = new byte[24];

    static {
        Arrays.fill(VALUES, (byte) 7);
    }

    private static FileEncryptor encryptor(EncryptionScheme scheme) {
        return new FileEncryptor(
                FileEncryptionProperties.builder(KEY).scheme(scheme).build());
    }

    private static ChunkDecryptor decryptor(FileEncryptor encryptor) {
        FileDecryptionProperties keys =
                FileDecryptionProperties.builder().footerKey(KEY).build();
        FileDecryptor decryptor = FileDecryptor.of("a file", encryptor.algorithm(), null, true, keys);
        return new ChunkDecryptors().of(decryptor, 0, COLUMN, encryptor.crypto(COLUMN));
    }

    /** Returns a page as in a file, with the first {@code clear} bytes of its body in plaintext. */
    private static byte[] page(ChunkEncryptor encryptor, CompressionCodec codec, int clear) {
        EncodedPage plain;
        try (PageWriter pageWriter = new PageWriter(codec, null, false)) {
            plain = pageWriter.dataPageV2(new DataPageContent(
                    3, 3, 0, null, 0, LEVELS, LEVELS.length, Encoding.PLAIN, VALUES, VALUES.length));
        }
        CompactReader in = new CompactReader(plain.bytes(), 0, plain.size());
        PageHeader header = PageHeaderReader.read(in);
        int body = in.position();
        int size = header.compressedPageSize() - clear;
        byte[] stored = Arrays.copyOfRange(plain.bytes(), body, body + clear + encryptor.pageLength(size));
        encryptor.page(ModuleType.DATA_PAGE, 0, plain.bytes(), body + clear, size, stored, clear);
        CompactWriter out = new CompactWriter();
        PageHeaderWriter.write(
                PageHeader.of(header.dataPageHeaderV2(), header.uncompressedPageSize(), stored.length, null), out);
        byte[] module = encryptor.module(ModuleType.DATA_PAGE_HEADER, 0, out.buffer(), 0, out.size());
        byte[] page = Arrays.copyOf(module, module.length + stored.length);
        System.arraycopy(stored, 0, page, module.length, stored.length);
        return page;
    }

    private static DataPage read(byte[] page, CompressionCodec codec, ChunkDecryptor decryptor) {
        ColumnMetaData metadata = ColumnMetaDataBuilder.of(PhysicalType.INT64, COLUMN.path())
                .codec(codec)
                .values(3)
                .bytes(page.length)
                .build();
        ColumnChunkBytes chunk = new ColumnChunkBytes(
                        COLUMN,
                        metadata,
                        WriterVersion.parse(null),
                        null,
                        0,
                        4,
                        page,
                        0,
                        page.length,
                        false,
                        null,
                        null)
                .encrypted(0, decryptor);
        return new PageReader(chunk, Codecs.decompressor(codec), new PageBuffer(DecodeBudget.ofHeap(1 << 20)), true)
                .next();
    }

    @ParameterizedTest
    @CsvSource({"AES_GCM_V1,UNCOMPRESSED", "AES_GCM_V1,SNAPPY", "AES_GCM_CTR_V1,UNCOMPRESSED", "AES_GCM_CTR_V1,SNAPPY"})
    void readsPagesOfVersion2WithEncryptedAndWithPlaintextLevels(EncryptionScheme scheme, CompressionCodec codec) {
        FileEncryptor encryptor = encryptor(scheme);
        for (int clear : new int[] {0, LEVELS.length}) {
            byte[] bytes = page(encryptor.column(COLUMN), codec, clear);
            DataPage page = read(bytes, codec, decryptor(encryptor));
            assertThat(Arrays.copyOfRange(
                            page.levels(),
                            page.definition().start(),
                            page.definition().end()))
                    .isEqualTo(LEVELS);
            assertThat(Arrays.copyOfRange(page.values(), page.valuesStart(), page.valuesEnd()))
                    .isEqualTo(VALUES);
            byte[] changed = bytes.clone();
            changed[20] ^= 1;
            assertThatThrownBy(() -> read(changed, codec, decryptor(encryptor)))
                    .isInstanceOf(TamperedFileException.class)
                    .hasMessageContaining("data page header");
        }
    }

    /** docs/encryption.md, "What encryption does not protect". */
    @Test
    void plaintextLevelsCanBeChangedButNotEncryptedOnes() {
        FileEncryptor encryptor = encryptor(EncryptionScheme.AES_GCM_V1);
        for (int clear : new int[] {0, LEVELS.length}) {
            byte[] bytes = page(encryptor.column(COLUMN), CompressionCodec.UNCOMPRESSED, clear);
            int body = ModuleLayout.LENGTH
                    + ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
            int value = body + 1 + (clear == 0 ? ModuleLayout.LENGTH + ModuleLayout.NONCE : 0);
            bytes[value] ^= 1;
            if (clear == 0) {
                assertThatThrownBy(() -> read(bytes, CompressionCodec.UNCOMPRESSED, decryptor(encryptor)))
                        .isInstanceOf(TamperedFileException.class);
            } else {
                DataPage page = read(bytes, CompressionCodec.UNCOMPRESSED, decryptor(encryptor));
                assertThat(page.levels()[page.definition().start() + 1]).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void rejectsModulesOfAnotherType(EncryptionScheme scheme) {
        FileEncryptor file = encryptor(scheme);
        for (ModuleType type : ModuleType.values()) {
            if (type == ModuleType.FOOTER) {
                continue;
            }
            byte[] module = file.column(COLUMN).module(type, 0, VALUES, 0, VALUES.length);
            for (ModuleType other : ModuleType.values()) {
                if (other == type) {
                    assertThat(decryptor(file).open(type, module, 0, module.length, 0, 4))
                            .isEqualTo(VALUES);
                } else if (other != ModuleType.FOOTER) {
                    assertThatThrownBy(() -> decryptor(file).open(other, module, 0, module.length, 0, 4))
                            .as("%s as %s", type, other)
                            .isInstanceOf(TamperedFileException.class)
                            .hasMessageContaining("the " + other);
                }
            }
        }
    }

    @Test
    void refusesOrdinalsAboveTheMaximum() {
        ChunkEncryptor encryptor = encryptor(EncryptionScheme.AES_GCM_V1).column(COLUMN);
        byte[] out = new byte[encryptor.pageLength(VALUES.length)];
        encryptor.page(ModuleType.DATA_PAGE, FileAad.MAX_ORDINAL, VALUES, 0, VALUES.length, out, 0);
        assertThatThrownBy(() ->
                        encryptor.page(ModuleType.DATA_PAGE, FileAad.MAX_ORDINAL + 1, VALUES, 0, VALUES.length, out, 0))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("column x")
                .hasMessageContaining("larger pages");
        encryptor.rowGroup(FileAad.MAX_ORDINAL + 1);
        assertThatThrownBy(() -> encryptor.page(ModuleType.DATA_PAGE, 0, VALUES, 0, VALUES.length, out, 0))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("row groups");
    }
}
