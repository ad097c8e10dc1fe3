package io.pq2.cli.internal.output;

/**
 * How a CSV file is written.
 *
 * @param delimiter the character between fields
 * @param quote the character around fields that contain a delimiter, a quote or a line break
 * @param nullText the field without quotes that means null
 * @param heading whether the first line has the names of the columns
 */
public record CsvFormat(char delimiter, char quote, String nullText, boolean heading) {}
