package io.pq2.spark.internal.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InternalErrorException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.KeyMaterialException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.LimitExceededException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.options.HadoopEncryption;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkException;
import org.apache.spark.SparkRuntimeException;
import org.apache.spark.sql.execution.datasources.SchemaColumnConvertNotSupportedException;
import org.junit.jupiter.api.Test;
import scala.collection.immutable.Map$;
import scala.jdk.javaapi.CollectionConverters;

class ReadErrorsTest {

    private static final List<RuntimeException> CORRUPTIONS =
            List.of(new CorruptFileException("damage"), new UnsupportedFeatureException("a codec"));

    private static final List<RuntimeException> ENCRYPTION = List.of(
            new KeyDeniedException("key k"),
            new KeyMaterialException(FileLocation.UNKNOWN, "key k", new CorruptFileException("json")),
            new TamperedFileException(FileLocation.UNKNOWN, "page"));

    private static final List<RuntimeException> OTHERS = List.of(
            new InvalidDataException("setting"),
            new InternalErrorException(FileLocation.file("f"), new IndexOutOfBoundsException("7")),
            new NullPointerException("x"),
            new ClassCastException("x"),
            new IllegalStateException("x"),
            new ArrayIndexOutOfBoundsException("x"),
            new ArithmeticException("x"),
            new UnsupportedOperationException("x"),
            new UncheckedIOException(new IOException("key file")));

    private static Throwable raised(RuntimeException failure, boolean ignoreCorruptFiles) {
        return catchThrowable(() -> {
            throw new ReadErrors("file:/a", ignoreCorruptFiles, settings(true), () -> null).raise(failure);
        });
    }

    private static Configuration settings(boolean withKms) {
        Configuration settings = new Configuration(false);
        if (withKms) {
            settings.set(HadoopEncryption.KMS_CLIENT, "key-file");
        }
        return settings;
    }

    @Test
    void corruptionMayBeIgnored() {
        for (RuntimeException failure : CORRUPTIONS) {
            assertThat(raised(failure, true)).isSameAs(failure);
            assertThat(raised(failure, false))
                    .isInstanceOf(SparkException.class)
                    .hasCause(failure)
                    .hasMessageContaining(failure.getMessage());
        }
    }

    @Test
    void errorsOfKeysAreNeverIgnored() {
        for (RuntimeException failure : ENCRYPTION) {
            for (boolean ignore : new boolean[] {true, false}) {
                assertThat(raised(failure, ignore))
                        .isInstanceOf(SparkException.class)
                        .hasCause(failure)
                        .hasMessageContaining(failure.getMessage());
            }
        }
    }

    @Test
    void errorsOfKeysAndLimitsHaveConditionsForTheDriver() throws IOException, ClassNotFoundException {
        Map<RuntimeException, String> conditions = Map.of(
                new KeyDeniedException("key k"),
                "PQ2_KEY_DENIED",
                new KmsUnavailableException("kms", "key k", "down", null),
                "PQ2_KMS_UNAVAILABLE",
                new TamperedFileException(FileLocation.UNKNOWN, "page"),
                "PQ2_ENCRYPTION",
                new InvalidDataException("parquet.encryption.kms.client.class: unknown KMS client")
                        .locate(FileLocation.file("f")),
                "PQ2_ENCRYPTION",
                new LimitExceededException("pq2.read.maxPageBytes", 1, "a page"),
                "PQ2_LIMIT_EXCEEDED",
                new CorruptFileException("damage"),
                FileErrors.CONDITION,
                new InvalidDataException("a value"),
                FileErrors.CONDITION);
        for (Map.Entry<RuntimeException, String> expected : conditions.entrySet()) {
            SparkException inTask = (SparkException) raised(expected.getKey(), false);
            assertThat(inTask.getCondition()).as("what Spark's readers pass on").isEqualTo(FileErrors.CONDITION);
            SparkException onDriver = (SparkException) copy(inTask);
            assertThat(onDriver.getCondition()).isEqualTo(expected.getValue());
            assertThat(onDriver.getSqlState()).isEqualTo(inTask.getSqlState()).hasSize(5);
            assertThat(onDriver).hasMessage(inTask.getMessage());
        }
    }

    /** Returns the exception as the driver gets it. */
    private static Object copy(SparkException error) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(error);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }

    @Test
    void anEncryptedFileWithoutKmsNamesTheSetting() {
        for (RuntimeException failure : List.of(
                new KeyDeniedException("no key was given"),
                new InvalidDataException("parquet.encryption.kms.client.class is not set")
                        .locate(FileLocation.file("f")))) {
            SparkException error = FileErrors.of("file:/a", failure, settings(false));
            assertThat(error.getCondition()).isEqualTo("PQ2_KMS_CLIENT_MISSING");
            assertThat(error).hasMessageContaining("Set parquet.encryption.kms.client.class to the KMS");
        }
    }

    @Test
    void otherFailuresAreNeverIgnored() {
        for (RuntimeException failure : OTHERS) {
            for (boolean ignore : new boolean[] {true, false}) {
                assertThat(raised(failure, ignore))
                        .isInstanceOf(SparkException.class)
                        .isNotInstanceOf(RuntimeException.class)
                        .hasCause(failure)
                        .hasMessageContaining(failure.getMessage());
            }
        }
    }

    @Test
    void sparkWordsItsOwnErrors() {
        for (RuntimeException failure : List.of(
                new SchemaColumnConvertNotSupportedException("v", "INT32", "string"),
                new SparkRuntimeException(
                        "INTERNAL_ERROR",
                        Map$.MODULE$.from(CollectionConverters.asScala(Map.of("message", "x"))),
                        null,
                        new QueryContext[0],
                        ""))) {
            assertThat(raised(failure, false)).isSameAs(failure);
            assertThat(raised(failure, true)).isInstanceOf(SparkException.class).hasCause(failure);
        }
    }
}
