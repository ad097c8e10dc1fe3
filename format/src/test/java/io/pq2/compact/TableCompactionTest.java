package io.pq2.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.compact.TableFileSystem.Entry;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.EncryptionException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SortingColumn;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordWriter;
import io.pq2.rewrite.KeyConflict;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.schema.Schema;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.SortedBy;
import io.pq2.write.WriteOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableCompactionTest {

    @TempDir
    Path directory;

    private SmallFilesTable table;

    @BeforeEach
    void createTable() {
        table = new SmallFilesTable(directory.resolve("table"));
    }

    private TableCompaction compaction(CompactionOptions options) {
        return TableCompaction.of(new LocalTableFileSystem(), table.path().toString(), options);
    }

    private CompactionResult compact(CompactionOptions options) throws IOException {
        TableCompaction compaction = compaction(options);
        compaction.recover();
        return compaction.run(compaction.plan(), CompactionListener.NONE);
    }

    private CompactionResult compact() throws IOException {
        CompactionResult result = compact(CompactionOptions.DEFAULT);
        assertThat(result.failures()).isEmpty();
        return result;
    }

    private static FileMetaData footer(Path file) throws IOException {
        try (ParquetFile opened = ParquetFile.open(new LocalInputFile(file))) {
            return opened.metadata();
        }
    }

    private List<String> names() throws IOException {
        return table.visible().stream()
                .map(file -> table.path().relativize(file).toString())
                .toList();
    }

    @Test
    void manyTinyFilesBecomeOneFileWithOneRowGroup() throws IOException {
        for (int i = 0; i < 200; i++) {
            table.add("part-" + i + ".parquet", 5);
        }
        CompactionResult result = compact();
        assertThat(result.replacedFiles()).isEqualTo(200);
        assertThat(table.visible()).hasSize(1);
        FileMetaData footer = footer(table.visible().get(0));
        assertThat(footer.rowGroups()).hasSize(1);
        assertThat(footer.numRows()).isEqualTo(1_000);
        assertThat(table.read()).contains(table.expected());
        assertThat(table.all()).isEqualTo(table.visible());
        assertThat(compaction(CompactionOptions.DEFAULT).plan().groups()).isEmpty();
    }

    @Test
    void largeRowGroupsAreCopiedWithTheirPages() throws IOException {
        table.add("a.parquet", 5_000);
        table.add("b.parquet", 5_000);
        RowGroup before = footer(table.path().resolve("a.parquet")).rowGroups().get(0);
        CompactionResult result = compact(CompactionOptions.builder()
                .rewrite(RewriteOptions.builder().combineBelow(1_000).build())
                .build());
        assertThat(result.files().get(0).rowGroupsCopied()).isEqualTo(2);
        List<RowGroup> after = footer(table.visible().get(0)).rowGroups();
        assertThat(after).hasSize(2);
        assertThat(after.get(0).totalCompressedSize()).isEqualTo(before.totalCompressedSize());
        assertThat(table.read()).contains(table.expected());
    }

    /** Keys that a KMS refuses for some files. */
    private static CompactionOptions refusing(Predicate<String> refused, EncryptionException reason) {
        return CompactionOptions.builder()
                .keys(new TableKeys() {
                    @Override
                    public @Nullable FileDecryptionProperties decryption(String file) {
                        if (refused.test(file)) {
                            throw reason;
                        }
                        return null;
                    }

                    @Override
                    public @Nullable FileEncryptionProperties encryption(String file, Schema schema) {
                        return null;
                    }
                })
                .build();
    }

    @Test
    void aKmsThatIsNotAvailableEndsThePlanning() throws IOException {
        table.add("a.parquet", 10);
        table.add("b.parquet", 10);
        KmsUnavailableException down = new KmsUnavailableException("kms", "key", "it is down", null);
        assertThatThrownBy(() -> compaction(refusing(file -> file.endsWith("b.parquet"), down))
                        .plan())
                .isSameAs(down);
    }

    @Test
    void deniedKeysEndACompactionThatReadsNoFileOrMustReadAll() throws IOException {
        table.add("a.parquet", 10);
        table.add("b.parquet", 10);
        KeyDeniedException denied = new KeyDeniedException("the key is denied");
        CompactionPlan none = compaction(refusing(file -> true, denied)).plan();
        assertThat(none.failures()).hasSize(2);
        assertThat(none.undecryptable(false)).contains(none.failures().get(0));
        assertThat(none.failures().get(0).cause()).isSameAs(denied);
        table.add("c.parquet", 10);
        CompactionPlan some =
                compaction(refusing(file -> file.endsWith("b.parquet"), denied)).plan();
        assertThat(some.groups()).hasSize(1);
        assertThat(some.undecryptable(false)).isEmpty();
        assertThat(some.undecryptable(true)).contains(some.failures().get(0));
        assertThat(compaction(CompactionOptions.DEFAULT).plan().undecryptable(true))
                .isEmpty();
    }

    @Test
    void eachPartitionIsCompactedOnItsOwn() throws IOException {
        for (int i = 0; i < 3; i++) {
            table.add("day=1/part-" + i + ".parquet", 10);
            table.add("day=2/part-" + i + ".parquet", 10);
        }
        table.add("day=3/only.parquet", 10);
        compact();
        assertThat(names()).hasSize(3);
        assertThat(names().get(0)).startsWith("day=1/part-2_pq2-");
        assertThat(names().get(1)).startsWith("day=2/part-2_pq2-");
        assertThat(names().get(2)).isEqualTo("day=3/only.parquet");
        assertThat(table.read()).contains(table.expected());
    }

    @Test
    void newFilesAreAtMostAsLargeAsTheirTarget() throws IOException {
        for (int i = 0; i < 10; i++) {
            table.add("part-" + i + ".parquet", 100);
        }
        long bytes = Files.size(table.path().resolve("part-0.parquet"));
        CompactionPlan plan = compaction(
                        CompactionOptions.builder().targetBytes(4 * bytes).build())
                .plan();
        assertThat(plan.groups()).allSatisfy(group -> {
            assertThat(group.bytes()).isLessThanOrEqualTo(4 * bytes);
            assertThat(group.files()).hasSizeBetween(2, 4);
        });
        assertThat(plan.files() + plan.keptFiles()).isEqualTo(10);
        assertThat(plan.groups()).hasSizeBetween(2, 4);
        assertThat(names()).as("a plan changes nothing").hasSize(10);
    }

    @Test
    void filesOfDifferentSchemasMetadataBucketsAndAccessStayApart() throws IOException {
        table.add("a.parquet", 1);
        table.add("b.parquet", 1);
        for (String name : List.of("c.parquet", "d.parquet")) {
            try (RecordWriter writer = RecordWriter.create(
                    LocalOutputFile.of(table.path().resolve(name)),
                    "message m { required int32 id; optional binary text (STRING); }",
                    WriteOptions.DEFAULT)) {
                writer.write(writer.record().setInt("id", 1));
            }
        }
        WriteOptions keyed = WriteOptions.builder().keyValueMetadata("key", "1").build();
        table.add("e.parquet", 1, keyed);
        table.add("f.parquet", 1, keyed);
        table.add("g_00001.c000.parquet", 1);
        table.add("h_00001.c000.parquet", 1);
        table.add("i_00002.parquet", 1);
        table.add("j_00002.parquet", 1);
        Path open = table.add("k.parquet", 1);
        Path other = table.add("l.parquet", 1);
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-rw-rw-"));
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rw-rw-rw-"));
        CompactionPlan plan = compaction(CompactionOptions.DEFAULT).plan();
        assertThat(plan.groups().stream()
                        .map(group -> group.files().stream().map(Entry::name).toList()))
                .containsExactly(
                        List.of("a.parquet", "b.parquet"),
                        List.of("c.parquet", "d.parquet"),
                        List.of("e.parquet", "f.parquet"),
                        List.of("g_00001.c000.parquet", "h_00001.c000.parquet"),
                        List.of("i_00002.parquet", "j_00002.parquet"),
                        List.of("k.parquet", "l.parquet"));
        assertThat(compaction(CompactionOptions.builder()
                                .rewrite(RewriteOptions.builder()
                                        .keyConflict(KeyConflict.LEAVE_OUT)
                                        .build())
                                .build())
                        .plan()
                        .groups())
                .hasSize(5);
        compact();
        assertThat(names()).anyMatch(name -> name.matches("h_00001_pq2-.*_00001\\.parquet"));
        Path shared = table.visible().stream()
                .filter(file -> file.getFileName().toString().startsWith("l_"))
                .findFirst()
                .orElseThrow();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(shared)))
                .isEqualTo("rw-rw-rw-");
    }

    @Test
    void theCodecAndRequestedBloomFiltersAreThoseOfTheOptions() throws IOException {
        table.add("a.parquet", 100);
        table.add("b.parquet", 100);
        compact(CompactionOptions.builder()
                .rewrite(RewriteOptions.builder().codec(CompressionCodec.ZSTD).build())
                .bloomFilters(List.of("id"))
                .build());
        RowGroup rowGroup = footer(table.visible().get(0)).rowGroups().get(0);
        ColumnMetaData id = rowGroup.columns().get(0).metadata();
        assertThat(id.codec()).isEqualTo(CompressionCodec.ZSTD);
        assertThat(id.bloomFilterOffset()).isNotNull();
        assertThat(rowGroup.columns().get(1).metadata().bloomFilterOffset()).isNull();
        assertThat(table.read()).contains(table.expected());
    }

    @Test
    void combinedRowGroupsKeepBloomFiltersAndTheDeclaredOrder() throws IOException {
        WriteOptions options = WriteOptions.builder()
                .sortedBy(SortedBy.descending("text"))
                .bloomFilter("text", BloomFilterOptions.ON.withEvenWithDictionary(true))
                .build();
        for (int i = 0; i < 5; i++) {
            table.add("part-" + i + ".parquet", 1, options);
        }
        compact();
        RowGroup rowGroup = footer(table.visible().get(0)).rowGroups().get(0);
        assertThat(rowGroup.numRows()).isEqualTo(5);
        assertThat(rowGroup.sortingColumns()).containsExactly(new SortingColumn(1, true, false));
        assertThat(rowGroup.columns().get(1).metadata().bloomFilterOffset()).isNotNull();
        assertThat(table.read()).contains(table.expected());
    }

    @Test
    void rowsAreSortedOnRequest() throws IOException {
        table.add("a.parquet", 3_000);
        table.add("b.parquet", 2_000);
        compact(CompactionOptions.builder()
                .sortedBy(List.of(SortedBy.descending("id")))
                .build());
        RowGroup rowGroup = footer(table.visible().get(0)).rowGroups().get(0);
        assertThat(rowGroup.numRows()).isEqualTo(5_000);
        assertThat(rowGroup.sortingColumns()).containsExactly(new SortingColumn(0, true, false));
        assertThat(table.read()).contains(table.expected());
    }

    @Test
    void allFilesAreRewrittenOnRequest() throws IOException {
        table.add("only.parquet", 100);
        CompactionOptions options = CompactionOptions.builder()
                .allFiles(true)
                .rewrite(RewriteOptions.builder().codec(CompressionCodec.ZSTD).build())
                .build();
        assertThat(compact(options).files()).hasSize(1);
        assertThat(footer(table.visible().get(0))
                        .rowGroups()
                        .get(0)
                        .columns()
                        .get(0)
                        .metadata()
                        .codec())
                .isEqualTo(CompressionCodec.ZSTD);
        assertThat(table.read()).contains(table.expected());
    }

    @Test
    void unreadableFilesAreReportedAndStay() throws IOException {
        table.add("a.parquet", 10);
        Files.writeString(table.path().resolve("b.parquet"), "This is not a Parquet file.");
        table.add("c.parquet", 10);
        CompactionPlan plan = compaction(CompactionOptions.DEFAULT).plan();
        assertThat(plan.failures()).hasSize(1);
        assertThat(plan.failures().get(0).path()).endsWith("b.parquet");
        compact();
        assertThat(names()).hasSize(2).contains("b.parquet");
    }

    @Test
    void filesThatChangedAfterThePlanAreKept() throws IOException {
        table.add("a.parquet", 10);
        Path changed = table.add("b.parquet", 10);
        TableCompaction compaction = compaction(CompactionOptions.DEFAULT);
        CompactionPlan plan = compaction.plan();
        Files.setLastModifiedTime(changed, java.nio.file.attribute.FileTime.fromMillis(1_000_000));
        CompactionResult result = compaction.run(plan, CompactionListener.NONE);
        assertThat(result.files()).isEmpty();
        assertThat(result.failures()).hasSize(1);
        assertThat(result.failures().get(0).reason()).contains("b.parquet was changed by others");
        assertThat(names()).containsExactly("a.parquet", "b.parquet");
        assertThat(table.all()).isEqualTo(table.visible());
    }

    @Test
    void aFileThatVanishesDuringTheCommitUndoesIt() throws IOException {
        table.add("a.parquet", 10);
        Path vanished = table.add("b.parquet", 10);
        KilledFileSystem files = new KilledFileSystem(Integer.MAX_VALUE, false, () -> {
            if (table.read().isEmpty()) {
                Files.deleteIfExists(vanished);
            }
        });
        TableCompaction compaction = TableCompaction.of(files, table.path().toString(), CompactionOptions.DEFAULT);
        CompactionResult result = compaction.run(compaction.plan(), CompactionListener.NONE);
        assertThat(result.failures().get(0).reason()).contains("b.parquet was deleted by others");
        assertThat(names()).containsExactly("a.parquet");
        assertThat(table.all()).isEqualTo(table.visible());
    }

    @Test
    void aFileThatIsAddedDuringTheCompactionStays() throws IOException {
        table.add("a.parquet", 10);
        table.add("b.parquet", 10);
        TableCompaction compaction = compaction(CompactionOptions.DEFAULT);
        CompactionPlan plan = compaction.plan();
        table.add("c.parquet", 10);
        assertThat(compaction.run(plan, CompactionListener.NONE).failures()).isEmpty();
        assertThat(names()).hasSize(2).contains("c.parquet");
        assertThat(table.read()).contains(table.expected());
    }

    @Test
    void aSecondCompactionOfADirectoryIsRefused() throws IOException {
        table.add("a.parquet", 10);
        table.add("b.parquet", 10);
        CompactionResult[] second = new CompactionResult[1];
        KilledFileSystem files = new KilledFileSystem(Integer.MAX_VALUE, false, () -> {
            if (second[0] == null
                    && Files.exists(table.path().resolve(".pq2-compaction"))
                    && table.all().stream().anyMatch(file -> file.toString().endsWith(".lock"))) {
                TableCompaction other = compaction(CompactionOptions.DEFAULT);
                second[0] = other.run(other.plan(), CompactionListener.NONE);
            }
        });
        TableCompaction first = TableCompaction.of(files, table.path().toString(), CompactionOptions.DEFAULT);
        assertThat(first.run(first.plan(), CompactionListener.NONE).failures()).isEmpty();
        assertThat(second[0].files()).isEmpty();
        assertThat(second[0].failures().get(0).reason())
                .contains("another compaction")
                .contains("is running");
        assertThat(table.read()).contains(table.expected());
        assertThat(table.all()).isEqualTo(table.visible()).hasSize(1);
    }

    @Test
    void aLockOfAnotherHostIsTakenOverOnlyOnRequest() throws IOException {
        table.add("a.parquet", 10);
        table.add("b.parquet", 10);
        Path work = Files.createDirectories(table.path().resolve(".pq2-compaction"));
        Files.createFile(work.resolve("0-0@1@2@elsewhere.lock"));
        assertThat(compaction(CompactionOptions.DEFAULT).plan().unfinished())
                .containsExactly(table.path().toString());
        assertThatThrownBy(this::compact)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("process 1 on host elsewhere, started at 1970-01-01T00:00:00Z")
                .hasMessageContaining("--take-over");
        compact(CompactionOptions.builder().takeOver(true).build());
        assertThat(table.all()).isEqualTo(table.visible()).hasSize(1);
    }

    @Test
    void aCompactionThatLosesItsLockChangesNothing() throws IOException {
        table.add("a.parquet", 10);
        table.add("b.parquet", 10);
        KilledFileSystem files = new KilledFileSystem(Integer.MAX_VALUE, false, () -> {
            for (Path file : table.all()) {
                if (file.toString().endsWith(".lock")) {
                    Files.delete(file);
                }
            }
        });
        TableCompaction compaction = TableCompaction.of(files, table.path().toString(), CompactionOptions.DEFAULT);
        CompactionResult result = compaction.run(compaction.plan(), CompactionListener.NONE);
        assertThat(result.failures().get(0).reason()).contains("has taken the compaction over");
        assertThat(names()).containsExactly("a.parquet", "b.parquet");
    }

    @Test
    void aCancelledCompactionLeavesNothing() throws IOException {
        table.add("a.parquet", 1_000);
        table.add("b.parquet", 1_000);
        TableCompaction compaction = compaction(CompactionOptions.DEFAULT);
        CompactionPlan plan = compaction.plan();
        CompactionListener cancelling = new CompactionListener() {
            @Override
            public void written(long bytes) {
                compaction.cancel();
            }
        };
        assertThatThrownBy(() -> compaction.run(plan, cancelling)).isInstanceOf(CancellationException.class);
        assertThat(names()).containsExactly("a.parquet", "b.parquet");
        assertThat(table.all()).isEqualTo(table.visible());
    }

    @Test
    void tablesOfFormatsAreRefused() throws IOException {
        table.add("p=1/a.parquet", 1);
        for (String log : List.of("_delta_log", ".hoodie", "_spark_metadata")) {
            Path created = Files.createDirectory(table.path().resolve(log));
            assertThatThrownBy(this::compact).isInstanceOf(InvalidDataException.class);
            TableCompaction ofPartition = TableCompaction.of(
                    new LocalTableFileSystem(), table.path().resolve("p=1").toString(), CompactionOptions.DEFAULT);
            assertThatThrownBy(ofPartition::plan)
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining(table.path().toString());
            Files.delete(created);
        }
        Path metadata = Files.createDirectory(directory.resolve("metadata"));
        Files.createFile(metadata.resolve("v1.metadata.json"));
        assertThatThrownBy(this::compact)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("rewrite_data_files");
        Files.delete(metadata.resolve("v1.metadata.json"));
        Files.createFile(table.path().resolve("_metadata"));
        assertThatThrownBy(this::compact)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("names the files of the table");
    }

    @Test
    void aBarrierWithoutAJournalIsAnError() throws IOException {
        table.add("a.parquet", 1);
        Files.createFile(table.path().resolve("~unfinished-compaction.run-pq2-compact-again.1-0.parquet"));
        assertThatThrownBy(this::compact).isInstanceOf(IOException.class).hasMessageContaining("journal is missing");
    }

    @Test
    void aMissingDirectoryIsAnError() {
        assertThatThrownBy(this::compact).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void aJournalCannotNameFilesOfOtherDirectories() throws IOException {
        Path victim = Files.writeString(directory.resolve("victim"), "x");
        table.add("a.parquet", 1);
        Path work = Files.createDirectories(table.path().resolve(".pq2-compaction"));
        Files.writeString(
                work.resolve("1-1-0.journal"),
                "{\"commit\":\"1-1-0\",\"new_file\":\"a.parquet\",\"bytes\":1,\"old_files\":"
                        + "[{\"name\":\"../victim\",\"bytes\":1,\"modified\":1}]}");
        assertThatThrownBy(this::compact).isInstanceOf(IOException.class).hasMessageContaining("outside");
        assertThat(victim).exists();
        assertThat(names()).containsExactly("a.parquet");
    }
}
