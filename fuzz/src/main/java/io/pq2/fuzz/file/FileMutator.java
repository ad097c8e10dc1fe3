package io.pq2.fuzz.file;

import io.pq2.exception.ParquetException;
import io.pq2.fuzz.bytes.ByteMutator;
import io.pq2.fuzz.bytes.Bytes;
import io.pq2.fuzz.thrift.ThriftValue;
import io.pq2.fuzz.thrift.TreeMutator;
import io.pq2.internal.compression.Codecs;
import io.pq2.internal.compression.Compressor;
import io.pq2.internal.compression.Decompressor;
import io.pq2.metadata.CompressionCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Changes parts of a file: pages, their headers, indexes, bloom filters, the footer, and raw bytes. */
public final class FileMutator {

    private static final int MAX_PLAIN_PAGE = 1 << 16;

    private final SplittableRandom random;
    private final ByteMutator byteMutator;
    private final TreeMutator treeMutator;

    public FileMutator(SplittableRandom random) {
        this.random = random;
        this.byteMutator = new ByteMutator(random);
        this.treeMutator = new TreeMutator(random);
    }

    /** Returns a file with one to four changes. */
    public byte[] mutate(SeedFile seed) {
        FileModel original = seed.model();
        if (original == null || random.nextInt(12) == 0) {
            return mutateRaw(seed.bytes());
        }
        FileModel model = original.copy();
        int footerChanges = 0;
        int rawChanges = 0;
        do {
            switch (random.nextInt(16)) {
                case 0, 1, 2, 3, 4 -> changePages(model, this::body);
                case 5, 6, 7 -> changePages(model, this::header);
                case 8 -> movePages(model);
                case 9 -> changeIndex(model);
                case 10 -> changeBloomFilter(model);
                case 11 -> rawChanges++;
                default -> footerChanges++;
            }
        } while (random.nextInt(3) == 0);
        Bytes out = model.layOut();
        for (; footerChanges > 0; footerChanges--) {
            treeMutator.mutate(model.footer);
        }
        byte[] file = model.end(out);
        for (; rawChanges > 0; rawChanges--) {
            file = mutateRaw(file);
        }
        return file;
    }

    /** Returns changed bytes. Most often the file keeps its length, so that its offsets stay valid. */
    private byte[] mutateRaw(byte[] file) {
        return random.nextInt(5) > 0 ? byteMutator.change(file) : byteMutator.mutate(file);
    }

    private interface PageChange {
        Page change(Page page, Chunk chunk);
    }

    private void changePages(FileModel model, PageChange change) {
        Chunk chunk = anyChunk(model);
        if (chunk != null && !chunk.pages.isEmpty()) {
            int at = random.nextInt(chunk.pages.size());
            chunk.pages.set(at, change.change(chunk.pages.get(at), chunk));
        }
    }

    private @Nullable Chunk anyChunk(FileModel model) {
        return model.chunks.isEmpty() ? null : model.chunks.get(random.nextInt(model.chunks.size()));
    }

    private Page header(Page page, Chunk chunk) {
        ThriftValue header = page.header().copy();
        treeMutator.mutate(header);
        return page.withHeader(header);
    }

    private Page body(Page page, Chunk chunk) {
        boolean checksum = random.nextInt(6) > 0;
        if (page.body().length == 0 || random.nextInt(5) == 0 || !isCompressed(page, chunk)) {
            byte[] changed = byteMutator.mutate(page.body());
            return page.withBody(changed, isCompressed(page, chunk) ? -1 : changed.length, checksum);
        }
        int levels = page.levelsLength();
        if (levels > 0 && random.nextBoolean()) {
            byte[] changed = byteMutator.change(Arrays.copyOf(page.body(), levels));
            return page.withBody(ByteMutator.splice(page.body(), 0, levels, changed), -1, checksum);
        }
        return compressedBody(page, chunk, levels, checksum);
    }

    private static boolean isCompressed(Page page, Chunk chunk) {
        ThriftValue v2 = page.header().field(Page.DATA_HEADER_V2);
        ThriftValue compressed = v2 == null ? null : v2.field(7);
        return chunk.codec != 0 && (compressed == null || compressed.type == ThriftValue.TRUE);
    }

    /** Changes the bytes that are compressed. */
    private Page compressedBody(Page page, Chunk chunk, int levels, boolean checksum) {
        int plainLength = (int) page.header().numberOf(Page.UNCOMPRESSED_SIZE, 0) - levels;
        if (plainLength < 0 || plainLength > MAX_PLAIN_PAGE || chunk.codec >= CompressionCodec.values().length) {
            return page;
        }
        CompressionCodec codec = CompressionCodec.values()[chunk.codec];
        byte[] plain = new byte[plainLength];
        try (Decompressor decompressor = Codecs.decompressor(codec);
                Compressor compressor = Codecs.compressor(codec, null)) {
            decompressor.decompress(page.body(), levels, page.body().length - levels, plain, 0, plainLength);
            byte[] changed = byteMutator.mutate(plain);
            byte[] packed = new byte[compressor.maxCompressedLength(changed.length)];
            int length = compressor.compress(changed, 0, changed.length, packed, 0);
            byte[] body = ByteMutator.splice(page.body(), levels, page.body().length, Arrays.copyOf(packed, length));
            return page.withBody(body, levels + changed.length, checksum);
        } catch (ParquetException e) {
            return page;
        }
    }

    private void movePages(FileModel model) {
        Chunk chunk = anyChunk(model);
        if (chunk == null || chunk.pages.isEmpty()) {
            return;
        }
        List<Page> pages = chunk.pages;
        int at = random.nextInt(pages.size());
        switch (random.nextInt(5)) {
            case 0 -> pages.remove(at);
            case 1 -> pages.add(at, pages.get(at));
            case 2 -> Collections.swap(pages, at, random.nextInt(pages.size()));
            case 3 -> {
                Chunk other = model.chunks.get(random.nextInt(model.chunks.size()));
                if (!other.pages.isEmpty()) {
                    pages.set(at, other.pages.get(random.nextInt(other.pages.size())));
                }
            }
            default -> {
                Chunk other = model.chunks.get(random.nextInt(model.chunks.size()));
                other.pages = new ArrayList<>(pages);
            }
        }
    }

    private void changeIndex(FileModel model) {
        Chunk chunk = anyChunk(model);
        if (chunk == null) {
            return;
        }
        if (random.nextBoolean()) {
            chunk.columnIndex = changed(chunk.columnIndex);
        } else {
            chunk.offsetIndex = changed(chunk.offsetIndex);
            chunk.keepLocations = true;
        }
    }

    private void changeBloomFilter(FileModel model) {
        for (int i = 0; i < model.chunks.size(); i++) {
            Chunk chunk = model.chunks.get(random.nextInt(model.chunks.size()));
            if (chunk.bloomHeader != null && chunk.bloomBits != null) {
                if (random.nextBoolean()) {
                    chunk.bloomHeader = changed(chunk.bloomHeader);
                } else {
                    chunk.bloomBits = byteMutator.mutate(chunk.bloomBits);
                }
                return;
            }
        }
    }

    private @Nullable ThriftValue changed(@Nullable ThriftValue tree) {
        if (tree == null) {
            return null;
        }
        ThriftValue copy = tree.copy();
        treeMutator.mutate(copy);
        return copy;
    }
}
