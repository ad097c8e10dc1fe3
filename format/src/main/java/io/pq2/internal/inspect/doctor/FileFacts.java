package io.pq2.internal.inspect.doctor;

import io.pq2.inspect.TableDiagnosis;
import io.pq2.inspect.TableDiagnosis.Kind;
import io.pq2.inspect.TableDiagnosis.Remedy;
import io.pq2.inspect.TableDoctor;
import io.pq2.internal.exception.NumberText;
import io.pq2.metadata.RowGroup;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Schema;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Facts about files and row groups. */
public final class FileFacts {

    /** A file of this size is worth a task of its own, as the splits of Spark are. */
    private static final long TARGET_BYTES = 128L << 20;

    /** A partition is skewed if it has this many times the bytes of the median. */
    private static final int SKEW = 10;

    /** Fewer partitions have no meaningful median. */
    private static final int MIN_PARTITIONS = 5;

    private static final int MAX_NAME = 60;

    private final Map<String, Long> bytesByPartition = new TreeMap<>();
    private final Map<String, Long> smallFilesByPartition = new HashMap<>();
    private final Map<String, Long> filesByWriter = new TreeMap<>();
    private final Map<Schema, Long> filesBySchema = new HashMap<>();
    private final Set<Long> filesWithSmallGroups = new HashSet<>();
    private final Set<Long> filesWithLargeGroups = new HashSet<>();
    private final TableDoctor.Limits limits;
    private long files;
    private long smallFileBytes;
    private long smallFooterBytes;
    private long smallGroups;
    private long smallGroupBytes;
    private long largeGroups;
    private long largestGroup;

    /** Creates facts about no file. */
    public FileFacts(TableDoctor.Limits limits) {
        this.limits = limits;
    }

    /** Adds a file. */
    public void add(ParquetFile file, String partition) {
        files++;
        long length = file.footer().fileLength();
        bytesByPartition.merge(partition, length, Long::sum);
        if (length < limits.smallFile()) {
            smallFilesByPartition.merge(partition, 1L, Long::sum);
            smallFileBytes += length;
            smallFooterBytes += file.footer().size();
        }
        String writer = file.metadata().createdBy();
        filesByWriter.merge(writer == null ? "unknown" : writer, 1L, Long::sum);
        filesBySchema.merge(file.schema(), 1L, Long::sum);
        List<RowGroup> groups = file.metadata().rowGroups();
        for (RowGroup group : groups) {
            add(group, groups.size());
        }
    }

    private void add(RowGroup group, int groupsOfFile) {
        long stored = group.columns().stream()
                .mapToLong(
                        chunk -> chunk.metadata() == null ? 0 : chunk.metadata().totalCompressedSize())
                .sum();
        if (groupsOfFile > 1 && stored < limits.smallRowGroup()) {
            smallGroups++;
            smallGroupBytes += Math.max(0, stored);
            filesWithSmallGroups.add(files);
        }
        if (group.totalByteSize() > limits.largeRowGroup()) {
            largeGroups++;
            largestGroup = Math.max(largestGroup, group.totalByteSize());
            filesWithLargeGroups.add(files);
        }
    }

    /** Adds the diagnoses. */
    public void diagnose(Diagnoses found) {
        diagnoseSmallFiles(found);
        diagnoseRowGroups(found);
        diagnoseMixture(found);
        diagnoseSkew(found);
    }

    private void diagnoseSmallFiles(Diagnoses found) {
        long surplus = 0;
        long small = 0;
        for (long filesOfPartition : smallFilesByPartition.values()) {
            small += filesOfPartition;
            surplus += filesOfPartition - 1;
        }
        if (surplus == 0) {
            return;
        }
        long needed = Math.max(smallFilesByPartition.size(), (smallFileBytes + TARGET_BYTES - 1) / TARGET_BYTES);
        found.add(new TableDiagnosis(
                Kind.SMALL_FILES,
                null,
                small,
                NumberText.of(small, "file") + " of " + NumberText.count(files) + " have less than "
                        + NumberText.bytes(limits.smallFile()) + ", on average "
                        + NumberText.bytes(smallFileBytes / small),
                "at least " + NumberText.of(2 * Math.max(0, small - needed), "request")
                        + " more for a full scan than with " + NumberText.of(needed, "file") + ", and "
                        + NumberText.bytes(smallFooterBytes) + " of footers",
                Remedy.COMPACT));
    }

    private void diagnoseRowGroups(Diagnoses found) {
        if (smallGroups > 1) {
            found.add(new TableDiagnosis(
                    Kind.SMALL_ROW_GROUPS,
                    null,
                    filesWithSmallGroups.size(),
                    NumberText.of(smallGroups, "row group") + " have less than "
                            + NumberText.bytes(limits.smallRowGroup()) + ", on average "
                            + NumberText.bytes(smallGroupBytes / smallGroups),
                    "metadata and requests for each of them; dictionaries are repeated",
                    Remedy.COMPACT));
        }
        if (largeGroups > 0) {
            found.add(new TableDiagnosis(
                    Kind.LARGE_ROW_GROUPS,
                    null,
                    filesWithLargeGroups.size(),
                    NumberText.of(largeGroups, "row group") + " have more than "
                            + NumberText.bytes(limits.largeRowGroup()) + " uncompressed, the largest "
                            + NumberText.bytes(largestGroup),
                    "one task must read a whole row group",
                    Remedy.REWRITE));
        }
    }

    private void diagnoseMixture(Diagnoses found) {
        if (filesBySchema.size() > 1) {
            long most = Collections.max(filesBySchema.values());
            found.add(new TableDiagnosis(
                    Kind.MIXED_SCHEMAS,
                    null,
                    files - most,
                    NumberText.of(filesBySchema.size(), "schema") + "; the most frequent one is that of "
                            + NumberText.of(most, "file"),
                    "readers must merge schemas, or lose columns",
                    Remedy.COMPARE));
        }
        if (filesByWriter.size() > 1) {
            long most = Collections.max(filesByWriter.values());
            StringBuilder names = new StringBuilder();
            filesByWriter.forEach((name, number) -> names.append(names.length() == 0 ? "" : ", ")
                    .append(name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "...")
                    .append(" (")
                    .append(NumberText.count(number))
                    .append(')'));
            found.add(new TableDiagnosis(
                    Kind.MIXED_WRITERS,
                    null,
                    files - most,
                    NumberText.of(filesByWriter.size(), "writer") + ": " + names,
                    "the defects of each of them can occur",
                    Remedy.REWRITE));
        }
    }

    private void diagnoseSkew(Diagnoses found) {
        if (bytesByPartition.size() < MIN_PARTITIONS) {
            return;
        }
        List<Long> sorted = bytesByPartition.values().stream().sorted().toList();
        long median = Math.max(1, sorted.get(sorted.size() / 2));
        var largest = Collections.max(bytesByPartition.entrySet(), Map.Entry.comparingByValue());
        if (largest.getValue() / median >= SKEW) {
            found.add(new TableDiagnosis(
                    Kind.SKEW,
                    null,
                    files,
                    "partition " + largest.getKey() + " has " + NumberText.bytes(largest.getValue()) + ", "
                            + NumberText.count(largest.getValue() / median) + " times the median of "
                            + NumberText.of(sorted.size(), "partition"),
                    "tasks by partition take very different times",
                    Remedy.REPARTITION));
        }
    }
}
