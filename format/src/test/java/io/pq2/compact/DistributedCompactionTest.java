package io.pq2.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistributedCompactionTest {

    private static final TableFileSystem FILES = new LocalTableFileSystem();

    @TempDir
    Path directory;

    private SmallFilesTable template;
    private int tables;

    @BeforeEach
    void createTemplate() throws IOException {
        template = new SmallFilesTable(directory.resolve("template"));
        for (int i = 0; i < 3; i++) {
            template.add("p=1/part-" + i + ".parquet", 10);
            template.add("p=2/part-" + i + ".parquet", 10);
        }
    }

    private SmallFilesTable table() throws IOException {
        return template.copyTo(directory.resolve("table" + tables++));
    }

    private static TableCompaction of(TableFileSystem files, SmallFilesTable table) {
        return TableCompaction.of(files, table.path().toString(), CompactionOptions.DEFAULT);
    }

    private static DistributedCompaction begin(TableFileSystem files, SmallFilesTable table) throws IOException {
        return DistributedCompaction.begin(files, of(files, table).plan(), CompactionOptions.DEFAULT);
    }

    private static WrittenFile write(CompactionTask task, String attempt) throws IOException {
        return task.write(FILES, CompactionOptions.DEFAULT, attempt, bytes -> {});
    }

    private static void checkCompacted(SmallFilesTable table) throws IOException {
        assertThat(table.read()).contains(table.expected());
        assertThat(table.all()).as("no hidden file is left").isEqualTo(table.visible());
        assertThat(table.visible()).hasSize(2);
    }

    private static void checkUnchanged(SmallFilesTable table) throws IOException {
        assertThat(table.read()).contains(table.expected());
        assertThat(table.all()).as("no hidden file is left").isEqualTo(table.visible());
        assertThat(table.visible()).hasSize(6);
    }

    @SuppressWarnings("unchecked") // The object has the class of the one that was written.
    private static <T> T sent(T object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }

    @Test
    void tasksThatAreSentToOtherProcessesWriteFiles() throws Exception {
        SmallFilesTable table = table();
        try (DistributedCompaction compaction = begin(FILES, table)) {
            assertThat(compaction.tasks()).hasSize(2);
            for (CompactionTask task : compaction.tasks()) {
                WrittenFile file = sent(write(sent(task), "1"));
                assertThat(table.read()).contains(table.expected());
                CompactedFile replaced = compaction.commit(file);
                assertThat(replaced.group()).isEqualTo(task.group());
                assertThat(Files.size(Path.of(replaced.path()))).isEqualTo(replaced.bytes());
            }
        }
        checkCompacted(table);
    }

    @Test
    void onlyOneAttemptOfATaskIsCommitted() throws IOException {
        SmallFilesTable table = table();
        try (DistributedCompaction compaction = begin(FILES, table)) {
            for (CompactionTask task : compaction.tasks()) {
                WrittenFile first = write(task, "1");
                WrittenFile second = write(task, "2-b");
                compaction.commit(second);
                assertThatThrownBy(() -> compaction.commit(first))
                        .isInstanceOf(InvalidDataException.class)
                        .hasMessageContaining("already replaced");
            }
        }
        checkCompacted(table);
    }

    @Test
    void attemptsHaveSafeNames() throws IOException {
        SmallFilesTable table = table();
        try (DistributedCompaction compaction = begin(FILES, table)) {
            CompactionTask task = compaction.tasks().get(0);
            for (String name : List.of("", "../1", "a_b", "1".repeat(101))) {
                assertThatThrownBy(() -> write(task, name))
                        .isInstanceOf(InvalidDataException.class)
                        .hasMessageContaining("letters, digits and hyphens");
            }
        }
        checkUnchanged(table);
    }

    @Test
    void filesThatAreNotCommittedLeaveNoTrace() throws IOException {
        SmallFilesTable table = table();
        WrittenFile file;
        DistributedCompaction compaction = begin(FILES, table);
        try (compaction) {
            file = write(compaction.tasks().get(0), "1");
        }
        checkUnchanged(table);
        assertThatThrownBy(() -> compaction.commit(file)).hasMessageContaining("it is closed");
        compaction.close();
        try (DistributedCompaction other = begin(FILES, table)) {
            assertThatThrownBy(() -> other.commit(file)).hasMessageContaining("not of this compaction");
        }
        checkUnchanged(table);
    }

    @Test
    void aChangedFileKeepsItsGroup() throws IOException {
        SmallFilesTable table = table();
        try (DistributedCompaction compaction = begin(FILES, table)) {
            CompactionTask task = compaction.tasks().get(0);
            WrittenFile file = write(task, "1");
            Path changed = Path.of(task.group().files().get(1).path());
            Files.setLastModifiedTime(changed, java.nio.file.attribute.FileTime.fromMillis(1_000));
            assertThatThrownBy(() -> compaction.commit(file))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(changed.toString())
                    .hasMessageContaining("changed by others");
        }
        checkUnchanged(table);
    }

    @Test
    void twoCompactionsOfADirectoryExcludeEachOther() throws IOException {
        SmallFilesTable table = table();
        CompactionPlan plan = of(FILES, table).plan();
        try (DistributedCompaction compaction = begin(FILES, table)) {
            try (DistributedCompaction second = DistributedCompaction.begin(FILES, plan, CompactionOptions.DEFAULT)) {
                assertThat(second.tasks()).isEmpty();
                assertThat(second.failures())
                        .hasSize(2)
                        .allMatch(failure -> failure.reason().contains("another compaction of"));
            }
            assertThat(of(FILES, table).run(plan, CompactionListener.NONE).failures())
                    .hasSize(2);
            for (CompactionTask task : compaction.tasks()) {
                compaction.commit(write(task, "1"));
            }
        }
        checkCompacted(table);
    }

    @Test
    void onlySomeDirectoriesArePlanned() throws IOException {
        SmallFilesTable table = table();
        CompactionPlan plan = of(FILES, table).plan(path -> path.endsWith("p=2"));
        assertThat(plan.directories()).singleElement().satisfies(planned -> {
            assertThat(planned.path()).endsWith("p=2");
            assertThat(planned.files()).isEqualTo(3);
            assertThat(planned.bytes()).isEqualTo(plan.bytes());
        });
        assertThat(plan.groups()).hasSize(1);
        CompactionPlan other = of(FILES, table).plan(path -> path.endsWith("p=1"));
        CompactionPlan whole = of(FILES, table).plan();
        CompactionPlan union = CompactionPlan.union(List.of(other, plan));
        assertThat(union.groups()).isEqualTo(whole.groups());
        assertThat(union.files()).isEqualTo(6);
        // The whole plan also has the directory above the partitions, without files.
        assertThat(whole.directories()).hasSize(3).containsAll(union.directories());
    }

    /** Compacts until the process is killed. */
    private static void compactUntilKilled(KilledFileSystem files, SmallFilesTable table) {
        try (DistributedCompaction compaction = begin(files, table)) {
            for (CompactionTask task : compaction.tasks()) {
                compaction.commit(write(task, "1"));
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("killed");
        }
    }

    @Test
    void eitherCompactionRecoversFromAKillOfTheOther() throws IOException {
        int killed = 0;
        int barriers = 0;
        boolean completed = false;
        for (int last = 0; !completed; last++) {
            SmallFilesTable table = table();
            KilledFileSystem files = new KilledFileSystem(last, last % 2 == 0, () -> {});
            boolean distributedFirst = last % 4 < 2;
            if (distributedFirst) {
                compactUntilKilled(files, table);
            } else {
                try {
                    of(files, table).run(of(files, table).plan(), CompactionListener.NONE);
                } catch (IOException e) {
                    assertThat(e).hasMessageContaining("killed");
                }
            }
            completed = !files.isKilled();
            killed += completed ? 0 : 1;
            Optional<List<Long>> rows = table.read();
            rows.ifPresent(found -> assertThat(found).isEqualTo(table.expected()));
            barriers += rows.isEmpty() ? 1 : 0;
            if (distributedFirst) {
                of(FILES, table).recover();
                of(FILES, table).run(of(FILES, table).plan(), CompactionListener.NONE);
            } else {
                of(FILES, table).recover();
                compactUntilKilled(new KilledFileSystem(Integer.MAX_VALUE, false, () -> {}), table);
            }
            checkCompacted(table);
        }
        assertThat(killed).as("operations at which the process was killed").isGreaterThan(40);
        assertThat(barriers).as("kills after which readers see the barrier").isGreaterThan(5);
    }
}
