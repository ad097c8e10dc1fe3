package io.pq2.fuzz.file;

import io.pq2.fuzz.bytes.Bytes;
import io.pq2.fuzz.thrift.ThriftValue;
import io.pq2.internal.compression.Codecs;
import io.pq2.internal.compression.Compressor;
import io.pq2.metadata.CompressionCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Changes lengths and counts that a file claims: of the schema, row groups, column chunks, pages and bloom filters.
 * Pages can get levels that make a claimed number of values true, dictionaries long entries, and row groups can be
 * repeated.
 */
public final class ClaimMutator {

    private static final int SCHEMA = 2;
    private static final int FILE_ROWS = 3;
    private static final int PHYSICAL_TYPE = 1;
    private static final int TYPE_LENGTH = 2;
    private static final int BYTE_ARRAY = 6;
    private static final int FIXED_LEN_BYTE_ARRAY = 7;
    private static final int CHUNK_TYPE = 1;
    private static final int CHUNK_VALUES = 5;
    private static final int STATISTICS = 12;
    private static final int SIZE_STATISTICS = 16;
    /** The fields of a page header with the number of values, by the id of the struct that contains them. */
    private static final int[] PAGE_HEADERS = {Page.DATA_HEADER, Page.DICTIONARY_HEADER, Page.DATA_HEADER_V2};

    private static final int PAGE_VALUES = 1;
    private static final int V2_NULLS = 2;
    private static final int V2_ROWS = 3;
    private static final int V2_DEFINITION_LENGTH = 5;
    private static final int V2_REPETITION_LENGTH = 6;

    private static final long[] CLAIMS = {
        0,
        1,
        1 << 12,
        1 << 20,
        1 << 24,
        1 << 26,
        (1 << 26) + 1,
        1 << 28,
        (1 << 29) + 1,
        1 << 30,
        Integer.MAX_VALUE - 8,
        Integer.MAX_VALUE,
        1L << 32,
        1L << 48,
        Long.MAX_VALUE / 2,
        Long.MAX_VALUE
    };
    /** The most values that levels make true. More take longer than the oracle allows, within the limits of reading. */
    private static final int MAX_LEVELS = 1 << 25;
    /** The most values that are made true for the row group too. */
    private static final int MAX_ROWS = 1 << 21;

    /** The most values of most pages of nulls, so that cases do not take long. */
    private static final int MAX_USUAL = 1 << 16;

    private static final int MAX_REPEATED = 40;

    /** The most bytes of a dictionary with long entries. Reading has a limit of twice as many. */
    private static final long MAX_ENTRIES_BYTES = 1 << 20;
    /** The most bytes of the values of a column chunk when each id is replaced by its dictionary value. */
    private static final long MAX_COPIED_BYTES = 32 << 20;

    private final SplittableRandom random;

    public ClaimMutator(SplittableRandom random) {
        this.random = random;
    }

    /** Whether claims of a file can be changed. */
    public static boolean isPossible(SeedFile file) {
        return file.model() != null && !file.model().chunks.isEmpty();
    }

    /** Returns a file with one to four other claims. */
    public byte[] mutate(SeedFile seed) {
        FileModel original = seed.model();
        if (original == null) {
            throw new IllegalArgumentException(seed.name());
        }
        FileModel model = original.copy();
        List<Runnable> later = new ArrayList<>();
        do {
            change(model, later);
        } while (random.nextInt(3) == 0);
        Bytes out = model.layOut();
        later.forEach(Runnable::run);
        return model.end(out);
    }

    private long claim() {
        return random.nextInt(4) == 0
                ? random.nextLong() >>> random.nextInt(64)
                : CLAIMS[random.nextInt(CLAIMS.length)];
    }

    private void change(FileModel model, List<Runnable> later) {
        Chunk chunk = model.chunks.get(random.nextInt(model.chunks.size()));
        switch (random.nextInt(13)) {
            case 0, 1, 2 -> later.add(() -> typeLengths(model.footer));
            case 3 -> later.add(() -> repeatRowGroups(model.footer));
            case 4 -> later.add(() -> anyNumber(model.footer));
            case 5 -> later.add(() -> anyNumber(model.metadata(chunk)));
            case 6 -> later.add(() -> counts(model, chunk, claim()));
            case 7, 8 -> pageNumber(chunk);
            case 9 -> bloomFilter(chunk);
            case 10 -> longEntries(model, chunk);
            default -> manyNulls(model, chunk, later);
        }
    }

