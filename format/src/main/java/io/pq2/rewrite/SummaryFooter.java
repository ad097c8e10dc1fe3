package io.pq2.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.exception.DisplayText;
import io.pq2.internal.rewrite.BelievedChunks;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SchemaElement;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The footer of a summary file: the row groups of several files, whose column chunks name their file
 * ({@code file_path} in parquet.thrift). The files have the same schema. Not thread-safe.
 */
public final class SummaryFooter {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private final boolean keepsRowGroups;
    private final List<RowGroup> rowGroups = new ArrayList<>();
    private final Map<String, @Nullable String> keyValues = new LinkedHashMap<>();
    private final Set<String> writers = new LinkedHashSet<>();
    private @Nullable FileMetaData first;
    private String firstPath = "";
    private long rows;
    /** The rows of all row groups, which can differ from {@link #rows} in files that contradict themselves. */
    private long rowGroupRows;

    /**
     * Creates a footer of no files.
     *
     * @param keepsRowGroups whether {@link #footer} can have row groups; otherwise they need no memory
     */
    public SummaryFooter(boolean keepsRowGroups) {
        this.keepsRowGroups = keepsRowGroups;
    }

    /**
     * Adds a file.
     *
     * @param path the path of the file, relative to the directory of the summary file, with {@code /} between names
     * @param footer the footer of the file
     * @throws InvalidDataException if the schema, the column orders or a value of the key-value metadata differ from
     *     those of the files before
     * @throws CorruptFileException if the files have more than 2<sup>63</sup> - 1 rows together, so that at least one
     *     of them states a wrong number. The file is not added
     * @throws UnsupportedFeatureException if the file is encrypted, has column chunks in external files, or has
     *     metadata that this version does not know
     */
    public void add(String path, FileMetaData footer) {
        try {
            addFile(path, footer);
        } catch (ParquetException e) {
            // An entry of a column chunk is decoded when it is first used.
            throw e.locate(FileLocation.file(path));
        }
    }

    private void addFile(String path, FileMetaData footer) {
        checkPlain(path, footer);
        long newRows = sum(rows, footer.numRows());
        long newRowGroupRows = rowGroupRows;
        for (RowGroup group : footer.rowGroups()) {
            newRowGroupRows = sum(newRowGroupRows, group.numRows());
        }
        FileMetaData other = first;
        if (other != null) {
            checkEqual("schema", elements(other), path, elements(footer));
            checkEqual("order of min and max", orders(other), path, orders(footer));
        }
        // Several files may have several writers, so the summary names none that readers know.
        BelievedChunks chunks = new BelievedChunks(footer);
        List<RowGroup> newRowGroups = keepsRowGroups
                ? footer.rowGroups().stream()
                        .map(group -> inFile(path, chunks, group))
                        .toList()
                : List.of();
        checkWritable(path, footer, newRowGroups);
        List<KeyValue> entries = footer.keyValueMetadata();
        Map<String, @Nullable String> newKeyValues = new LinkedHashMap<>(keyValues);
        for (KeyValue entry : entries == null ? List.<KeyValue>of() : entries) {
            if (newKeyValues.containsKey(entry.key())
                    && !Objects.equals(newKeyValues.get(entry.key()), entry.value())) {
                throw new InvalidDataException("the key " + DisplayText.name(entry.key())
                        + " of the key-value metadata has different values in "
                        + (other == null ? path : firstPath) + " and " + path);
            }
            newKeyValues.put(entry.key(), entry.value());
        }
        if (other == null) {
            first = footer;
            firstPath = path;
        }
        keyValues.putAll(newKeyValues);
        if (footer.createdBy() != null) {
            writers.add(footer.createdBy());
        }
        rowGroups.addAll(newRowGroups);
        rows = newRows;
        rowGroupRows = newRowGroupRows;
    }

