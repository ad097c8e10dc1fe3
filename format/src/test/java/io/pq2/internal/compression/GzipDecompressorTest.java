package io.pq2.internal.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class GzipDecompressorTest {

    private static final byte[] TEXT = "columns, columns, columns".getBytes(StandardCharsets.UTF_8);

    @Test
    void concatenatesMembers() throws IOException {
        byte[] member = member();
        byte[] three = concat(member, emptyMember(), member);
        assertThat(decompress(three, 2 * TEXT.length)).isEqualTo(concat(TEXT, TEXT));
        assertThat(decompress(concat(emptyMember(), emptyMember()), 0)).isEmpty();
    }

    @Test
    void ignoresZerosAfterTheLastMember() throws IOException {
        for (int zeros : new int[] {1, 7, 8, 20, 512}) {
            assertThat(decompress(concat(member(), member(), new byte[zeros]), 2 * TEXT.length))
                    .isEqualTo(concat(TEXT, TEXT));
            assertThatThrownBy(() -> decompress(concat(member(), new byte[zeros]), 2 * TEXT.length))
                    .isInstanceOf(CorruptFileException.class);
        }
    }

    @Test
    void skipsOptionalHeaderFields() throws IOException {
        byte[] member = member();
        byte[] header = Arrays.copyOf(member, 10);
        header[3] = 2 | 4 | 8 | 16;
        byte[] fields = {3, 0, 'a', 'b', 'c', 'n', 'a', 'm', 'e', 0, 'c', 0, 0x12, 0x34};
        byte[] whole = concat(header, fields, Arrays.copyOfRange(member, 10, member.length));
        assertThat(decompress(whole, TEXT.length)).isEqualTo(TEXT);
        for (int length = 0; length < whole.length; length++) {
            byte[] truncated = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> decompress(truncated, TEXT.length)).isInstanceOf(CorruptFileException.class);
        }
    }

    @Test
    void namesFaults() throws IOException {
        byte[] member = member();
        fails(with(member, 0, 0x1e), "1f 8b 08");
        fails(with(member, 2, 7), "1f 8b 08");
        fails(with(member, 3, 0x80), "reserved flags");
        fails(with(member, member.length - 8, member[member.length - 8] + 1), "CRC32");
        fails(with(member, member.length - 1, 1), "ISIZE");
        fails(concat(member, new byte[19], new byte[] {1}), "1f 8b 08");
        fails(concat(member, new byte[] {1}), "end within a member");
        fails(concat(new byte[20], member), "1f 8b 08");
        fails(concat(member, member), "found more");
    }

    private static void fails(byte[] bytes, String message) {
        assertThatThrownBy(() -> decompress(bytes, TEXT.length))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(message);
    }

    private static byte[] decompress(byte[] bytes, int size) {
        byte[] dst = new byte[size];
        try (GzipDecompressor decompressor = new GzipDecompressor()) {
            decompressor.decompress(bytes, 0, bytes.length, dst, 0, size);
        }
        return dst;
    }

    private static byte[] member() throws IOException {
        return gzip(TEXT);
    }

    private static byte[] emptyMember() throws IOException {
        return gzip(new byte[0]);
    }

    private static byte[] gzip(byte[] data) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(data);
        }
        return bytes.toByteArray();
    }

    private static byte[] with(byte[] bytes, int index, int value) {
        byte[] changed = bytes.clone();
        changed[index] = (byte) value;
        return changed;
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }
}
