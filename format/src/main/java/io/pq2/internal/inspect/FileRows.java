package io.pq2.internal.inspect;

import io.pq2.inspect.RowComparison;
import io.pq2.inspect.RowFingerprint;
import io.pq2.read.ParquetFile;
import io.pq2.record.RowReader;
import java.io.IOException;
import java.util.List;

/** The rows of files as a source of a comparison. */
public final class FileRows implements RowComparison.Source {

    private final List<ParquetFile> files;
    private final List<String> fields;

    /** Creates the source. */
    public FileRows(List<ParquetFile> files, List<String> fields) {
        this.files = List.copyOf(files);
        this.fields = List.copyOf(fields);
    }

    @Override
    public void visit(RowFingerprint fingerprint, RowComparison.Visitor visitor) throws IOException {
        for (ParquetFile file : files) {
            try (RowReader rows = new RowReader(file.scan()
                    .columns(column -> fields.contains(column.path().get(0)))
                    .open())) {
                int[] indexes = fields.stream()
                        .mapToInt(field -> rows.shape().indexOf(field))
                        .toArray();
                while (rows.next()) {
                    for (int index : indexes) {
                        if (index < 0) {
                            fingerprint.addText(null);
                        } else {
                            fingerprint.add(rows.row(), index);
                        }
                    }
                    if (!visitor.row()) {
                        return;
                    }
                }
            }
        }
    }
}
