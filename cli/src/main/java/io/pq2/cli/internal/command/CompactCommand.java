package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.files.FileOptions;
import io.pq2.cli.internal.files.TableLocation;
import io.pq2.compact.CompactedFile;
import io.pq2.compact.CompactionFailure;
import io.pq2.compact.CompactionListener;
import io.pq2.compact.CompactionOptions;
import io.pq2.compact.CompactionPlan;
import io.pq2.compact.CompactionPlan.PlannedDirectory;
import io.pq2.compact.CompactionResult;
import io.pq2.compact.TableCompaction;
import io.pq2.compact.TableCompaction.RecoveredDirectory;
import io.pq2.internal.exception.DisplayText;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code compact}: replaces the small files of a table by large ones. */
@Command(
        name = "compact",
        description = {
            "Replaces the small files of each directory of a table by few large ones with the same rows.",
            "Completes or undoes first what an interrupted compaction has left. Queries that list a directory while"
                    + " its files are exchanged fail, and can be repeated.",
            "Tables of Delta, Iceberg and Hudi are refused, and so is a table with a file _no_compaction. A stream that"
                    + " reads the directory takes a merged file for a new one, and delivers its rows again. Jobs that"
                    + " overwrite or delete files must not run at the same time."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  pq2 compact --dry-run /data/table",
            "  pq2 compact --codec zstd --sort-by customer,day:desc /data/table",
            "  pq2 compact --all --zorder longitude,latitude /data/places",
            "  pq2 compact --all --timestamps micros --sort-by time /data/events",
            "  hadoop jar pq2-cli-job.jar compact --target-size 512MiB s3a://warehouse/table/day=2026-01-01"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all small files were merged, or would be",
            "1:some files could not be merged, or something else failed; they are unchanged",
            "2:the command line is wrong"
        })
public final class CompactCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Parameters(paramLabel = "PATH", description = "The directory of a table, or of some of its partitions.")
    private String path = "";

    @Mixin
    private FileOptions files = new FileOptions();

    @Mixin
    private NewFileOptions newFiles = new NewFileOptions();

    @Option(names = "--dry-run", description = "Changes nothing and reports the files that would be merged.")
    private boolean dryRun;

    @Option(
            names = "--target-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "The size of new files. Default: the block size of the file system, or 128MiB without blocks.")
    private @Nullable Long targetBytes;

    @Option(
            names = "--all",
            description = "Also rewrites files that are large enough, so that the other options apply to all files.")
    private boolean all;

    @Option(
            names = "--take-over",
            description = "Declares compactions dead that run on other hosts, or have run there.")
    private boolean takeOver;

    @Option(
            names = "--min-age",
            paramLabel = "AGE",
            converter = AgeConverter.class,
            description = "Leaves files that are younger, such as 30min, 12h or 7d. Default: 0s")
    private Duration minAge = Duration.ZERO;

    @Option(names = "--fail-fast", description = "Ends at the first directory that cannot be compacted.")
    private boolean failFast;

    @Option(
            names = {"-v", "--verbose"},
            description = "Prints each new file.")
    private boolean verbose;

    @Override
    public Integer call() throws IOException {
        TableLocation table = files.location(path);
        CompactionOptions options = CompactionOptions.builder()
                .targetBytes(targetBytes == null ? 0 : targetBytes)
                .allFiles(all)
                .takeOver(takeOver)
                .minAge(minAge)
                .failFast(failFast)
                .sortedBy(newFiles.sortedBy(spec.commandLine()))
                .zOrderedBy(newFiles.zOrderedBy(spec.commandLine()))
                .bloomFilters(newFiles.bloomFilters())
                .rewrite(newFiles.rewrite(table, spec.commandLine()).build())
                .keys(table.keys())
                .build();
        TableCompaction compaction = TableCompaction.of(table.files(), table.path(), options);
        if (!dryRun) {
            for (RecoveredDirectory recovered : compaction.recover()) {
                warn(recovered.directory() + ": an interrupted compaction was found; " + recovered.completed()
                        + " replacements were completed, " + recovered.undone() + " undone");
            }
        }
        CompactionPlan plan = compaction.plan();
        plan.checkColumns(failFast);
        plan.failures().forEach(this::report);
        plan.refused().forEach(this::report);
        plan.excluded().forEach(directory -> warn(directory + ": a file _no_compaction excludes it"));
        int code = plan.failures().isEmpty() && plan.refused().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
        if (failFast && code == ExitCode.FAILED) {
            return code;
        }
        if (dryRun) {
            print(plan);
            return code;
        }
        CompactionResult result = run(compaction, plan);
        print(plan, result);
        return result.failures().isEmpty() ? code : ExitCode.FAILED;
    }

    private CompactionResult run(TableCompaction compaction, CompactionPlan plan) {
        PrintWriter out = spec.commandLine().getOut();
        Progress progress = new Progress(spec.commandLine().getErr(), (int) Math.min(Integer.MAX_VALUE, plan.files()));
        Interruption interruption = new Interruption(compaction::cancel);
        try {
            return compaction.run(plan, new CompactionListener() {
                @Override
                public void replaced(CompactedFile file) {
                    file.group().files().forEach(source -> progress.fileDone());
                    if (verbose) {
                        out.println(DisplayText.message(
                                file.path() + ": " + file.group().files().size() + " files, "
                                        + SizeConverter.text(file.bytes()) + ", "
                                        + file.group().rows() + " rows, "
                                        + file.rowGroups() + " row groups"));
                        out.flush();
                    }
                }

                @Override
                public void failed(CompactionFailure failure) {
                    report(failure);
                }
            });
        } finally {
            interruption.end();
            progress.finish();
        }
    }

    private void report(CompactionFailure failure) {
        warn(failure.reason().contains(failure.path()) ? failure.reason() : failure.path() + ": " + failure.reason());
    }

    private void warn(String message) {
        spec.commandLine().getErr().println(DisplayText.message(message));
    }

    private void print(CompactionPlan plan) {
        plan.unfinished().forEach(directory -> warn(directory + ": a compaction is running or was interrupted"));
        PrintWriter out = spec.commandLine().getOut();
        plan.groups()
                .forEach(group -> out.println(DisplayText.message(group.directory() + ": "
                        + group.files().size() + " files, " + SizeConverter.text(group.bytes()) + ", " + group.rows()
                        + " rows, " + group.rowGroups() + " row groups ("
                        + group.encodedRowGroups() + " to be encoded again)")));
        out.println(plan.files() + " files (" + SizeConverter.text(plan.bytes()) + ") would become "
                + plan.groups().size() + ", " + plan.keptFiles() + " stay" + young(plan));
        out.flush();
    }

    private void print(CompactionPlan plan, CompactionResult result) {
        PrintWriter out = spec.commandLine().getOut();
        long kept = plan.keptFiles() + plan.files() - result.replacedFiles();
        out.println(result.replacedFiles() + " files (" + SizeConverter.text(result.replacedBytes()) + ") became "
                + result.files().size() + " (" + SizeConverter.text(result.newBytes()) + "), " + kept + " stay"
                + young(plan));
        out.flush();
    }

    private static String young(CompactionPlan plan) {
        int files = plan.directories().stream()
                .mapToInt(PlannedDirectory::youngFiles)
                .sum();
        return files == 0 ? "" : ", " + files + " of them because of their age";
    }
}
