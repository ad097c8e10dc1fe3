package io.pq2.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageType;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class CompactReaderTest {

    @Property
    void readsTheNumbersThatAreWritten(@ForAll int small, @ForAll long large) {
        CompactWriter out = new CompactWriter();
        out.i32(1, small);
        out.i64(300, large);
        CompactReader in = reader(out.toByteArray());
        assertThat(in.nextField("X")).isTrue();
        assertThat(in.i32("X.a")).isEqualTo(small);
        assertThat(in.nextField("X")).isTrue();
        assertThat(in.fieldId()).isEqualTo(300);
        assertThat(in.i64("X.b")).isEqualTo(large);
    }

    @Test
    void rejectsOverlongVarints() {
        assertThatThrownBy(() -> {
                    CompactReader in = reader(0x15, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F);
                    in.nextField("X");
                    in.i32("X.a");
                })
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("X.a: a varint with more than 32 bits");
        assertThatThrownBy(() -> {
                    CompactReader in = reader(0x16, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02);
                    in.nextField("X");
                    in.i64("X.a");
                })
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("X.a: a varint with more than 64 bits");
    }

    @Test
    void rejectsListsLongerThanTheRemainingBytesBeforeAllocating() {
        // Field 1: a list of 2^31 - 1 structs.
        assertThatThrownBy(
                        () -> PageIndexReader.readOffsetIndex(reader(0x19, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0x00)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("OffsetIndex.page_locations: a list of 2147483647 with 1 bytes remaining");
    }

    @Test
    void namesAMissingField() {
        assertThatThrownBy(() -> PageHeaderReader.read(reader(0x15, 0x00, 0x15, 0x02, 0x00)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("PageHeader.compressed_page_size: missing");
    }

    @Test
    void namesAFieldOfTheWrongWireType() {
        assertThatThrownBy(() -> PageHeaderReader.read(reader(0x16, 0x00, 0x00)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("PageHeader.type: a value of wire type i64, expected i32");
    }

    @Test
    void namesAnUnknownEncoding() {
        byte[] header = {0x15, 0, 0x15, 0, 0x15, 0, 0x2C, 0x15, 2, 0x15, 22, 0x15, 6, 0x15, 6, 0, 0};
        assertThatThrownBy(() -> PageHeaderReader.read(reader(header)))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("DataPageHeader.encoding: unknown encoding 11");
    }

    @Test
    void distinguishesTruncatedFromDamagedBytes() {
        CompactReader cut = reader(0x15, 0x00, 0x15);
        assertThatThrownBy(() -> PageHeaderReader.read(cut)).isInstanceOf(CorruptFileException.class);
        assertThat(cut.endedEarly()).isTrue();
        CompactReader wrong = reader(0x16, 0x00, 0x00);
        assertThatThrownBy(() -> PageHeaderReader.read(wrong)).isInstanceOf(CorruptFileException.class);
        assertThat(wrong.endedEarly()).isFalse();
    }

    @Test
    void refusesToSkipDeepNesting() {
        byte[] deep = new byte[100_000];
        Arrays.fill(deep, (byte) 0x1C); // Field 1, a struct, again and again.
        deep[0] = (byte) 0x9C; // An unknown field.
        assertThatThrownBy(() -> PageHeaderReader.read(reader(deep)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("nested levels");
    }

    @Test
    void skipsUnknownFields() {
        CompactWriter out = new CompactWriter();
        int struct = out.beginStruct();
        out.beginList(1, WireType.STRUCT, 0);
        out.i8(20, 1);
        out.real(21, 1.0);
        out.bool(22, true);
        out.beginList(23, WireType.TRUE, 2);
        out.elementBool(true);
        out.elementBool(false);
        out.endStruct(out.beginStruct(24));
        out.i64(25, Long.MIN_VALUE);
        out.binary(32767, new byte[300]); // the extension of BinaryProtocolExtensions.md
        out.endStruct(struct);
        CompactReader in = reader(out.toByteArray());
        OffsetIndex index = PageIndexReader.readOffsetIndex(in);
        assertThat(index.pageLocations()).isEmpty();
        assertThat(in.position()).isEqualTo(out.size());
    }

    @Test
    void skipsSetsMapsAndUuids() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(new byte[] {0x19, 0x0C}); // page_locations, empty
        bytes.writeBytes(new byte[] {(byte) 0xDA, 0x25, 2, 4}); // field 14: set of two i32
        bytes.writeBytes(new byte[] {0x1B, 0}); // field 15: empty map
        bytes.writeBytes(new byte[] {0x1B, 1, (byte) 0x85, 1, 'a', 2}); // field 16: map of a binary to an i32
        bytes.writeBytes(new byte[] {0x1D}); // field 17: uuid
        bytes.writeBytes(new byte[16]);
        bytes.write(0);
        CompactReader in = reader(bytes.toByteArray());
        PageIndexReader.readOffsetIndex(in);
        assertThat(in.position()).isEqualTo(bytes.size());
    }

    @Test
    void readsBooleansInListsOfOldAndNewWriters() {
        for (int elementType : new int[] {WireType.TRUE, WireType.FALSE}) {
            CompactReader in = reader(0x19, 0x30 | elementType, 1, 2, 0);
            in.nextField("X");
            assertThat(in.beginList(WireType.TRUE, "X.a")).isEqualTo(3);
            assertThat(in.elementBool("X.a")).isTrue();
            assertThat(in.elementBool("X.a")).isFalse();
            assertThat(in.elementBool("X.a")).isFalse();
        }
    }

    @Test
    void locatesAFaultInAColumnChunkOnFirstAccess() {
        FileMetaData metadata = LongStream.range(0, 100)
                .mapToObj(seed -> new RandomRecords(seed).fileMetadata())
                .filter(candidate -> !candidate.rowGroups().isEmpty()
                        && candidate.rowGroups().get(0).columns().get(0).metadata() != null)
                .findFirst()
                .orElseThrow();
        byte[] bytes = FooterWriter.write(metadata);
        byte[] type = {0x1C, 0x15};
        int meta = indexOf(bytes, type); // ColumnChunk.meta_data, ColumnMetaData.type
        bytes[meta + 1] = 0x16;
        FileMetaData damaged = FooterReader.read(bytes, 0, bytes.length);
        assertThatThrownBy(() -> damaged.rowGroups().get(0).columns().get(0))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(
                        "row group 0, column " + metadata.schema().get(1).name())
                .hasMessageContaining("ColumnMetaData.type: a value of wire type i64, expected i32");
    }

    private static int indexOf(byte[] bytes, byte[] pattern) {
        for (int i = 0; i <= bytes.length - pattern.length; i++) {
            if (Arrays.equals(bytes, i, i + pattern.length, pattern, 0, pattern.length)) {
                return i;
            }
        }
        throw new AssertionError("not found");
    }

    @Test
    void requiresThePartOfAPageHeaderThatItsTypeNeeds() {
        assertThatThrownBy(() -> PageHeaderReader.read(reader(0x15, 6, 0x15, 0, 0x15, 0, 0)))
                .hasMessageContaining("PageHeader.data_page_header_v2: missing");
        PageHeader unknownType = PageHeaderReader.read(reader(0x15, 18, 0x15, 0, 0x15, 0, 0));
        assertThat(unknownType.type()).isEqualTo(PageType.UNKNOWN);
    }

    private static CompactReader reader(int... bytes) {
        byte[] array = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            array[i] = (byte) bytes[i];
        }
        return reader(array);
    }

    private static CompactReader reader(byte[] bytes) {
        return new CompactReader(bytes, 0, bytes.length);
    }
}