    /** Changes the length of a column of FIXED_LEN_BYTE_ARRAY, or of all of them. */
    private void typeLengths(ThriftValue footer) {
        List<ThriftValue> fixed = footer.elementsOf(SCHEMA).stream()
                .filter(element -> element.numberOf(PHYSICAL_TYPE, -1) == FIXED_LEN_BYTE_ARRAY)
                .toList();
        if (fixed.isEmpty()) {
            return;
        }
        long length = claim();
        if (random.nextBoolean()) {
            fixed.forEach(element -> element.setNumber(TYPE_LENGTH, length));
        } else {
            fixed.get(random.nextInt(fixed.size())).setNumber(TYPE_LENGTH, length);
        }
    }

    private void repeatRowGroups(ThriftValue footer) {
        List<ThriftValue> rowGroups = footer.elementsOf(FooterFields.ROW_GROUPS);
        if (!rowGroups.isEmpty()) {
            ThriftValue repeated = rowGroups.get(random.nextInt(rowGroups.size()));
            for (int left = random.nextInt(MAX_REPEATED); left > 0; left--) {
                rowGroups.add(repeated.copy());
            }
        }
    }

    private void anyNumber(ThriftValue tree) {
        List<ThriftValue> all = new ArrayList<>();
        tree.collect(all);
        all.removeIf(value -> value.type < ThriftValue.I32 || value.type > ThriftValue.I64);
        if (!all.isEmpty()) {
            all.get(random.nextInt(all.size())).number = claim();
        }
    }

    /** Changes the numbers of values and rows of a chunk, some of its row group and of the file. */
    private void counts(FileModel model, Chunk chunk, long count) {
        ThriftValue metadata = model.metadata(chunk);
        metadata.setNumber(CHUNK_VALUES, count);
        metadata.children.removeIf(field -> field.id == STATISTICS || field.id == SIZE_STATISTICS);
        if (random.nextBoolean()) {
            model.footer
                    .elementsOf(FooterFields.ROW_GROUPS)
                    .get(chunk.rowGroup)
                    .setNumber(FooterFields.ROW_GROUP_ROWS, count);
        }
        if (random.nextBoolean()) {
            model.footer.setNumber(FILE_ROWS, count);
        }
    }

    private void pageNumber(Chunk chunk) {
        if (!chunk.pages.isEmpty()) {
            int at = random.nextInt(chunk.pages.size());
            ThriftValue header = chunk.pages.get(at).header().copy();
            anyNumber(header);
            chunk.pages.set(at, chunk.pages.get(at).withHeader(header));
        }
    }

    private void bloomFilter(Chunk chunk) {
        if (chunk.bloomHeader != null) {
            chunk.bloomHeader = chunk.bloomHeader.copy();
            chunk.bloomHeader.setNumber(FooterFields.BLOOM_BYTES, claim());
        }
    }

    /** Makes the entries of a dictionary of byte arrays long. A few bytes of ids then name many bytes. */
    private void longEntries(FileModel model, Chunk chunk) {
        ThriftValue metadata = model.metadata(chunk);
        for (int i = 0; i < chunk.pages.size(); i++) {
            Page page = chunk.pages.get(i);
            ThriftValue special = page.header().field(Page.DICTIONARY_HEADER);
            if (!page.isDictionary() || special == null || metadata.numberOf(CHUNK_TYPE, -1) != BYTE_ARRAY) {
                continue;
            }
            long entries = Math.max(1, special.numberOf(PAGE_VALUES, 0));
            long values = Math.max(1, metadata.numberOf(CHUNK_VALUES, 0));
            long most = Math.min(MAX_ENTRIES_BYTES / entries, MAX_COPIED_BYTES / values);
            Page changed = most < 1 ? null : page(page, chunk, entries(entries, 1 + random.nextLong(most)));
            if (changed != null) {
                chunk.pages.set(i, changed);
            }
        }
    }

    private static byte[] entries(long count, long length) {
        Bytes plain = new Bytes();
        for (long i = 0; i < count; i++) {
            plain.addInt((int) length);
            plain.add(new byte[(int) length]);
        }
        return plain.toByteArray();
    }

