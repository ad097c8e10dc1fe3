package io.pq2.read;

import io.pq2.internal.thrift.FooterReader;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Replaces the footers of files. */
public final class TestFooters {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private TestFooters() {}

    public static FileMetaData read(byte[] file) {
        int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
        return FooterReader.read(file, file.length - 8 - length, length);
    }

    /** Returns a file with changed column chunks in its footer. */
    public static byte[] change(byte[] file, UnaryOperator<ColumnChunk> change) {
        FileMetaData metadata = read(file);
        return withFooter(
                file,
                withRowGroups(
                        metadata,
                        metadata.rowGroups().stream()
                                .map(rowGroup -> withColumns(rowGroup, change))
                                .toList()));
    }

    /** Returns a file with another footer. */
    public static byte[] withFooter(byte[] file, FileMetaData footer) {
        int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
        return file(Arrays.copyOfRange(file, MAGIC.length, file.length - 8 - length), footer);
    }

    /** Returns a file that consists of a footer only. */
    public static byte[] onlyFooter(FileMetaData metadata) {
        return file(new byte[0], metadata);
    }

    /** Returns a file with a footer and, from offset 4 on, other bytes. */
    public static byte[] file(byte[] content, FileMetaData metadata) {
        byte[] footer = FooterWriter.write(metadata);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(MAGIC);
        file.writeBytes(content);
        file.writeBytes(footer);
        file.writeBytes(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(footer.length)
                .array());
        file.writeBytes(MAGIC);
        return file.toByteArray();
    }

    public static FileMetaData withRowGroups(FileMetaData metadata, List<RowGroup> rowGroups) {
        return new FileMetaData(
                metadata.version(),
                metadata.schema(),
                rowGroups.stream().mapToLong(RowGroup::numRows).sum(),
                rowGroups,
                metadata.keyValueMetadata(),
                metadata.createdBy(),
                metadata.columnOrders(),
                null,
                null);
    }

    public static RowGroup withColumns(RowGroup rowGroup, UnaryOperator<ColumnChunk> change) {
        return new RowGroup(
                rowGroup.columns().stream().map(change).toList(),
                rowGroup.totalByteSize(),
                rowGroup.numRows(),
                rowGroup.sortingColumns(),
                rowGroup.fileOffset(),
                rowGroup.totalCompressedSize(),
                rowGroup.ordinal());
    }

    public static ColumnChunk withOffsetIndex(ColumnChunk chunk, Long offset, Integer length) {
        return new ColumnChunk(
                chunk.filePath(),
                chunk.fileOffset(),
                chunk.metadata(),
                offset,
                length,
                chunk.columnIndexOffset(),
                chunk.columnIndexLength(),
                null,
                null);
    }

    public static ColumnChunk withFilePath(ColumnChunk chunk, String filePath) {
        return new ColumnChunk(
                filePath,
                chunk.fileOffset(),
                chunk.metadata(),
                chunk.offsetIndexOffset(),
                chunk.offsetIndexLength(),
                chunk.columnIndexOffset(),
                chunk.columnIndexLength(),
                null,
                null);
    }
}
