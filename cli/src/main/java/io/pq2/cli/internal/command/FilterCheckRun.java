package io.pq2.cli.internal.command;

import io.pq2.check.FilterCheck;
import io.pq2.check.FilterCheckResult;
import io.pq2.check.Finding;
import io.pq2.check.WrongAnswer;
import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.Format;
import io.pq2.cli.internal.output.Records;
import io.pq2.cli.internal.output.TableStyle;
import io.pq2.exception.ParquetException;
import io.pq2.internal.exception.DisplayText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options {@code --filters} and following of the command {@code check}: tests the filters of files. */
final class FilterCheckRun {

    private static final List<String> FIELDS = List.of(
            "file", "created_by", "row_group", "column", "step", "question", "lost_rows", "questions", "message");

    @Option(
            names = "--filters",
            required = true,
            description = {
                "Tests whether filters find all matching rows of the files, and no others, instead of what the files"
                        + " say about themselves.",
                "Lists a wrong answer for each column chunk and pruning step that gives any."
            })
    @SuppressWarnings("unused") // Picocli creates the group if the option is given.
    private boolean filters;

    @Option(
            names = "--seed",
            paramLabel = "SEED",
            description = "A number; the same number chooses the same values. Default: others each time.")
    private @Nullable Long seed;

    @Option(
            names = "--values",
            paramLabel = "N",
            description = "The number of random values of each column chunk, in addition to min and max. Default: "
                    + FilterCheck.DEFAULT_VALUES + ".")
    private int values = FilterCheck.DEFAULT_VALUES;

    @Option(
            names = "--progress",
            paramLabel = "FILE",
            description = "Adds the name of each tested file to a text file, and skips the files that it names, so"
                    + " that an interrupted test continues.")
    private @Nullable Path progressFile;

    private int tested;
    private long questions;
    private int wrong;
    private int notTested;

    /** Tests files, prints what was found, and returns the exit code. */
    int run(List<TableFile> files, Format format, boolean quiet, PrintWriter out, PrintWriter err) throws IOException {
        long used = seed == null ? ThreadLocalRandom.current().nextLong() : seed;
        if (seed == null) {
            err.println("seed " + used);
            err.flush();
        }
        List<TableFile> remaining = new ArrayList<>(files);
        Set<String> done = done();
        remaining.removeIf(file -> done.contains(file.name()));
        Records records =
                Records.of(format, out, FIELDS, new TableStyle("", TableStyle.NAME_LENGTH, Terminal.hasColours()));
        Progress progress = new Progress(err, remaining.size());
        int code = ExitCode.OK;
        for (TableFile file : remaining) {
            try {
                FilterCheckResult result = FilterCheck.run(file.input(), file.options(), file.keys(), used, values);
                add(file, result, records, quiet, err);
                out.flush();
                finished(file);
            } catch (ParquetException | IOException e) {
                code = ExitCode.FAILED;
                FileListing.report(err, file, e);
            }
            progress.fileDone();
        }
        progress.finish();
        if (format != Format.TABLE || wrong > 0) {
            records.finish();
        }
        if (format == Format.TABLE) {
            out.println(tested + " files tested with seed " + used + ": " + questions + " questions, " + wrong
                    + " wrong answers, " + notTested + " column chunks not tested");
        }
        out.flush();
        return wrong > 0 ? ExitCode.REQUIREMENT_NOT_MET : code;
    }

    private void add(TableFile file, FilterCheckResult result, Records records, boolean quiet, PrintWriter err) {
        tested++;
        questions += result.questions();
        notTested += result.notTested().size();
        for (WrongAnswer answer : result.wrongAnswers()) {
            wrong++;
            records.add(Arrays.asList(
                    file.name(),
                    answer.createdBy(),
                    answer.location().rowGroup(),
                    answer.location().column(),
                    answer.step() == null ? null : answer.step().name().toLowerCase(Locale.ROOT),
                    answer.question(),
                    answer.lostRows(),
                    answer.questions(),
                    answer.message()));
        }
        if (!quiet && !result.notTested().isEmpty()) {
            Finding first = result.notTested().get(0);
            err.println(DisplayText.message(
                    file.name() + ": " + result.notTested().size() + " column chunks not tested; the first: "
                            + first.message() + " (" + first.location() + ")"));
            err.flush();
        }
    }

    /** Returns the names in the progress file. A file with a line break in its name is missing, and tested again. */
    private Set<String> done() throws IOException {
        return progressFile == null || !Files.exists(progressFile)
                ? Set.of()
                : new HashSet<>(Files.readAllLines(progressFile));
    }

    private void finished(TableFile file) throws IOException {
        if (progressFile != null) {
            Files.writeString(progressFile, file.name() + '\n', StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }
}
