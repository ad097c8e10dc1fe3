package io.pq2.spark.internal.schema;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.ParquetException;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.internal.exception.DisplayText;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Schema;
import io.pq2.spark.internal.FileErrors;
import io.pq2.spark.internal.ReadErrors;
import io.pq2.spark.internal.SparkErrors;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.StructType$;
import org.apache.spark.util.ThreadUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Function1;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Reads the schemas of files, on the driver or in the tasks of a schema inference. */
final class FooterSchemaReader implements Serializable {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(FooterSchemaReader.class);

    /** Footers that a task reads at the same time, because it spends its time waiting for the file system. */
    private static final int THREADS = 8;

    private final SparkSchemaOptions options;

    /** Whether fields whose names differ only by case stay. */
    private final boolean keepsAllNames;

    /**
     * Creates a reader.
     *
     * @param caseSensitive whether names are case-sensitive
     */
    FooterSchemaReader(SparkSchemaOptions options, boolean caseSensitive) {
        this.options = options;
        this.keepsAllNames = caseSensitive || options.isStrict();
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
     * @param conf the configuration with the options of the read
     */
    List<FileSchema> read(
            Seq<FileStatus> files, Configuration conf, boolean ignoreCorruptFiles, boolean ignoreMissingFiles) {
        List<@Nullable FooterSchema> footers = new ArrayList<>();
        if (files.size() == 1) {
            footers.add(read(files.head(), conf, ignoreCorruptFiles, ignoreMissingFiles));
        } else {
            Function1<FileStatus, FooterSchema> read = file -> read(file, conf, ignoreCorruptFiles, ignoreMissingFiles);
            footers.addAll(
                    CollectionConverters.asJava(ThreadUtils.parmap(files, "reading-pq2-footers", THREADS, true, read)));
        }
        Map<StructType, FileSchema> schemas = new LinkedHashMap<>();
        for (FooterSchema footer : footers) {
            if (footer != null) {
                StructType schema = toSpark(footer);
                schemas.putIfAbsent(schema, new FileSchema(footer.file(), schema));
            }
        }
        return new ArrayList<>(schemas.values());
    }

    /** Reads a footer; null if the file is skipped. */
    private static @Nullable FooterSchema read(
            FileStatus status, Configuration conf, boolean ignoreCorruptFiles, boolean ignoreMissingFiles) {
        try (ParquetFile file = open(status, conf)) {
            return new FooterSchema(
                    status.getPath().toString(),
                    file.keyValueMetadata().get(SparkMetadataKeys.ROW_SCHEMA),
                    file.schema());
        } catch (IOException | RuntimeException e) {
            if (ignoreMissingFiles && !(e instanceof ParquetException) && isMissing(e)) {
                LOG.warn("Skipped missing file: {}", status.getPath(), e);
                return null;
            }
            if (ignoreCorruptFiles && ReadErrors.isCorruption(e) || skipsDamage(conf, e)) {
                LOG.warn("Skipped the footer in the corrupted file: {}", status.getPath(), e);
                return null;
            }
            throw SparkErrors.raise(FileErrors.unreadable(status.getPath().toString(), e));
        }
    }

    /** Whether scans skip the file: they report its loss. */
    private static boolean skipsDamage(Configuration conf, Exception failure) {
        return failure instanceof CorruptFileException
                && HadoopReadOptions.from(conf).onCorruption() != OnCorruption.FAIL;
    }

    private static ParquetFile open(FileStatus status, Configuration conf) throws IOException {
        FileDecryptionProperties decryption = HadoopEncryption.forReading(conf, status.getPath());
        return ParquetFile.open(HadoopInputFile.of(status, conf), HadoopReadOptions.from(conf), decryption);
    }

    private static boolean isMissing(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FileNotFoundException) {
                return true;
            }
        }
        return false;
    }

    private StructType toSpark(FooterSchema footer) {
        StructType schema = declared(footer);
        return keepsAllNames ? schema : DistinctNames.of(schema);
    }

    /** Returns the Spark schema with all fields. */
    private StructType declared(FooterSchema footer) {
        if (footer.json() != null) {
            try {
                NamedUserDefinedTypes.check(footer.json());
                return StructType$.MODULE$.fromString(footer.json());
            } catch (Exception e) { // Scala does not declare the exceptions of Spark's parsers
                LOG.warn(
                        "Failed to parse and ignored serialized Spark schema in Parquet key-value metadata:\n\t{}",
                        DisplayText.message(footer.json()),
                        e);
            }
        }
        try {
            return SparkSchemas.toSpark(footer.parquet(), options);
        } catch (Exception e) { // Scala does not declare the exceptions of Spark
            throw SparkErrors.raise(
                    e instanceof AnalysisException refusal ? RefusedColumn.in(refusal, footer.file()) : e);
        }
    }
}
