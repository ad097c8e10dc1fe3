package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The jar for {@code spark-submit --jars} reads every codec with its own classes and those of Spark. */
class PackagedCodecsIT {

    private final Path data = Path.of(System.getProperty("pq2.shared"), "parquet-testing", "data");

    @ParameterizedTest
    @CsvSource({
        "large_string_map.brotli.parquet, BROTLI, false",
        "hadoop_lz4_compressed_larger.parquet, LZ4, true",
        "lz4_raw_compressed_larger.parquet, LZ4_RAW, true"
    })
    void codecsAreAvailable(String file, String codec, boolean writes) throws Exception {
        Path path = data.resolve(file);
        assumeTrue(Files.exists(path), "needs apache/parquet-testing in the folder of the property pq2.shared");
        try (URLClassLoader loader = new PackagedLoader(
                Path.of(System.getProperty("pq2.spark.jar")).toUri().toURL())) {
            assertThat(rows(loader, path)).isPositive();
            Class<?> codecs = loader.loadClass("io.pq2.internal.compression.Codecs");
            Class<?> codecType = loader.loadClass("io.pq2.metadata.CompressionCodec");
            if (writes) {
                Method compressor = codecs.getMethod("compressor", codecType, Integer.class);
                assertThat(compressor.invoke(null, codecType.getField(codec).get(null), null))
                        .isNotNull();
            }
        }
    }

    /** Reads the file's first row group with the classes of a loader. */
    private static int rows(ClassLoader loader, Path path) throws ReflectiveOperationException, IOException {
        Class<?> inputFile = loader.loadClass("io.pq2.io.InputFile");
        Object input = loader.loadClass("io.pq2.io.LocalInputFile")
                .getConstructor(Path.class)
                .newInstance(path);
        Class<?> optionsType = loader.loadClass("io.pq2.read.ReadOptions");
        try (AutoCloseable file = (AutoCloseable) loader.loadClass("io.pq2.read.ParquetFile")
                .getMethod("open", inputFile, optionsType)
                .invoke(null, input, raisedLimits(optionsType))) {
            Object scan = file.getClass().getMethod("scan").invoke(file);
            try (AutoCloseable reader =
                    (AutoCloseable) scan.getClass().getMethod("open").invoke(scan)) {
                Object batch = reader.getClass().getMethod("next").invoke(reader);
                return (int) batch.getClass().getMethod("rowCount").invoke(batch);
            }
        } catch (ReflectiveOperationException | IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    /** Returns options for a page of 1 GiB, and for BROTLI with its largest ratio. */
    private static Object raisedLimits(Class<?> options) throws ReflectiveOperationException {
        Object builder = options.getMethod("builder").invoke(null);
        Class<?> type = builder.getClass();
        type.getMethod("maxDecodingBytes", long.class).invoke(builder, Long.MAX_VALUE / 2);
        type.getMethod("maxPageBytes", int.class).invoke(builder, Integer.MAX_VALUE);
        type.getMethod("maxExpansion", long.class).invoke(builder, 1L << 21);
        return type.getMethod("build").invoke(builder);
    }

    /** Loads pq2's classes from the jar only, and the decoder of BROTLI from nowhere else. */
    private static final class PackagedLoader extends URLClassLoader {

        PackagedLoader(URL jar) {
            super(new URL[] {jar}, PackagedCodecsIT.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("org.brotli.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("io.pq2.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }
}
