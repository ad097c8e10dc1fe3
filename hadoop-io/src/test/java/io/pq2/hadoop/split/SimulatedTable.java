package io.pq2.hadoop.split;

import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.io.InputFile;
import io.pq2.io.RangeSource;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.Statistics;
import io.pq2.read.Footer;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;

/**
 * A table of files that have only footers. Min and max of column {@code key} are the number of the row group in the
 * table. Column {@code text} has nine times the bytes of {@code key}.
 */
final class SimulatedTable implements FooterSource {

    static final Schema SCHEMA = SchemaText.parse("message t { required int64 key; required binary text (STRING); }");

    private static final int TEXT_FACTOR = 9;
    private static final long MAGIC_LENGTH = 4;

    private final List<FileStatus> files = new ArrayList<>();
    private final Map<Path, Footer> footers = new HashMap<>();
    private final List<long[]> keyBytes = new ArrayList<>();
    private final long blockSize;
    private final int hosts;
    private long rowGroups;

    /**
     * Creates an empty table.
     *
     * @param hosts the number of hosts with blocks; 0 if the hosts are not known
     */
    SimulatedTable(long blockSize, int hosts) {
        this.blockSize = blockSize;
        this.hosts = hosts;
    }

    /**
     * Adds a file.
     *
     * @param bytes the size of column {@code key} in each row group
     */
    void addFile(long... bytes) {
        List<RowGroup> groups = new ArrayList<>();
        long offset = MAGIC_LENGTH;
        for (long keySize : bytes) {
            byte[] minAndMax = ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(rowGroups)
                    .array();
            Statistics keyStatistics = new Statistics(null, null, 0L, null, minAndMax, minAndMax, true, true, null);
            long textSize = TEXT_FACTOR * keySize;
            List<ColumnChunk> chunks = List.of(
                    chunk(SCHEMA.columns().get(0), offset, keySize, keyStatistics),
                    chunk(SCHEMA.columns().get(1), offset + keySize, textSize, null));
            groups.add(new RowGroup(chunks, keySize + textSize, 1, null, offset, keySize + textSize, null));
            offset += keySize + textSize;
            rowGroups++;
        }
        byte[] footer = FooterWriter.write(new FileMetaData(
                1,
                SchemaElements.fromSchema(SCHEMA),
                bytes.length,
                groups,
                null,
                "pq2",
                List.of(ColumnOrder.TYPE_ORDER, ColumnOrder.TYPE_ORDER),
                null,
                null));
        long length = offset + footer.length + 2 * MAGIC_LENGTH;
        Path path = new Path("/table/part-" + files.size());
        FileStatus status = new FileStatus(length, false, 3, blockSize, 1, path);
        files.add(new LocatedFileStatus(status, blocks(length)));
        footers.put(path, new Footer(footer, length));
        keyBytes.add(bytes);
    }

    private BlockLocation[] blocks(long length) {
        if (hosts == 0) {
            return new BlockLocation[0];
        }
        List<BlockLocation> blocks = new ArrayList<>();
        for (long start = 0; start < length; start += blockSize) {
            int first = Math.floorMod(files.size() * 31 + blocks.size() * 7, hosts);
            String[] names = {"host" + first, "host" + (first + 1) % hosts, "host" + (first + 3) % hosts};
            blocks.add(new BlockLocation(null, names, start, Math.min(blockSize, length - start)));
        }
        return blocks.toArray(BlockLocation[]::new);
    }

    private static ColumnChunk chunk(Column column, long offset, long size, Statistics statistics) {
        ColumnMetaData metadata = new ColumnMetaData(
                column.field().physicalType(),
                List.of(Encoding.PLAIN),
                column.path(),
                CompressionCodec.UNCOMPRESSED,
                1,
                size,
                size,
                null,
                offset,
                null,
                null,
                statistics,
                null,
                null,
                null,
                null,
                null);
        return new ColumnChunk(null, 0, metadata, null, null, null, null, null, null);
    }

    List<FileStatus> files() {
        return files;
    }

    /** Returns the number of row groups of a file. */
    int rowGroups(int file) {
        return keyBytes.get(file).length;
    }

    /** Returns the bytes of column {@code key} in a row group. */
    long keyBytes(int file, int rowGroup) {
        return keyBytes.get(file)[rowGroup];
    }

    @Override
    public ParquetFile open(FileStatus file) {
        return ParquetFile.open(new FooterOnlyFile(file), footers.get(file.getPath()), ReadOptions.DEFAULT);
    }

    private record FooterOnlyFile(FileStatus status) implements InputFile {
        @Override
        public String location() {
            return status.getPath().toString();
        }

        @Override
        public long length() {
            return status.getLen();
        }

        @Override
        public RangeSource open() throws IOException {
            throw new IOException("nothing of " + location() + " should be read");
        }
    }
}
