package io.pq2.it.s3a;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.it.CompactedTable;
import io.pq2.it.RandomKills;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Compacts a table on S3A, where a rename is a copy, and kills compactions. */
@Tag("clusters")
@ExtendWith(S3Store.Extension.class)
class S3aCompactionTest {

    /** The distance between the operations at which a process is killed: each kill needs a new table. */
    private static final int STEP = 4;

    private final S3Store store;

    S3aCompactionTest(S3Store store) {
        this.store = store;
    }

    @Test
    void aSecondRunRecoversFromAKill() throws IOException {
        int killed = 0;
        int loud = 0;
        boolean alive = false;
        for (int last = 1; !alive; last += STEP) {
            Path path = S3Store.path(S3Store.CLASSIC, "compaction/table" + last);
            CompactedTable table = new CompactedTable(path, store.configuration());
            alive = !table.compactUntilKilled(last, last / STEP % 2 == 0);
            killed += alive ? 0 : 1;
            loud += table.isReadable() ? 0 : 1;
            table.compact();
        }
        assertThat(killed).as("operations at which the process was killed").isGreaterThan(6);
        assertThat(loud).as("kills after which readers see the barrier").isPositive();
    }

    @Test
    void noRowIsLostOrDoubledByKillsAtRandomMoments(@TempDir java.nio.file.Path directory)
            throws IOException, InterruptedException {
        Path path = S3Store.path(S3Store.CLASSIC, "compaction/killed");
        new RandomKills(path, store.configuration(), directory).run();
    }
}
