package io.pq2.internal.encoding.dictionary;

import io.pq2.internal.encoding.DoubleDecoder;
import io.pq2.internal.encoding.rle.HybridRuns;
import io.pq2.vector.DoubleVector;
import java.util.Arrays;
import java.util.Objects;

/** Dictionary-encoded DOUBLE: ids are replaced by the entries, run by run. */
public final class DictionaryDoubleDecoder implements DoubleDecoder {

    private static final int CHUNK = 1024;

    private final DictionaryIdDecoder ids;
    private final double[] entries;
    private final int size;
    private final int[] scratch = new int[CHUNK];

    public DictionaryDoubleDecoder(byte[] bytes, int offset, int limit, DoubleVector dictionary) {
        this.ids = new DictionaryIdDecoder(bytes, offset, limit);
        this.entries = dictionary.values();
        this.size = dictionary.length();
    }

    @Override
    public void read(double[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        HybridRuns runs = ids.runs();
        int done = 0;
        while (done < count) {
            runs.require();
            int taken = Math.min(runs.left(), count - done);
            if (runs.isPacked()) {
                taken = Math.min(taken, CHUNK);
                gather(dst, offset + done, taken);
            } else {
                fill(runs, dst, offset + done, taken);
            }
            done += taken;
        }
    }

    private void gather(double[] dst, int offset, int count) {
        ids.readPacked(scratch, 0, count, size);
        for (int i = 0; i < count; i++) {
            dst[offset + i] = entries[scratch[i]];
        }
    }

    private void fill(HybridRuns runs, double[] dst, int offset, int count) {
        DictionaryIdDecoder.checkId(runs.value(), size);
        Arrays.fill(dst, offset, offset + count, entries[runs.value()]);
        runs.consume(count);
    }

    @Override
    public void skip(int count) {
        ids.skip(count);
    }
}
