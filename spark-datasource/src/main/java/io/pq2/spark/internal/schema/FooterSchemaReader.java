package io.pq2.spark.internal.schema;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.ParquetException;
import io.pq2.hadoop.internal.file.ParallelFileTasks;
import io.pq2.hadoop.internal.options.EncryptionSettings;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.split.FooterCache;
import io.pq2.internal.exception.DisplayText;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Schema;
import io.pq2.spark.internal.errors.FileErrors;
import io.pq2.spark.internal.errors.ReadErrors;
import io.pq2.spark.internal.errors.SparkErrors;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.StructType$;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Reads the schemas of files, on the driver or in the tasks of a schema inference. */
final class FooterSchemaReader implements Serializable {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(FooterSchemaReader.class);

    /** Footers that a task reads at the same time, because it spends its time waiting for the file system. */
    private static final int THREADS = 8;

    private final SparkSchemaOptions options;

    /** Whether names are case-sensitive. */
    private final boolean caseSensitive;

    /**
     * Creates a reader.
     *
     * @param caseSensitive whether names are case-sensitive
     */
    FooterSchemaReader(SparkSchemaOptions options, boolean caseSensitive) {
        this.options = options;
        this.caseSensitive = caseSensitive;
    }

    /**
     * The schemas in a footer.
     *
     * @param file the path of the file
     * @param json the Spark schema that Spark stored in the key-value metadata; absent in files of other writers
     * @param parquet the Parquet schema
     */
    private record FooterSchema(String file, @Nullable String json, Schema parquet) {}

    /**
     * Returns the different schemas of files, in the order of the files, each with the first file that has it.
     *
     * @param conf the configuration with the options of the read, whose settings are valid
     * @throws org.apache.spark.SparkException (not declared) if a file cannot be read, and is not ignored
     */
    List<FileSchema> read(
            Seq<FileStatus> files, Configuration conf, boolean ignoreCorruptFiles, boolean ignoreMissingFiles) {
        List<Optional<FooterSchema>> footers;
        try {
            footers = ParallelFileTasks.map(
                    CollectionConverters.asJava(files),
                    THREADS,
                    (index, file) -> read(file, conf, ignoreCorruptFiles, ignoreMissingFiles));
        } catch (CompletionException e) {
            throw SparkErrors.raise(Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw SparkErrors.raise(e);
        }
        Map<StructType, FileSchema> schemas = new LinkedHashMap<>();
        for (Optional<FooterSchema> footer : footers) {
            footer.ifPresent(present -> {
                FileSchema schema = toSpark(present);
                schemas.merge(schema.schema(), schema, FileSchema::or);
            });
        }
        return new ArrayList<>(schemas.values());
    }

    /** Reads a footer; empty if the file is skipped. */
    private static Optional<FooterSchema> read(
            FileStatus status, Configuration conf, boolean ignoreCorruptFiles, boolean ignoreMissingFiles) {
        try (ParquetFile file = open(status, conf)) {
            return Optional.of(new FooterSchema(
                    status.getPath().toString(),
                    file.keyValueMetadata().get(SparkMetadataKeys.ROW_SCHEMA),
                    file.schema()));
        } catch (IOException | RuntimeException e) {
            if (ignoreMissingFiles && !(e instanceof ParquetException) && isMissing(e)) {
                LOG.warn("Skipped missing file: {}", status.getPath(), e);
                return Optional.empty();
            }
            if (ignoreCorruptFiles && ReadErrors.isCorruption(e) || skipsDamage(conf, e)) {
                LOG.warn("Skipped the footer in the corrupted file: {}", status.getPath(), e);
                return Optional.empty();
            }
            // Spark's error is a checked exception.
            throw new CompletionException(FileErrors.of(status.getPath().toString(), e, conf));
        }
    }

    /** Whether scans skip the file: they report its loss. */
    private static boolean skipsDamage(Configuration conf, Exception failure) {
        return failure instanceof CorruptFileException
                && HadoopReadOptions.from(conf).onCorruption() != OnCorruption.FAIL;
    }

    private static ParquetFile open(FileStatus status, Configuration conf) throws IOException {
        FileDecryptionProperties decryption = EncryptionSettings.decryption(conf, status.getPath());
        return FooterCache.openForSchema(status, conf, decryption);
    }

    private static boolean isMissing(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FileNotFoundException) {
                return true;
            }
        }
        return false;
    }

    private FileSchema toSpark(FooterSchema footer) {
        StructType declared = declared(footer);
        List<String> unnamed = declared == null
                ? List.of()
                : UnnamedColumns.of(declared, footer.parquet().shape(), caseSensitive);
        StructType schema = declared == null || !unnamed.isEmpty() ? stored(footer) : declared;
        return new FileSchema(
                footer.file(),
                options.isStrict() ? schema : DistinctNames.of(schema, caseSensitive),
                unnamed.isEmpty() ? null : new FileSchema.Stale(footer.file(), String.join(", ", unnamed)));
    }

    /** Returns the Spark schema in the key-value metadata; absent without a valid one. */
    private static @Nullable StructType declared(FooterSchema footer) {
        if (footer.json() == null) {
            return null;
        }
        try {
            NamedUserDefinedTypes.check(footer.json());
            return ExtractionMetadata.removedFrom(StructType$.MODULE$.fromString(footer.json()));
        } catch (Exception e) { // Scala does not declare the exceptions of Spark's parsers
            LOG.warn(
                    "Failed to parse and ignored serialized Spark schema in Parquet key-value metadata:\n\t{}",
                    DisplayText.message(footer.json()),
                    e);
            return null;
        }
    }

    /** Returns the Spark schema of the Parquet schema. */
    private StructType stored(FooterSchema footer) {
        try {
            return SparkSchemas.toSpark(footer.parquet(), options);
        } catch (Exception e) { // Scala does not declare the exceptions of Spark
            throw SparkErrors.raise(
                    e instanceof AnalysisException refusal ? RefusedColumn.in(refusal, footer.file()) : e);
        }
    }
}
