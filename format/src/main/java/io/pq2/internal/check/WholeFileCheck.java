package io.pq2.internal.check;

import io.pq2.check.Finding;
import io.pq2.check.Rule;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.FileLocation;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.LimitExceededException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.io.InputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Checks a file: first the footer, then each column chunk alone, then the columns of each row group together. */
public final class WholeFileCheck {

    private final InputFile input;
    private final ReadOptions options;
    private final @Nullable FileDecryptionProperties keys;
    private final Findings findings;

    /**
     * Creates the check of a file.
     *
     * @param keys the decryption keys; null if there are none
     * @param listener receives each finding as soon as it is made
     */
    public WholeFileCheck(
            InputFile input, ReadOptions options, @Nullable FileDecryptionProperties keys, Consumer<Finding> listener) {
        this.input = input;
        this.options = options;
        this.keys = keys;
        this.findings = new Findings(listener);
    }

    /** Checks the file and returns what was found. */
    public List<Finding> run() throws IOException {
        FileLocation location = FileLocation.file(input.location());
        try (OpenFile file = OpenFile.open(input, options, keys)) {
            new FooterCheck(file, findings).check();
            check(file);
        } catch (KeyDeniedException | UnsupportedFeatureException | LimitExceededException e) {
            findings.note(Rule.NOT_CHECKED, e.location().orElse(location), "the file is not checked: " + e.detail());
        } catch (ParquetException e) {
            findings.error(Rule.FOOTER, e.location().orElse(location), e.detail());
        }
        return findings.all();
    }

    private void check(OpenFile file) throws IOException {
        List<Column> columns = file.schema().columns();
        CheckedValues checked = new CheckedValues(file);
        Set<RowGroupContent> checkedGroups = new HashSet<>();
        try (ParquetFile whole = ParquetFile.open(input, options, keys)) {
            SortingCheck sorting = new SortingCheck(whole, findings);
            CoveringCheck coverings = new CoveringCheck(file, whole, findings);
            for (int i = 0; i < file.metadata().rowGroups().size(); i++) {
                if (file.metadata().rowGroups().get(i).columns().size() != columns.size()) {
                    continue; // The check of the footer has reported it.
                }
                RowGroupContent content =
                        RowGroupContent.of(file.metadata().rowGroups().get(i));
                if (content != null && !checkedGroups.add(content)) {
                    continue; // So it has for a row group that occurs twice.
                }
                Set<Integer> decoded = new HashSet<>();
                for (Column column : columns) {
                    if (ChunkCheck.run(file, i, column, checked, findings)) {
                        decoded.add(column.index());
                    }
                }
                boolean assembled = assemble(whole, i, decoded);
                if (assembled) {
                    coverings.check(i, decoded);
                }
                if (assembled && decoded.size() == columns.size()) {
                    sorting.check(i);
                }
            }
        }
    }

    /** Reads columns together, which must agree on structs, lists and maps. */
    private boolean assemble(ParquetFile file, int rowGroup, Set<Integer> columns) throws IOException {
        if (columns.isEmpty()) {
            return false;
        }
        FileLocation location = new FileLocation(input.location(), rowGroup, null, -1, -1);
        try (BatchReader batches = file.scan()
                .rowGroups(ordinal -> ordinal == rowGroup)
                .columns(column -> columns.contains(column.index()))
                .open()) {
            while (batches.next() != null) {
                // Reading is the check.
            }
            return true;
        } catch (KeyDeniedException | UnsupportedFeatureException | LimitExceededException e) {
            findings.note(Rule.NOT_CHECKED, e.location().orElse(location), "rows are not assembled: " + e.detail());
        } catch (ParquetException e) {
            findings.error(Rule.LEVELS, e.location().orElse(location), e.detail());
        }
        return false;
    }
}
