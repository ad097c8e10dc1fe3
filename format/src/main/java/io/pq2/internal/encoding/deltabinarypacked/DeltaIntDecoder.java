package io.pq2.internal.encoding.deltabinarypacked;

import io.pq2.internal.encoding.IntDecoder;
import java.util.Arrays;
import java.util.Objects;

/**
 * DELTA_BINARY_PACKED INT32, which are also the lengths in the other delta encodings. Sums wrap around. Values that are skipped are
 * added up only when another one is read after them.
 */
public final class DeltaIntDecoder implements IntDecoder {

    private static final int CHUNK = 512;

    private final DeltaRuns runs;
    /** Values that were neither read nor skipped. */
    private int left;
    /** Values that were skipped and not passed over yet. */
    private int owed;

    private boolean begun;
    private int last;
    private int[] scratch;

    public DeltaIntDecoder(byte[] bytes, int offset, int limit) {
        runs = new DeltaRuns(bytes, offset, limit);
        left = runs.count();
    }

    /** Where the encoded bytes end; to be asked before anything is read or skipped. */
    public int end() {
        return runs.end();
    }

    @Override
    public void read(int[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        take(count);
        passOver();
        int at = offset;
        int end = offset + count;
        if (!begun && at < end) {
            dst[at++] = begin();
        }
        while (at < end) {
            int deltas = runs.inRun(end - at);
            int min = (int) runs.minDelta();
            if (runs.width() == 0) {
                runs.pass(deltas);
                ramp(dst, at, deltas, min);
            } else {
                runs.unpack(dst, at, deltas);
                sum(dst, at, deltas, min);
            }
            at += deltas;
        }
    }

    private void ramp(int[] dst, int offset, int count, int step) {
        if (step == 0) {
            Arrays.fill(dst, offset, offset + count, last);
            return;
        }
        int value = last;
        for (int i = offset; i < offset + count; i++) {
            value += step;
            dst[i] = value;
        }
        last = value;
    }

    private void sum(int[] dst, int offset, int count, int min) {
        int value = last;
        for (int i = offset; i < offset + count; i++) {
            value += dst[i] + min;
            dst[i] = value;
        }
        last = value;
    }

    @Override
    public void skip(int count) {
        take(count);
        owed += count;
    }

    private void take(int count) {
        require(count);
        left -= count;
    }

    /** Checks that so many values were neither read nor skipped. */
    public void require(long values) {
        if (values > left) {
            throw runs.tooFew(runs.count() - left + values);
        }
    }

    private int begin() {
        begun = true;
        last = (int) runs.firstValue();
        return last;
    }

    private void passOver() {
        if (owed > 0 && !begun) {
            begin();
            owed--;
        }
        while (owed > 0) {
            int deltas = runs.inRun(owed);
            int sum = 0;
            if (runs.width() == 0) {
                runs.pass(deltas);
            } else {
                if (scratch == null) {
                    scratch = new int[CHUNK];
                }
                deltas = Math.min(deltas, CHUNK);
                runs.unpack(scratch, 0, deltas);
                for (int i = 0; i < deltas; i++) {
                    sum += scratch[i];
                }
            }
            last += sum + deltas * (int) runs.minDelta();
            owed -= deltas;
        }
    }
}
