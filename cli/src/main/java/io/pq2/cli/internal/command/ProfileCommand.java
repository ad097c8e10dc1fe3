package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.Format;
import io.pq2.cli.internal.output.FormatOption;
import io.pq2.cli.internal.output.Records;
import io.pq2.cli.internal.output.TableStyle;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.inspect.ColumnProfile;
import io.pq2.inspect.TableProfile;
import io.pq2.internal.exception.NumberText;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code profile}: shows what the values of columns are like. */
@Command(
        name = "profile",
        description = {
            "Counts values, nulls and NaNs of each column, estimates distinct values and quantiles, and shows min, max"
                    + " and lengths.",
            "Reads all selected rows. The memory does not depend on their number.",
            "With --costs, measures instead what each column needs in each encoding and codec."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  pq2 profile data.parquet",
            "  pq2 profile -c price -w \"day = '2024-02-29'\" /data/table",
            "  pq2 profile --costs -c price --codec zstd,snappy /data/table"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all files were read", "1:a file could not be read", "2:the command line is wrong"})
public final class ProfileCommand implements Callable<Integer> {

    private static final int PERCENT = 100;

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Mixin
    private Inputs inputs = new Inputs();

    @Mixin
    private RowOptions rows = new RowOptions();

    @Mixin
    private FormatOption format = new FormatOption();

    @Mixin
    private CellOption cells = new CellOption();

    @Mixin
    private CostOptions costs = new CostOptions();

    @Override
    public Integer call() throws IOException {
        List<TableFile> files = inputs.list();
        PrintWriter err = spec.commandLine().getErr();
        costs.check(spec.commandLine());
        RowScan scan = new RowScan(files, rows.columns(), rows.filter(spec.commandLine()));
        if (costs.requested()) {
            return new CostListing(spec.commandLine(), costs, format.format(), cells.length()).print(files, scan);
        }
        TableProfile profile = new TableProfile();
        Progress progress = new Progress(err, files.size());
        int code = ExitCode.OK;
        for (TableFile file : files) {
            try {
                scan.batches(file, null, profile::add);
            } catch (InvalidDataException e) {
                throw e;
            } catch (ParquetException | IOException e) {
                code = ExitCode.FAILED;
                FileListing.report(err, file, e);
            }
            progress.fileDone();
        }
        progress.finish();
        print(profile);
        return code;
    }

    private void print(TableProfile profile) {
        PrintWriter out = spec.commandLine().getOut();
        List<String> fields = new ArrayList<>(List.of(
                "column",
                "type",
                "values",
                "nulls",
                "nans",
                "distinct",
                "min_length",
                "mean_length",
                "max_length",
                "min"));
        TableProfile.QUANTILES.forEach(share -> fields.add("p" + Math.round(share * PERCENT)));
        fields.add("max");
        Records records =
                Records.of(format.format(), out, fields, new TableStyle("", cells.length(), Terminal.hasColours()));
        profile.columns().forEach(column -> records.add(record(column)));
        records.finish();
        if (format.format() == Format.TABLE) {
            out.println(NumberText.of(profile.rows(), "row"));
        }
        out.flush();
    }

    private static List<@Nullable Object> record(ColumnProfile column) {
        boolean hasLengths = column.maxLength() >= 0;
        List<@Nullable Object> record = new ArrayList<>(Arrays.asList(
                column.path(),
                column.type(),
                column.values(),
                column.nulls(),
                column.nans(),
                column.distinct(),
                hasLengths ? column.minLength() : null,
                hasLengths ? BigDecimal.valueOf(column.meanLength()).setScale(1, RoundingMode.HALF_UP) : null,
                hasLengths ? column.maxLength() : null,
                shown(column.min())));
        for (int i = 0; i < TableProfile.QUANTILES.size(); i++) {
            record.add(i < column.quantiles().size() ? shown(column.quantiles().get(i)) : null);
        }
        record.add(shown(column.max()));
        return record;
    }

    private static @Nullable Object shown(@Nullable Object value) {
        return value == null ? null : ShownValues.leaf(value);
    }
}
