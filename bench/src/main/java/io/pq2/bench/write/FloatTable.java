package io.pq2.bench.write;

import io.pq2.record.RecordValue;
import java.util.SplittableRandom;

/**
 * Sensor readings: random walks, rounded decimals, noise of full precision, few distinct values, with and without
 * nulls.
 */
final class FloatTable {

    private static final String SCHEMA = """
            message floats {
              optional int64 time (TIMESTAMP(MICROS, true));
              optional double walk;
              optional double walk_rounded;
              optional double price;
              optional double latitude;
              optional double noise;
              optional double level;
              optional double sparse;
              optional float walk_float;
              optional float percent;
              optional float noise_float;
              optional float level_float;
            }""";

    private static final long START_MICROS = 1_700_000_000_000_000L;
    private static final int SECOND = 1_000_000;
    private static final int LEVELS = 40;
    private static final double NULLS = 0.3;

    private FloatTable() {}

    static Table of(int rows) {
        TableBuilder table = new TableBuilder("floats", SCHEMA);
        SplittableRandom random = new SplittableRandom(1);
        double walk = 20;
        double latitude = 47.5;
        for (int i = 0; i < rows; i++) {
            walk += random.nextDouble() - 0.5 + (20 - walk) / 1000; // pulled back to the range of temperatures
            latitude += (random.nextDouble() - 0.5) / 1000;
            RecordValue row = table.row();
            row.setLong(0, START_MICROS + (long) i * SECOND + random.nextInt(1000))
                    .setDouble(1, walk)
                    .setDouble(2, Math.rint(walk * 10) / 10)
                    .setDouble(3, Math.rint(Math.exp(random.nextDouble() * 7) * 100) / 100)
                    .setDouble(4, Math.rint(latitude * 1e6) / 1e6)
                    .setDouble(5, random.nextDouble() * 2 - 1)
                    .setDouble(6, random.nextInt(LEVELS) * 0.37)
                    .setFloat(8, (float) walk)
                    .setFloat(9, random.nextInt(1001) / 10f)
                    .setFloat(10, (float) (random.nextDouble() * 2 - 1))
                    .setFloat(11, random.nextInt(LEVELS) * 0.37f);
            if (random.nextDouble() >= NULLS) {
                row.setDouble(7, Math.rint(random.nextDouble() * 1e5) / 1e3);
            }
            table.endRow();
        }
        return table.build();
    }
}
