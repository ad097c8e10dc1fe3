package io.pq2.fuzz.file;

import io.pq2.fuzz.bytes.ByteMutator;
import io.pq2.fuzz.thrift.ThriftValue;
import java.util.List;
import java.util.SplittableRandom;

/** Changes bytes of pages that have checksums. */
public final class PageDamage {

    private final SplittableRandom random;

    public PageDamage(SplittableRandom random) {
        this.random = random;
    }

    /** Whether all pages of a file have checksums, and some of them bytes. */
    public static boolean isPossible(SeedFile file) {
        FileModel model = file.model();
        return model != null
                && model.chunks.stream().flatMap(chunk -> chunk.pages.stream()).allMatch(Page::hasCrc)
                && model.chunks.stream().anyMatch(chunk -> !damageable(chunk).isEmpty());
    }

    private static List<Page> damageable(Chunk chunk) {
        return chunk.pages.stream().filter(page -> page.body().length > 0).toList();
    }

    /**
     * A damaged file.
     *
     * @param firstRow the first row of the damaged page; -1 if it is unknown
     * @param endRow the row after the last row of the damaged page
     */
    public record Damaged(byte[] bytes, long firstRow, long endRow) {}

    /** Returns a copy of a file with up to four changed adjacent bytes in a page, which CRC-32 always detects. */
    public Damaged damage(SeedFile file) {
        FileModel original = file.model();
        if (original == null) {
            throw new IllegalArgumentException(file.name());
        }
        FileModel model = original.copy();
        while (true) {
            Chunk chunk = model.chunks.get(random.nextInt(model.chunks.size()));
            List<Page> pages = damageable(chunk);
            if (!pages.isEmpty()) {
                Page page = pages.get(random.nextInt(pages.size()));
                int at = chunk.pages.indexOf(page);
                chunk.pages.set(at, new Page(page.header(), changed(page.body()), page.headerBytes()));
                return damaged(model, chunk, at);
            }
        }
    }

    private byte[] changed(byte[] body) {
        byte[] changed = body.clone();
        int at = random.nextInt(changed.length);
        ByteMutator bytes = new ByteMutator(random);
        for (int i = at; i < Math.min(changed.length, at + 1 + random.nextInt(4)); i++) {
            changed[i] = bytes.changed(changed[i]);
        }
        return changed;
    }

    private static Damaged damaged(FileModel model, Chunk chunk, int page) {
        byte[] bytes = model.assemble();
        boolean dictionary = chunk.pages.get(0).isDictionary();
        int ordinal = dictionary ? page - 1 : page;
        if (chunk.offsetIndex == null || ordinal < 0) {
            return new Damaged(bytes, -1, -1);
        }
        long start = 0;
        List<ThriftValue> rowGroups = model.footer.elementsOf(FooterFields.ROW_GROUPS);
        for (int i = 0; i < chunk.rowGroup; i++) {
            start += rowGroups.get(i).numberOf(FooterFields.ROW_GROUP_ROWS, 0);
        }
        List<ThriftValue> locations = chunk.offsetIndex.elementsOf(FooterFields.PAGE_LOCATIONS);
        ThriftValue next = ordinal + 1 < locations.size() ? locations.get(ordinal + 1) : null;
        long end = next == null
                ? rowGroups.get(chunk.rowGroup).numberOf(FooterFields.ROW_GROUP_ROWS, 0)
                : next.numberOf(FooterFields.LOCATION_FIRST_ROW, 0);
        long first = locations.get(ordinal).numberOf(FooterFields.LOCATION_FIRST_ROW, 0);
        return new Damaged(bytes, start + first, start + end);
    }
}
