package io.pq2.cli.internal.command;

import io.pq2.inspect.EncodingCosts;
import io.pq2.metadata.CompressionCodec;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that measure encodings and codecs. */
final class CostOptions {

    private static final long DEFAULT_SAMPLE_BYTES = 4L << 20;
    private static final int DEFAULT_RUNS = 3;

    @Option(
            names = "--costs",
            description = "Shows the bytes and times of each column in each encoding of its type and each codec,"
                    + " measured on its first rows.")
    private boolean requested;

    @Option(
            names = "--codec",
            split = ",",
            paramLabel = "CODEC",
            description = "The codecs to measure: zstd, snappy, gzip, lz4-raw, brotli, uncompressed, lz4, lzo. Default:"
                    + " all that can be written, without the deprecated ones lz4 and lzo.")
    private List<String> codecs = List.of();

    @Option(
            names = "--sample-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "The size of the rows to measure in PLAIN encoding, of each column. Default: 4MiB.")
    private @Nullable Long sampleBytes;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "How often to measure times, of which the shortest counts; 0 for sizes only. Default: 3.")
    private @Nullable Integer runs;

    /** Whether costs are requested. */
    boolean requested() {
        return requested;
    }

    /** Checks that the options fit together. */
    void check(CommandLine command) {
        String option = !codecs.isEmpty() ? "--codec" : sampleBytes != null ? "--sample-size" : "--runs";
        if (!requested && (!codecs.isEmpty() || sampleBytes != null || runs != null)) {
            throw new ParameterException(command, option + " needs --costs");
        }
        if (runs() < 0) {
            throw new ParameterException(command, "--runs " + runs + ": expected 0 or more");
        }
        if (sampleBytes() > EncodingCosts.MAX_SAMPLE_BYTES) {
            throw new ParameterException(
                    command, "--sample-size: at most " + SizeConverter.text(EncodingCosts.MAX_SAMPLE_BYTES));
        }
    }

    /** Returns the codecs to measure. */
    Set<CompressionCodec> codecs(CommandLine command) {
        if (codecs.isEmpty()) {
            return EncodingCosts.codecs();
        }
        Set<CompressionCodec> parsed = EnumSet.noneOf(CompressionCodec.class);
        codecs.forEach(name -> parsed.add(NewFileOptions.codec(name, command)));
        return parsed;
    }

    /** Returns the size of a sample in bytes. */
    long sampleBytes() {
        return sampleBytes == null ? DEFAULT_SAMPLE_BYTES : sampleBytes;
    }

    /** Returns how often to measure times. */
    int runs() {
        return runs == null ? DEFAULT_RUNS : runs;
    }
}
