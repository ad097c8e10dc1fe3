package io.pq2.bench.compact;

import io.pq2.compact.CompactionListener;
import io.pq2.compact.CompactionOptions;
import io.pq2.compact.CompactionResult;
import io.pq2.compact.LocalTableFileSystem;
import io.pq2.compact.TableCompaction;
import io.pq2.metadata.CompressionCodec;
import io.pq2.rewrite.RewriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.spark.sql.SparkSession;

/** What makes few large files of many small ones. */
public enum CompactionEngine {
    PQ2_COPY("pq2 compact, pages copied", "snappy") {
        @Override
        void run(Path table, Path target) {
            // Row groups below one byte would be combined, so all are copied.
            pq2(table, RewriteOptions.builder().combineBelow(1).build());
        }
    },
    PQ2("pq2 compact", "snappy") {
        @Override
        void run(Path table, Path target) {
            pq2(table, RewriteOptions.DEFAULT);
        }
    },
    PQ2_ZSTD("pq2 compact", "zstd") {
        @Override
        void run(Path table, Path target) {
            pq2(table, RewriteOptions.builder().codec(CompressionCodec.ZSTD).build());
        }
    },
    PARQUET_JAVA("parquet-java, appendFile", "snappy") {
        @Override
        void run(Path table, Path target) throws IOException {
            append(table, target);
        }
    },
    SPARK("Spark, coalesce", "snappy") {
        @Override
        void run(Path table, Path target) throws IOException {
            coalesce(table, target, "snappy");
        }
    },
    SPARK_ZSTD("Spark, coalesce", "zstd") {
        @Override
        void run(Path table, Path target) throws IOException {
            coalesce(table, target, "zstd");
        }
    },
    DUCKDB("DuckDB, COPY", "snappy") {
        @Override
        void run(Path table, Path target) throws SQLException {
            copy(table, target, "snappy");
        }
    },
    DUCKDB_ZSTD("DuckDB, COPY", "zstd") {
        @Override
        void run(Path table, Path target) throws SQLException {
            copy(table, target, "zstd");
        }
    };

    /** The size of new files, which is pq2's default for local files. */
    private static final long TARGET_BYTES = 128L << 20;

    private final String title;
    private final String codec;

    CompactionEngine(String title, String codec) {
        this.title = title;
        this.codec = codec;
    }

    /**
     * Compacts a table. Spark has an active session.
     *
     * @param table the directory of the table; pq2 replaces its files
     * @param target the directory of the new files for the others, which does not exist
     */
    abstract void run(Path table, Path target) throws IOException, SQLException;

    /** Returns the name of the engine and what it does. */
    public String title() {
        return title;
    }

    /** Returns the codec of the new files. */
    public String codec() {
        return codec;
    }

    boolean inPlace() {
        return this == PQ2_COPY || this == PQ2 || this == PQ2_ZSTD;
    }

    boolean usesSpark() {
        return this == SPARK || this == SPARK_ZSTD;
    }

    private static void pq2(Path table, RewriteOptions rewrite) {
        CompactionOptions options = CompactionOptions.builder().rewrite(rewrite).build();
        try {
            TableCompaction compaction = TableCompaction.of(new LocalTableFileSystem(), table.toString(), options);
            compaction.recover();
            CompactionResult result = compaction.run(compaction.plan(), CompactionListener.NONE);
            if (!result.failures().isEmpty()) {
                throw new IllegalStateException(result.failures().toString());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Does what {@code parquet merge} of parquet-cli does: appends the row groups of all files to one file. */
    private static void append(Path table, Path target) throws IOException {
        Configuration configuration = new Configuration();
        List<Path> files = SmallFiles.list(table);
        Files.createDirectories(target);
        FileMetaData metadata;
        try (ParquetFileReader first =
                ParquetFileReader.open(HadoopInputFile.fromPath(hadoop(files.get(0)), configuration))) {
            metadata = first.getFileMetaData();
        }
        try (ParquetFileWriter writer = new ParquetFileWriter(
                HadoopOutputFile.fromPath(hadoop(target.resolve("merged.parquet")), configuration),
                metadata.getSchema(),
                ParquetFileWriter.Mode.CREATE,
                ParquetWriter.DEFAULT_BLOCK_SIZE,
                ParquetWriter.MAX_PADDING_SIZE_DEFAULT,
                null,
                ParquetProperties.builder().build())) {
            writer.start();
            for (Path file : files) {
                writer.appendFile(HadoopInputFile.fromPath(hadoop(file), configuration));
            }
            writer.end(metadata.getKeyValueMetaData());
        }
    }

    private static org.apache.hadoop.fs.Path hadoop(Path file) {
        return new org.apache.hadoop.fs.Path(file.toUri());
    }

    private static void coalesce(Path table, Path target, String codec) throws IOException {
        SparkSession.active()
                .read()
                .parquet(table.toUri().toString())
                .coalesce(newFiles(table))
                .write()
                .option("compression", codec)
                .parquet(target.toUri().toString());
    }

    private static int newFiles(Path table) throws IOException {
        long bytes = 0;
        for (Path file : SmallFiles.list(table)) {
            bytes += Files.size(file);
        }
        return (int) ((bytes + TARGET_BYTES - 1) / TARGET_BYTES);
    }

    private static void copy(Path table, Path target, String codec) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(String.format(
                    Locale.ROOT,
                    "COPY (FROM '%s/*.parquet') TO '%s' (FORMAT parquet, COMPRESSION %s, FILE_SIZE_BYTES %d)",
                    table,
                    target,
                    codec,
                    TARGET_BYTES));
        }
    }
}
