package io.pq2.read;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.internal.encryption.ModuleLayout;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An encrypted module outside of the footer, with its place in the file.
 *
 * @param page the ordinal of the data page, -1 for modules of no data page
 * @param offset the offset of the module's length field in the file
 * @param size the size in bytes, including the length field
 */
record StoredModule(ModuleType type, int rowGroup, int column, int page, int offset, int size) {

    /** Returns all modules of a file whose columns are all encrypted. */
    static List<StoredModule> of(byte[] bytes, FileDecryptionProperties keys) throws IOException {
        List<StoredModule> modules = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("modules", bytes), ReadOptions.DEFAULT, keys)) {
            for (int group = 0; group < file.metadata().rowGroups().size(); group++) {
                List<ColumnChunk> chunks =
                        file.metadata().rowGroups().get(group).columns();
                for (int column = 0; column < chunks.size(); column++) {
                    new Walk(bytes, group, column, modules).chunk(chunks.get(column));
                }
            }
        }
        return modules;
    }

    private record Walk(byte[] bytes, int rowGroup, int column, List<StoredModule> modules) {

        void chunk(ColumnChunk chunk) {
            ColumnMetaData metadata = chunk.metadata();
            long at = ChunkRanges.start(metadata);
            long end = at + metadata.totalCompressedSize();
            if (metadata.dictionaryPageOffset() != null) {
                at = add(ModuleType.DICTIONARY_PAGE_HEADER, -1, at);
                at = add(ModuleType.DICTIONARY_PAGE, -1, at);
            }
            for (int page = 0; at < end; page++) {
                at = add(ModuleType.DATA_PAGE_HEADER, page, at);
                at = add(ModuleType.DATA_PAGE, page, at);
            }
            if (chunk.columnIndexOffset() != null) {
                add(ModuleType.COLUMN_INDEX, -1, chunk.columnIndexOffset());
                add(ModuleType.OFFSET_INDEX, -1, chunk.offsetIndexOffset());
            }
            if (metadata.bloomFilterOffset() != null) {
                at = add(ModuleType.BLOOM_FILTER_HEADER, -1, metadata.bloomFilterOffset());
                add(ModuleType.BLOOM_FILTER_BITSET, -1, at);
            }
        }

        private long add(ModuleType type, int page, long offset) {
            int at = Math.toIntExact(offset);
            int size = ModuleLayout.LENGTH + length(bytes, at);
            modules.add(new StoredModule(type, rowGroup, column, page, at, size));
            return offset + size;
        }
    }

    static int length(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
    }

    /** Whether the module has a tag. */
    boolean isAuthenticated(boolean ctrPages) {
        return !ctrPages || (type != ModuleType.DATA_PAGE && type != ModuleType.DICTIONARY_PAGE);
    }

    /** Returns a copy of the file with another length in this module's length field. */
    byte[] withLength(byte[] bytes, int length) {
        byte[] changed = bytes.clone();
        ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, length);
        return changed;
    }

    /** Returns a copy of the file with a flipped bit in this module. */
    byte[] flipped(byte[] bytes, int at) {
        byte[] changed = bytes.clone();
        changed[offset + at] ^= 1;
        return changed;
    }

    /** Returns a copy of the file in which another module of equal size replaces this one. */
    byte[] replaced(byte[] bytes, byte[] from, StoredModule by) {
        byte[] changed = bytes.clone();
        System.arraycopy(from, by.offset, changed, offset, size);
        return changed;
    }

    byte[] nonce(byte[] bytes) {
        return Arrays.copyOfRange(
                bytes, offset + ModuleLayout.LENGTH, offset + ModuleLayout.LENGTH + ModuleLayout.NONCE);
    }
}
