package io.pq2.fuzz.file;

import io.pq2.fuzz.bytes.ByteMutator;
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

    /** Returns a copy of a file with up to four changed adjacent bytes in a page, which CRC-32 always detects. */
    public byte[] damage(SeedFile file) {
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
                byte[] body = page.body().clone();
                int at = random.nextInt(body.length);
                ByteMutator bytes = new ByteMutator(random);
                for (int i = at; i < Math.min(body.length, at + 1 + random.nextInt(4)); i++) {
                    body[i] = bytes.changed(body[i]);
                }
                chunk.pages.set(chunk.pages.indexOf(page), new Page(page.header(), body, page.headerBytes()));
                return model.assemble();
            }
        }
    }
}
