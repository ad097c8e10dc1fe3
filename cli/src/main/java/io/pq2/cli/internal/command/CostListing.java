package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.Format;
import io.pq2.cli.internal.output.Records;
import io.pq2.cli.internal.output.TableStyle;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.inspect.EncodingCost;
import io.pq2.inspect.EncodingCosts;
import io.pq2.metadata.CompressionCodec;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Prints what each column needs in each encoding and codec. */
final class CostListing {

    private static final List<String> FIELDS =
            List.of("column", "encoding", "codec", "bytes", "encode_ms", "decode_ms", "smallest", "rows", "all_rows");
    private static final int MICROS_SCALE = 3;
    private static final long NANOS_PER_MICRO = 1_000;

    private final CommandLine command;
    private final CostOptions options;
    private final Format format;
    private final int cellLength;
    private final Set<CompressionCodec> codecs;

    /** The names of the files that cannot be read. */
    private final Set<String> failed = new HashSet<>();

    private boolean allRows = true;

    CostListing(CommandLine command, CostOptions options, Format format, int cellLength) {
        this.cellLength = cellLength;
        this.command = command;
        this.options = options;
        this.format = format;
        this.codecs = options.codecs(command);
    }

    /** Measures one column after another, so that only one sample is in memory, and returns the exit code. */
    int print(List<TableFile> files, RowScan scan) throws IOException {
        PrintWriter out = command.getOut();
        Records records = Records.of(format, out, FIELDS, new TableStyle("", cellLength, Terminal.hasColours()));
        for (String path : scan.leaves()) {
            EncodingCosts costs = new EncodingCosts(path, options.sampleBytes());
            sample(files, scan, path, costs);
            add(costs, path, records);
            allRows &= costs.isComplete();
        }
        records.finish();
        if (format == Format.TABLE) {
            out.println(
                    allRows
                            ? "All rows were measured."
                            : "Columns whose all_rows is false were measured in their first rows, of "
                                    + SizeConverter.text(options.sampleBytes()) + " in PLAIN encoding.");
        }
        out.flush();
        return failed.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    private void sample(List<TableFile> files, RowScan scan, String path, EncodingCosts costs) {
        for (TableFile file : files) {
            try {
                if (!scan.sample(file, path, costs::add)) {
                    return;
                }
            } catch (InvalidDataException e) {
                throw e;
            } catch (ParquetException | IOException e) {
                if (failed.add(file.name())) {
                    FileListing.report(command.getErr(), file, e);
                }
            }
        }
    }

    private void add(EncodingCosts costs, String path, Records records) throws IOException {
        List<EncodingCost> measured = costs.measure(codecs, options.runs());
        EncodingCost smallest = EncodingCosts.smallest(measured).orElse(null);
        for (EncodingCost cost : measured) {
            records.add(Arrays.asList(
                    path,
                    cost.encodings().stream().map(Enum::name).collect(Collectors.joining("+")),
                    cost.codec().name(),
                    cost.bytes(),
                    millis(cost.encodeNanos()),
                    millis(cost.decodeNanos()),
                    mark(cost.equals(smallest)),
                    costs.rows(),
                    costs.isComplete()));
        }
    }

    private @Nullable Object mark(boolean isSmallest) {
        return format != Format.TABLE ? (Object) isSmallest : isSmallest ? "*" : null;
    }

    private static @Nullable BigDecimal millis(long nanos) {
        return nanos < 0 ? null : BigDecimal.valueOf(nanos / NANOS_PER_MICRO, MICROS_SCALE);
    }
}
