package io.pq2.fuzz.file;

import io.pq2.fuzz.bytes.Bytes;
import io.pq2.fuzz.thrift.ThriftOutput;
import io.pq2.fuzz.thrift.ThriftParser;
import io.pq2.fuzz.thrift.ThriftValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file without encryption as its parts, which can be changed and assembled to a file with matching offsets. */
public final class FileModel {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    final List<Chunk> chunks = new ArrayList<>();
    /** The footer; assembling sets the offsets and lengths of the parts. */
    ThriftValue footer;

    private FileModel(ThriftValue footer) {
        this.footer = footer;
    }

    /** Parses a valid file; null if its layout is unusual. */
    public static @Nullable FileModel parse(byte[] file) {
        try {
            int length = Bytes.intAt(file, file.length - 8);
            FileModel model = new FileModel(new ThriftParser(file, file.length - 8 - length).struct());
            List<ThriftValue> rowGroups = model.footer.elementsOf(FooterFields.ROW_GROUPS);
            for (int i = 0; i < rowGroups.size(); i++) {
                List<ThriftValue> columns = rowGroups.get(i).elementsOf(FooterFields.ROW_GROUP_COLUMNS);
                for (int j = 0; j < columns.size(); j++) {
                    model.chunks.add(chunk(file, i, j, columns.get(j)));
                }
            }
            return model;
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static Chunk chunk(byte[] file, int rowGroup, int column, ThriftValue entry) {
        ThriftValue metadata = required(entry.field(FooterFields.CHUNK_METADATA));
        Chunk chunk = new Chunk(rowGroup, column, (int) metadata.numberOf(FooterFields.CODEC, 0));
        int data = (int) metadata.numberOf(FooterFields.DATA_PAGE_OFFSET, 0);
        int dictionary = (int) metadata.numberOf(FooterFields.DICTIONARY_PAGE_OFFSET, 0);
        int position = dictionary > 0 && dictionary < data ? dictionary : data;
        int end = position + (int) metadata.numberOf(FooterFields.TOTAL_COMPRESSED_SIZE, 0);
        while (position < end) {
            ThriftParser parser = new ThriftParser(file, position);
            ThriftValue header = parser.struct();
            int body = parser.position();
            int bodyEnd = body + (int) header.numberOf(Page.COMPRESSED_SIZE, 0);
            chunk.pages.add(new Page(
                    header, Arrays.copyOfRange(file, body, bodyEnd), Arrays.copyOfRange(file, position, body)));
            position = bodyEnd;
        }
        chunk.columnIndex = struct(file, entry.numberOf(FooterFields.COLUMN_INDEX_OFFSET, -1));
        chunk.offsetIndex = struct(file, entry.numberOf(FooterFields.OFFSET_INDEX_OFFSET, -1));
        long bloom = metadata.numberOf(FooterFields.BLOOM_FILTER_OFFSET, -1);
        if (bloom >= 0) {
            ThriftParser parser = new ThriftParser(file, (int) bloom);
            chunk.bloomHeader = parser.struct();
            int bits = (int) chunk.bloomHeader.numberOf(FooterFields.BLOOM_BYTES, 0);
            chunk.bloomBits = Arrays.copyOfRange(file, parser.position(), parser.position() + bits);
        }
        return chunk;
    }

    private static ThriftValue required(@Nullable ThriftValue value) {
        if (value == null) {
            throw new IllegalArgumentException("no metadata");
        }
        return value;
    }

    private static @Nullable ThriftValue struct(byte[] file, long offset) {
        return offset < 0 ? null : new ThriftParser(file, (int) offset).struct();
    }

    /** Returns a copy whose parts can be replaced, and whose footer can be changed. */
    public FileModel copy() {
        FileModel copy = new FileModel(footer.copy());
        for (Chunk chunk : chunks) {
            copy.chunks.add(chunk.copy());
        }
        return copy;
    }

    /** Sets the offsets and lengths in the footer, and returns the parts before the footer. */
    Bytes layOut() {
        Bytes out = new Bytes();
        out.add(MAGIC);
        int rowGroup = -1;
        for (Chunk chunk : chunks) {
            if (chunk.rowGroup != rowGroup) {
                rowGroup = chunk.rowGroup;
                group(chunk).setNumber(FooterFields.ROW_GROUP_FILE_OFFSET, out.size());
            }
            layOutPages(chunk, out);
            group(chunk)
                    .setNumber(
                            FooterFields.ROW_GROUP_COMPRESSED_SIZE,
                            out.size() - group(chunk).numberOf(FooterFields.ROW_GROUP_FILE_OFFSET, 0));
        }
        for (Chunk chunk : chunks) {
            if (chunk.bloomHeader != null) {
                ThriftValue metadata = metadata(chunk);
                metadata.setNumber(FooterFields.BLOOM_FILTER_OFFSET, out.size());
                int start = out.size();
                new ThriftOutput(out).struct(chunk.bloomHeader);
                out.add(chunk.bloomBits == null ? new byte[0] : chunk.bloomBits);
                metadata.setNumber(FooterFields.BLOOM_FILTER_LENGTH, out.size() - start);
            }
        }
        layOutIndexes(out);
        return out;
    }

    private void layOutPages(Chunk chunk, Bytes out) {
        int start = out.size();
        boolean data = false;
        List<ThriftValue> locations = List.of();
        if (chunk.offsetIndex != null && !chunk.keepLocations) {
            chunk.offsetIndex = chunk.offsetIndex.copy();
            locations = chunk.offsetIndex.elementsOf(FooterFields.PAGE_LOCATIONS);
        }
        int ordinal = 0;
        for (Page page : chunk.pages) {
            int offset = out.size();
            out.add(page.headerBytes());
            out.add(page.body());
            if (page.isDictionary()) {
                metadata(chunk).setNumber(FooterFields.DICTIONARY_PAGE_OFFSET, offset);
                continue;
            }
            if (!data) {
                data = true;
                metadata(chunk).setNumber(FooterFields.DATA_PAGE_OFFSET, offset);
            }
            if (ordinal < locations.size()) {
                ThriftValue location = locations.get(ordinal++);
                location.setNumber(FooterFields.LOCATION_OFFSET, offset);
                location.setNumber(FooterFields.LOCATION_SIZE, out.size() - offset);
            }
        }
        metadata(chunk).setNumber(FooterFields.TOTAL_COMPRESSED_SIZE, out.size() - start);
    }

    private void layOutIndexes(Bytes out) {
        for (Chunk chunk : chunks) {
            if (chunk.columnIndex != null) {
                int start = out.size();
                new ThriftOutput(out).struct(chunk.columnIndex);
                entry(chunk).setNumber(FooterFields.COLUMN_INDEX_OFFSET, start);
                entry(chunk).setNumber(FooterFields.COLUMN_INDEX_LENGTH, out.size() - start);
            }
        }
        for (Chunk chunk : chunks) {
            if (chunk.offsetIndex != null) {
                int start = out.size();
                new ThriftOutput(out).struct(chunk.offsetIndex);
                entry(chunk).setNumber(FooterFields.OFFSET_INDEX_OFFSET, start);
                entry(chunk).setNumber(FooterFields.OFFSET_INDEX_LENGTH, out.size() - start);
            }
        }
    }

    /** Appends the footer, its length and the magic, and returns the file. */
    byte[] end(Bytes out) {
        int start = out.size();
        new ThriftOutput(out).struct(footer);
        out.addInt(out.size() - start);
        out.add(MAGIC);
        return out.toByteArray();
    }

    /** Returns the file. */
    public byte[] assemble() {
        return end(layOut());
    }

    private ThriftValue group(Chunk chunk) {
        return footer.elementsOf(FooterFields.ROW_GROUPS).get(chunk.rowGroup);
    }

    private ThriftValue entry(Chunk chunk) {
        return group(chunk).elementsOf(FooterFields.ROW_GROUP_COLUMNS).get(chunk.column);
    }

    ThriftValue metadata(Chunk chunk) {
        return required(entry(chunk).field(FooterFields.CHUNK_METADATA));
    }
}
