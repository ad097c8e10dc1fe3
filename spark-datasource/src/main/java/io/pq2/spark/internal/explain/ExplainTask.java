package io.pq2.spark.internal.explain;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.read.ScanExplanation;
import io.pq2.spark.internal.errors.SparkErrors;
import io.pq2.spark.internal.files.scan.ScanSpec;
import io.pq2.spark.internal.files.scan.SplitReader;
import java.io.IOException;
import java.io.Serializable;
import java.util.Collections;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.datasources.PartitionedFile;

/**
 * Explains the scan of one file of a query.
 *
 * @param spec the columns and filters of the scan; without partition columns
 * @param file the whole file
 */
record ExplainTask(ScanSpec spec, PartitionedFile file) implements Serializable {

    /** Reads the file as the query does, and returns the rows of the explanation. */
    Iterator<Row> run(Configuration configuration) {
        ScanExplanation explanation = new ScanExplanation();
        try {
            SplitReader.explain(file, spec, configuration, explanation);
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            // The session or an option skips corrupt files. Otherwise the failure would be a SparkException.
            return Collections.emptyIterator();
        } catch (IOException e) {
            throw SparkErrors.raise(e);
        }
        return ExplanationRows.of(explanation).iterator();
    }
}
