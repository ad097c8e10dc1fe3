package io.pq2.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.LimitExceededException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.rewrite.SalvagedFile;
import io.pq2.io.InputFile;
import io.pq2.io.OutputFile;
import java.io.IOException;

/**
 * Restores the complete row groups of a file without a readable footer: a file that was cut off, or whose footer is
 * damaged. Finds them by the page headers, and writes them with a new footer to a new file. The damaged file is not
 * changed.
 *
 * <p>The rows of the new file are the first rows of the damaged one. Its footer has no statistics, page indexes and
 * bloom filters.
 */
public final class FileSalvage {

    private FileSalvage() {}

    /**
     * Writes the complete row groups of a file to a new one. The new file appears when it is complete and all its rows
     * have been decoded. Writes no file if there is no complete row group.
     *
     * @param damaged the file; its footer, if there is one, is ignored
     * @param output the new file, which must not exist
     * @param options the schema and what else is known about the file
     * @throws CorruptFileException if the file does not begin with the magic {@code PAR1}
     * @throws UnsupportedFeatureException if the footer is encrypted, or this version cannot read a type of the schema
     * @throws LimitExceededException if the pages claim too many values for the size of the file
     * @throws IOException if a file cannot be read or written
     */
    public static SalvageReport salvage(InputFile damaged, OutputFile output, SalvageOptions options)
            throws IOException {
        try (SalvagedFile salvaged = SalvagedFile.find(damaged, options)) {
            salvaged.checkRows();
            salvaged.write(output);
            return salvaged.report();
        } catch (ParquetException e) {
            throw e.locate(FileLocation.file(damaged.location()));
        }
    }
}