    /** Makes a data page of nulls: its levels are one run, whose length is a claim that is true. */
    private void manyNulls(FileModel model, Chunk chunk, List<Runnable> later) {
        int at = random.nextInt(Math.max(1, chunk.pages.size()));
        Page page = at < chunk.pages.size() ? chunk.pages.get(at) : null;
        if (page == null || page.isDictionary() || chunk.codec >= CompressionCodec.values().length) {
            return;
        }
        long claimed = random.nextInt(3) == 0 ? claim() : 1 + random.nextInt(MAX_USUAL);
        boolean huge = claimed > MAX_ROWS;
        int count = (int) Math.min(claimed, MAX_LEVELS);
        Page changed = page.header().field(Page.DATA_HEADER_V2) == null
                ? nullsOfVersion1(page, chunk, count)
                : nullsOfVersion2(page, count);
        if (changed == null) {
            return;
        }
        chunk.pages.set(at, changed);
        if (chunk.offsetIndex != null && random.nextBoolean()) {
            chunk.offsetIndex = null;
            chunk.columnIndex = null;
        }
        if (huge) {
            later.add(() -> model.metadata(chunk).setNumber(CHUNK_VALUES, count));
        } else {
            later.add(() -> counts(model, chunk, count));
        }
    }

    private static ThriftValue withCount(Page page, int count) {
        ThriftValue header = page.header().copy();
        for (int id : PAGE_HEADERS) {
            ThriftValue special = header.field(id);
            if (special != null) {
                special.setNumber(PAGE_VALUES, count);
            }
        }
        return header;
    }

    private @Nullable Page nullsOfVersion1(Page page, Chunk chunk, int count) {
        byte[] run = run(count);
        Bytes plain = new Bytes();
        // Without a repeated field, the second part is values, which nulls do not have.
        for (int part = 0; part < 2; part++) {
            plain.addInt(run.length);
            plain.add(run);
        }
        return page(page.withHeader(withCount(page, count)), chunk, plain.toByteArray());
    }

    /** Returns a page with other contents, which are compressed; null if this needs a library. */
    private static @Nullable Page page(Page page, Chunk chunk, byte[] bytes) {
        if (chunk.codec >= CompressionCodec.values().length) {
            return null;
        }
        CompressionCodec codec = CompressionCodec.values()[chunk.codec];
        if (codec == CompressionCodec.UNCOMPRESSED) {
            return page.withBody(bytes, bytes.length, true);
        } else if (codec == CompressionCodec.BROTLI || codec == CompressionCodec.UNKNOWN) {
            return null;
        }
        try (Compressor compressor = Codecs.compressor(codec, null)) {
            byte[] packed = new byte[compressor.maxCompressedLength(bytes.length)];
            int length = compressor.compress(bytes, 0, bytes.length, packed, 0);
            return page.withBody(Arrays.copyOf(packed, length), bytes.length, true);
        }
    }

    private @Nullable Page nullsOfVersion2(Page page, int count) {
        ThriftValue header = withCount(page, count);
        ThriftValue special = header.field(Page.DATA_HEADER_V2);
        if (special == null) {
            return null;
        }
        boolean repeated = special.numberOf(V2_REPETITION_LENGTH, 0) > 0;
        byte[] run = run(count);
        Bytes levels = new Bytes();
        levels.add(run);
        if (repeated) {
            levels.add(run);
        }
        special.setNumber(V2_REPETITION_LENGTH, repeated ? run.length : 0);
        special.setNumber(V2_DEFINITION_LENGTH, run.length);
        special.setNumber(V2_NULLS, count);
        special.setNumber(V2_ROWS, count);
        byte[] body = levels.toByteArray();
        return Page.of(header, body).withBody(body, body.length, true);
    }

    /** Returns a hybrid run of zeros, which are levels of nulls of up to eight bits. */
    private static byte[] run(int count) {
        Bytes run = new Bytes();
        long header = (long) count << 1;
        for (; header > 0x7F; header >>>= 7) {
            run.add((int) (header & 0x7F | 0x80));
        }
        run.add((int) header);
        run.add(0);
        return run.toByteArray();
    }
}
