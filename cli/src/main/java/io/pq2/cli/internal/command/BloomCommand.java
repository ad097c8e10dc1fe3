package io.pq2.cli.internal.command;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.output.FormatOption;
import io.pq2.exception.InvalidDataException;
import io.pq2.inspect.BloomFilterLookup;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Literal.BinaryLiteral;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.PredicateText;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code bloom}: lists bloom filters and looks up values in them. */
@Command(
        name = "bloom",
        description = "Lists the bloom filters of column chunks, and looks up values in them.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  pq2 bloom data.parquet",
            "  pq2 bloom -c name --test Hello data.parquet",
            "  pq2 bloom -c day --test \"DATE '2024-02-29'\" data.parquet"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all files were read", "1:a file could not be read", "2:the command line is wrong"})
public final class BloomCommand implements Callable<Integer> {

    private static final List<String> FIELDS = List.of("row_group", "column", "bitset_bytes", "value", "result");

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Mixin
    private Inputs inputs = new Inputs();

    @Mixin
    private ChunkOptions chunks = new ChunkOptions();

    @Mixin
    private FormatOption format = new FormatOption();

    @Option(
            names = {"-t", "--test"},
            paramLabel = "VALUE",
            description =
                    "Looks up a value: a literal of docs/predicates.md, or for columns of text and bytes any text."
                            + " May be repeated. The result is absent or may be present.")
    private List<String> values = List.of();

    @Override
    public Integer call() throws IOException {
        return new FileListing(spec, format.format(), FIELDS)
                .run(
                        inputs.list(),
                        (file, rows) -> chunks.visit(file, (rowGroup, column) -> {
                            BloomFilter filter = file.bloomFilter(rowGroup, column);
                            if (filter != null) {
                                add(rowGroup, column, filter, rows);
                            }
                        }));
    }

    private void add(int rowGroup, Column column, BloomFilter filter, FileListing.Rows rows) {
        if (values.isEmpty()) {
            rows.add(Arrays.asList(rowGroup, column.dottedPath(), filter.bitsetBytes(), null, null));
        }
        for (String value : values) {
            boolean present = BloomFilterLookup.mightContain(filter, column, literal(column, value));
            String result = present ? "may be present" : "absent";
            rows.add(Arrays.asList(rowGroup, column.dottedPath(), filter.bitsetBytes(), value, result));
        }
    }

    private Literal literal(Column column, String text) {
        Literal literal = parse(text);
        if (isBytes(column) && !(literal instanceof BinaryLiteral)) {
            return BinaryLiteral.of(text);
        } else if (literal == null) {
            throw new ParameterException(
                    spec.commandLine(), "--test " + text + ": no literal for the column " + column.dottedPath());
        }
        return literal;
    }

    private static @Nullable Literal parse(String text) {
        try {
            return PredicateText.parse("c = " + text) instanceof Predicate.Comparison comparison
                    ? comparison.literal()
                    : null;
        } catch (InvalidDataException e) {
            return null;
        }
    }

    private static boolean isBytes(Column column) {
        PhysicalType type = column.field().physicalType();
        LogicalType logical = column.field().logicalType();
        boolean number = logical instanceof LogicalType.DecimalType || logical instanceof LogicalType.Float16Type;
        return (type == PhysicalType.BYTE_ARRAY || type == PhysicalType.FIXED_LEN_BYTE_ARRAY) && !number;
    }
}
