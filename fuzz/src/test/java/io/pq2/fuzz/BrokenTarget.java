package io.pq2.fuzz;

import io.pq2.fuzz.check.Checks;
import io.pq2.fuzz.targets.Target;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** A target whose cases fail in the same way, with other numbers in the message. */
final class BrokenTarget implements Target {

    @Override
    public String name() {
        return "broken";
    }

    @Override
    public Set<Oracle> oracles() {
        return EnumSet.of(Oracle.VECTORS);
    }

    @Override
    public int run(SplittableRandom random, Checks checks) {
        checks.input("parquet", new byte[] {1, 2, 3});
        checks.that(false, Oracle.VECTORS, "rows: 2 of 1");
        return 1;
    }

    @Override
    public void replay(Map<String, byte[]> input, SplittableRandom random, Checks checks) {
        checks.that(input.isEmpty(), Oracle.VECTORS, "input");
    }
}
