package io.pq2.internal.read.decode;

import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.fetch.ChunkPart;
import java.util.ArrayList;
import java.util.List;

/** Ranges around rows that are kept, each as long as nothing between them is missing. */
public final class RowHulls {

    private final RowRanges within;
    private final List<ChunkPart> parts = new ArrayList<>();

    /**
     * @param within ranges beyond which none may reach
     * @param parts the pages of chunks that are there, null for all of a chunk
     */
    public RowHulls(RowRanges within, ChunkPart[] parts) {
        this.within = within;
        for (ChunkPart part : parts) {
            if (part != null) {
                this.parts.add(part);
            }
        }
    }

    /**
     * The fewest ranges that have all of some rows, each within one stretch of the pages of each chunk.
     *
     * @param kept rows of which each run lies in one stretch
     */
    public RowRanges around(RowRanges kept) {
        RowRanges.Builder hulls = new RowRanges.Builder();
        int[] stretches = new int[parts.size()];
        int first = 0;
        for (int i = 1; i <= kept.size(); i++) {
            if (i == kept.size() || !reaches(kept.to(i - 1) - 1, kept.from(i), stretches)) {
                hulls.add(kept.from(first), kept.to(i - 1));
                first = i;
            }
        }
        return hulls.build();
    }

    /**
     * Whether everything from one row to another is there.
     *
     * @param stretches by part: the stretch of a row in front of both, which becomes that of the second
     */
    private boolean reaches(long row, long next, int[] stretches) {
        boolean reaches = within.firstEndingBehind(row) == within.firstEndingBehind(next);
        for (int i = 0; i < stretches.length; i++) {
            int stretch = stretch(i, row, stretches[i]);
            stretches[i] = stretch(i, next, stretch);
            reaches &= stretch == stretches[i];
        }
        return reaches;
    }

    private int stretch(int part, long row, int from) {
        int stretch = from;
        while (parts.get(part).stretches().get(stretch).endRow() <= row) {
            stretch++;
        }
        return stretch;
    }
}