    /** Checks that the summary can state what a footer states, which may be unknown to this version. */
    private static void checkWritable(String path, FileMetaData footer, List<RowGroup> newRowGroups) {
        try {
            FooterWriter.write(new FileMetaData(
                    1, footer.schema(), 0, newRowGroups, null, null, footer.columnOrders(), null, null));
        } catch (InvalidDataException e) {
            throw new UnsupportedFeatureException("a summary of " + path + ": " + e.detail());
        }
    }

    private static long sum(long rows, long more) {
        if (more < 0 || rows > Long.MAX_VALUE - more) {
            throw new CorruptFileException("num_rows is " + more + "; the files of a summary have at most 2^63 - 1 rows"
                    + " together. Leave the file out of the summary");
        }
        return rows + more;
    }

    private static void checkPlain(String path, FileMetaData footer) {
        boolean encrypted = footer.encryptionAlgorithm() != null;
        for (RowGroup group : footer.rowGroups()) {
            for (ColumnChunk chunk : group.columns()) {
                encrypted |= chunk.cryptoMetadata() != null;
                if (chunk.filePath() != null) {
                    throw new UnsupportedFeatureException(
                            "a summary of " + path + ", whose columns are in other files");
                }
            }
        }
        if (encrypted) {
            throw new UnsupportedFeatureException("a summary of the encrypted file " + path);
        }
    }

    /** Returns the schema without the name of the root, which has no meaning. */
    private static List<SchemaElement> elements(FileMetaData footer) {
        return footer.schema().subList(1, footer.schema().size());
    }

    private static List<ColumnOrder> orders(FileMetaData footer) {
        return footer.columnOrders() == null ? List.of() : footer.columnOrders();
    }

    private void checkEqual(String what, Object expected, String path, Object found) {
        if (!expected.equals(found)) {
            throw new InvalidDataException("the " + what + " differs in " + firstPath + " and " + path);
        }
    }

    private static RowGroup inFile(String path, BelievedChunks chunks, RowGroup group) {
        return new RowGroup(
                chunks.of(group, path),
                group.totalByteSize(),
                group.numRows(),
                group.sortingColumns(),
                group.fileOffset(),
                group.totalCompressedSize(),
                null);
    }

    /** Whether no file was added. */
    public boolean isEmpty() {
        return first == null;
    }

    /**
     * Returns the footer of the files so far. Its writer is that of the files; several writers are listed in brackets,
     * so that no reader takes them for one it knows.
     *
     * @param withRowGroups whether the footer has the row groups of the files
     * @throws IllegalStateException if no file was added, or row groups are requested that were not kept
     */
    public FileMetaData footer(boolean withRowGroups) {
        FileMetaData known = first;
        if (known == null || (withRowGroups && !keepsRowGroups)) {
            throw new IllegalStateException(known == null ? "no file was added" : "row groups were not kept");
        }
        List<KeyValue> entries = new ArrayList<>();
        keyValues.forEach((key, value) -> entries.add(new KeyValue(key, value)));
        return new FileMetaData(
                1,
                known.schema(),
                withRowGroups ? rows : 0,
                withRowGroups ? rowGroups : List.of(),
                entries.isEmpty() ? null : entries,
                writers.size() == 1 ? writers.iterator().next() : writers.toString(),
                known.columnOrders(),
                null,
                null);
    }

    /**
     * Writes a summary file.
     *
     * @param withRowGroups whether the file has the row groups of the files, as {@code _metadata} has and {@code
     *     _common_metadata} does not
     * @throws IllegalStateException if no file was added, or row groups are requested that were not kept
     * @throws IOException if the file cannot be written
     */
    public void write(OutputFile file, boolean withRowGroups) throws IOException {
        byte[] footer = FooterWriter.write(footer(withRowGroups));
        byte[] length = ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(footer.length)
                .array();
        ByteSink sink = file.create();
        try {
            for (byte[] part : new byte[][] {MAGIC, footer, length, MAGIC}) {
                sink.write(part, 0, part.length);
            }
            sink.close();
        } catch (IOException | RuntimeException | Error e) {
            try {
                sink.abort();
            } catch (IOException | RuntimeException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }
}
