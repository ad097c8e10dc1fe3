package io.pq2.internal.encoding.deltabinarypacked;

import io.pq2.internal.encoding.LongDecoder;
import java.util.Arrays;
import java.util.Objects;

/**
 * DELTA_BINARY_PACKED INT64. Sums wrap around. Values that are skipped are added up only when another one is read after them.
 */
public final class DeltaLongDecoder implements LongDecoder {

    private static final int CHUNK = 512;

    private final DeltaRuns runs;
    /** Values that were neither read nor skipped. */
    private int left;
    /** Values that were skipped and not passed over yet. */
    private int owed;

    private boolean begun;
    private long last;
    private long[] scratch;

    public DeltaLongDecoder(byte[] bytes, int offset, int limit) {
        runs = new DeltaRuns(bytes, offset, limit);
        left = runs.count();
    }

    @Override
    public void read(long[] dst, int offset, int count) {
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
            long min = runs.minDelta();
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

    private void ramp(long[] dst, int offset, int count, long step) {
        if (step == 0) {
            Arrays.fill(dst, offset, offset + count, last);
            return;
        }
        long value = last;
        for (int i = offset; i < offset + count; i++) {
            value += step;
            dst[i] = value;
        }
        last = value;
    }

    private void sum(long[] dst, int offset, int count, long min) {
        long value = last;
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
        if (count > left) {
            throw runs.tooFew((long) runs.count() - left + count);
        }
        left -= count;
    }

    private long begin() {
        begun = true;
        last = runs.firstValue();
        return last;
    }

    private void passOver() {
        if (owed > 0 && !begun) {
            begin();
            owed--;
        }
        while (owed > 0) {
            int deltas = runs.inRun(owed);
            long sum = 0;
            if (runs.width() == 0) {
                runs.pass(deltas);
            } else {
                if (scratch == null) {
                    scratch = new long[CHUNK];
                }
                deltas = Math.min(deltas, CHUNK);
                runs.unpack(scratch, 0, deltas);
                for (int i = 0; i < deltas; i++) {
                    sum += scratch[i];
                }
            }
            last += sum + deltas * runs.minDelta();
            owed -= deltas;
        }
    }
}
