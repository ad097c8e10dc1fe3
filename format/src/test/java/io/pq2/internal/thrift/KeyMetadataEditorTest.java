package io.pq2.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.metadata.EncryptionWithColumnKey;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class KeyMetadataEditorTest {

    private static byte[] longer(byte[] metadata) {
        byte[] longer = Arrays.copyOf(metadata, metadata.length + 20_000);
        Arrays.fill(longer, metadata.length, longer.length, (byte) '+');
        return longer;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns a footer of two row groups with one column each. Every struct on the path to a column key has an unknown
     * field.
     */
    private static byte[] footer() {
        CompactWriter out = new CompactWriter();
        int file = out.beginStruct();
        out.i32(1, 1);
        out.beginList(2, WireType.STRUCT, 2);
        int root = out.beginStruct();
        out.binary(4, bytes("root"));
        out.i32(5, 1);
        out.endStruct(root);
        int leaf = out.beginStruct();
        out.i32(1, 1);
        out.i32(3, 0);
        out.binary(4, bytes("column"));
        out.endStruct(leaf);
        out.i64(3, 7L);
        out.beginList(4, WireType.STRUCT, 2);
        for (int i = 0; i < 2; i++) {
            rowGroup(out, i);
        }
        out.binary(9, bytes("footer key"));
        out.binary(300, bytes("unknown field of the file"));
        out.endStruct(file);
        return out.toByteArray();
    }

    private static void rowGroup(CompactWriter out, int i) {
        int rowGroup = out.beginStruct();
        out.beginList(1, WireType.STRUCT, 1);
        int chunk = out.beginStruct();
        out.i64(2, 0L);
        int crypto = out.beginStruct(8);
        int key = out.beginStruct(2);
        out.beginList(1, WireType.BINARY, 1);
        out.elementString("column");
        out.binary(2, bytes("column key " + i));
        out.binary(77, bytes("unknown field of the key"));
        out.endStruct(key);
        out.endStruct(crypto);
        out.binary(9, bytes("encrypted metadata"));
        out.binary(99, bytes("unknown field of the chunk"));
        out.endStruct(chunk);
        out.i64(2, 12L);
        out.i64(3, 7L);
        out.binary(88, bytes("unknown field of the row group"));
        out.endStruct(rowGroup);
    }

    @Test
    void replacesOnlyKeyMetadata() {
        byte[] before = footer();
        byte[] after = KeyMetadataEditor.fileMetadata(before, 0, before.length, KeyMetadataEditorTest::longer);
        FileMetaData metadata = FooterReader.read(after, 0, after.length);
        assertThat(metadata.footerSigningKeyMetadata()).isEqualTo(longer(bytes("footer key")));
        List<byte[]> keys = new ArrayList<>();
        for (RowGroup rowGroup : metadata.rowGroups()) {
            keys.add(((EncryptionWithColumnKey) rowGroup.columns().get(0).cryptoMetadata()).keyMetadata());
        }
        assertThat(keys).containsExactly(longer(bytes("column key 0")), longer(bytes("column key 1")));
        UnaryOperator<byte[]> back = metadataNow -> Arrays.copyOf(metadataNow, metadataNow.length - 20_000);
        assertThat(KeyMetadataEditor.fileMetadata(after, 0, after.length, back)).isEqualTo(before);
    }

    @Test
    void replacesTheKeyMetadataOfAnEncryptedFooter() {
        CompactWriter out = new CompactWriter();
        int outer = out.beginStruct();
        int algorithm = out.beginStruct(1);
        int gcm = out.beginStruct(1);
        out.binary(2, bytes("12345678"));
        out.endStruct(gcm);
        out.endStruct(algorithm);
        out.binary(2, bytes("footer key"));
        out.binary(50, bytes("unknown"));
        out.endStruct(outer);
        byte[] before = out.toByteArray();
        byte[] after = KeyMetadataEditor.fileCryptoMetadata(before, 0, before.length, KeyMetadataEditorTest::longer);
        assertThat(CryptoMetaDataReader.read(new CompactReader(after, 0, after.length))
                        .keyMetadata())
                .isEqualTo(longer(bytes("footer key")));
        assertThat(after).hasSize(before.length + 20_000 + 2).endsWith(bytes("unknown\0"));
    }

    @Test
    void reportsTruncatedFooters() {
        byte[] footer = footer();
        for (int length = 0; length < footer.length; length++) {
            int limit = length;
            assertThatThrownBy(() -> KeyMetadataEditor.fileMetadata(footer, 0, limit, KeyMetadataEditorTest::longer))
                    .as("%d bytes", length)
                    .isInstanceOf(CorruptFileException.class);
        }
    }

    @Test
    void copiesOrReportsChangedFooters() {
        byte[] footer = footer();
        for (int i = 0; i < footer.length; i++) {
            for (int value = 0; value < 256; value++) {
                byte[] damaged = footer.clone();
                damaged[i] = (byte) value;
                try {
                    assertThat(KeyMetadataEditor.fileMetadata(damaged, 0, damaged.length, metadata -> metadata))
                            .isEqualTo(damaged);
                } catch (CorruptFileException e) {
                    assertThat(e.getMessage()).isNotEmpty();
                }
            }
        }
    }
}
