package io.pq2.spark.internal.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InternalErrorException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.KeyMaterialException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnsupportedFeatureException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
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
            throw new ReadErrors("file:/a", ignoreCorruptFiles, () -> null).raise(failure);
        });
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
