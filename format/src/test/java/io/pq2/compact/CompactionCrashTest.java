package io.pq2.compact;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.compact.KilledFileSystem.Observer;
import io.pq2.compact.TableFileSystem.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a compaction at each of its operations. Readers never see a row twice or miss one; the next run recovers. */
class CompactionCrashTest {

    private static final int NEVER = Integer.MAX_VALUE;

    @TempDir
    Path directory;

    private SmallFilesTable template;
    private CompactionOptions options;
    private int tables;

    /** Creates a table of two partitions; the files of one become two groups, the files of the other one. */
    @BeforeEach
    void createTemplate() throws IOException {
        template = new SmallFilesTable(directory.resolve("template"));
        for (int i = 0; i < 4; i++) {
            template.add("p=1/part-" + i + ".parquet", 10 + i);
        }
        template.add("p=2/part-0.parquet", 5);
        template.add("p=2/part-1.parquet", 5);
        long bytes = SmallFilesTable.entry(template.path().resolve("p=1/part-3.parquet"))
                .length();
        options = CompactionOptions.builder().targetBytes(2 * bytes + bytes / 2).build();
    }

    /** Returns a copy of the table. */
    private SmallFilesTable table() throws IOException {
        return template.copyTo(directory.resolve("table" + tables++));
    }

    private CompactionResult compact(TableFileSystem files, SmallFilesTable table) throws IOException {
        TableCompaction compaction = TableCompaction.of(files, table.path().toString(), options);
        compaction.recover();
        return compaction.run(compaction.plan(), CompactionListener.NONE);
    }

    /** Compacts until the process is killed; failures of groups are part of the result. */
    private void compactUntilKilled(KilledFileSystem files, SmallFilesTable table) {
        try {
            compact(files, table);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("killed");
        }
    }

    private void checkRecovered(SmallFilesTable table) throws IOException {
        CompactionResult result = compact(new LocalTableFileSystem(), table);
        assertThat(result.failures()).isEmpty();
        assertThat(table.read()).contains(table.expected());
        assertThat(table.all()).as("no hidden file is left").isEqualTo(table.visible());
        assertThat(table.visible()).hasSizeLessThanOrEqualTo(3);
    }

    private void checkView(SmallFilesTable table) throws IOException {
        Optional<List<Long>> rows = table.read();
        if (rows.isPresent()) {
            assertThat(rows.get()).isEqualTo(table.expected());
        }
    }

    @Test
    void readersSeeAllRowsOnceOrTheBarrierAfterEachOperation() throws IOException {
        SmallFilesTable table = table();
        List<Boolean> readable = new ArrayList<>();
        Observer observer = () -> {
            checkView(table);
            readable.add(table.read().isPresent());
        };
        KilledFileSystem files = new KilledFileSystem(NEVER, false, observer);
        CompactionResult result = compact(files, table);
        assertThat(result.failures()).isEmpty();
        assertThat(result.files()).hasSize(3);
        assertThat(readable).contains(true, false);
        assertThat(readable.get(readable.size() - 1)).isTrue();
        // The barrier, the new file, the mark, two sources: for each of three groups a few operations.
        assertThat(readable.stream().filter(each -> !each).count()).isBetween(15L, 30L);
        checkRecovered(table);
    }

    @Test
    void aSecondRunRecoversFromAKillAtEachOperation() throws IOException {
        int killed = 0;
        int loud = 0;
        for (boolean lastIsDone : List.of(false, true)) {
            boolean completed = false;
            for (int last = 0; !completed; last++) {
                SmallFilesTable table = table();
                KilledFileSystem files = new KilledFileSystem(last, lastIsDone, () -> {});
                compactUntilKilled(files, table);
                completed = !files.isKilled();
                killed += completed ? 0 : 1;
                checkView(table);
                loud += table.read().isEmpty() ? 1 : 0;
                checkRecovered(table);
            }
        }
        assertThat(killed).as("operations at which the process was killed").isGreaterThan(150);
        assertThat(loud).as("kills after which readers see the barrier").isGreaterThan(20);
    }

    @Test
    void aThirdRunRecoversFromAKillOfTheSecond() throws IOException {
        int killedTwice = 0;
        boolean completed = false;
        for (int last = 0; !completed; last += 3) {
            boolean recovered = false;
            for (int second = 0; !recovered; second += 3) {
                SmallFilesTable table = table();
                KilledFileSystem files = new KilledFileSystem(last, true, () -> {});
                compactUntilKilled(files, table);
                completed = !files.isKilled();
                if (completed || table.read().isPresent()) {
                    break;
                }
                KilledFileSystem again = new KilledFileSystem(second, false, () -> checkView(table));
                TableCompaction recovery =
                        TableCompaction.of(again, table.path().toString(), options);
                try {
                    recovery.recover();
                } catch (IOException e) {
                    assertThat(e).hasMessageContaining("killed");
                }
                recovered = !again.isKilled();
                killedTwice += recovered ? 0 : 1;
                checkView(table);
                checkRecovered(table);
            }
        }
        assertThat(killedTwice).isGreaterThan(20);
    }

    @Test
    void anInterruptedReplacementIsUndoneBeforeTheMarkAndCompletedAfterIt() throws IOException {
        List<String> outcomes = new ArrayList<>();
        boolean completed = false;
        for (int last = 0; !completed; last++) {
            SmallFilesTable table = table();
            KilledFileSystem files = new KilledFileSystem(last, false, () -> {});
            compactUntilKilled(files, table);
            completed = !files.isKilled();
            List<Entry> p1 =
                    new LocalTableFileSystem().list(table.path().resolve("p=1").toString());
            boolean barrier = p1.stream().anyMatch(entry -> entry.name().startsWith("~"));
            TableCompaction recovery =
                    TableCompaction.of(new LocalTableFileSystem(), table.path().toString(), options);
            for (TableCompaction.RecoveredDirectory recovered : recovery.recover()) {
                if (barrier) {
                    outcomes.add(recovered.completed() + " completed, " + recovered.undone() + " undone");
                }
            }
            assertThat(table.read()).contains(table.expected());
        }
        assertThat(outcomes).contains("1 completed, 0 undone", "0 completed, 1 undone");
    }
}
