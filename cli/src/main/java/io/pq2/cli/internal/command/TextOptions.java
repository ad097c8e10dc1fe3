package io.pq2.cli.internal.command;

import io.pq2.cli.internal.output.CsvFormat;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of CSV files. */
final class TextOptions {

    @Option(
            names = "--delimiter",
            paramLabel = "CHAR",
            description = "The character between fields of CSV; tab for a tabulator. Default: a comma, for tsv tab.")
    private String delimiter = "";

    @Option(
            names = "--quote",
            paramLabel = "CHAR",
            defaultValue = "\"",
            description = "The character around fields of CSV that contain a delimiter or line break. Default: \".")
    private String quote = "\"";

    @Option(
            names = "--null",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "The field of CSV, without quotes, that means null. Default: the empty field.")
    private String nullText = "";

    @Option(
            names = "--no-header",
            description = "The first line of CSV is a row. Columns are named column_1, column_2, …; with --schema, its"
                    + " columns are in the order of the fields.")
    private boolean noHeader;

    /**
     * Returns the format of CSV files.
     *
     * @param tabs whether a tabulator is the default delimiter
     * @throws ParameterException if the options contradict each other
     */
    CsvFormat format(boolean tabs, CommandLine command) {
        char separator = delimiter.isEmpty() ? (tabs ? '\t' : ',') : character("--delimiter", delimiter, command);
        char quotation = character("--quote", quote, command);
        if (separator == quotation) {
            throw new ParameterException(command, "--delimiter and --quote must differ");
        }
        if (nullText.chars().anyMatch(c -> c == separator || c == quotation || c == '\n' || c == '\r')) {
            throw new ParameterException(command, "--null cannot contain the delimiter, the quote or a line break");
        }
        return new CsvFormat(separator, quotation, nullText, !noHeader);
    }

    private static char character(String option, String text, CommandLine command) {
        if (text.equals("tab") || text.equals("\\t")) {
            return '\t';
        }
        if (text.length() != 1 || text.equals("\n") || text.equals("\r") || Character.isSurrogate(text.charAt(0))) {
            throw new ParameterException(
                    command, option + " '" + text + "': expected one character" + ", such as ',' or tab");
        }
        return text.charAt(0);
    }
}
