package io.pq2.cli.internal.hadoop;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.hadoop.keys.KeyRotation;
import io.pq2.hadoop.keys.RotatedFile;
import io.pq2.hadoop.keys.RotatedFile.Outcome;
import io.pq2.hadoop.keys.RotationSummary;
import io.pq2.internal.exception.DisplayText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code rotate}: wraps the keys of files again. */
@Command(
        name = "rotate",
        description = {
            "Wraps the keys of files with the newest versions of their master keys, or with other master keys.",
            "Data is not changed. Files that are already rotated are skipped, so an interrupted command can be"
                    + " repeated."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all keys are under the newest versions (or would be, in a dry run)",
            "1:the keys of a file could not be rotated, or something else failed",
            "2:the command line is wrong"
        })
public final class RotateCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Mixin
    private TableOptions table = new TableOptions();

    @Option(
            names = "--dry-run",
            description =
                    "Changes nothing and reports the files that would be changed. The KMS wraps one discarded key with"
                            + " each master key.")
    private boolean dryRun;

    @Option(
            names = "--to",
            paramLabel = "KEY=NEW_KEY",
            description = "Replaces a master key by another. May be repeated.")
    private Map<String, String> newMasterKeys = new LinkedHashMap<>();

    @Option(
            names = {"-v", "--verbose"},
            description = "Prints every file instead of only the failed ones.")
    private boolean verbose;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        KeyRotation.Builder rotation =
                KeyRotation.builder(table.configuration()).dryRun(dryRun);
        newMasterKeys.forEach(rotation::otherMasterKey);
        RotationSummary summary = rotation.run(table.paths(), file -> {
            if (file.outcome() == Outcome.FAILED) {
                err.println(DisplayText.message(file.path() + ": " + file.failure()));
            } else if (verbose) {
                out.println(DisplayText.message(outcome(file) + "  " + file.path()));
                out.flush();
            }
        });
        print(summary, out);
        out.flush();
        return summary.count(Outcome.FAILED) > 0 ? ExitCode.FAILED : ExitCode.OK;
    }

    private String outcome(RotatedFile file) {
        return switch (file.outcome()) {
            case ROTATED -> dryRun ? "would be rotated" : "rotated";
            case CURRENT -> "current";
            case NOT_ENCRYPTED -> "not encrypted";
            case UNMANAGED -> "without master keys";
            case FAILED -> "failed";
        };
    }

    private void print(RotationSummary summary, PrintWriter out) {
        out.printf(
                "%d files %s, %d current, %d not encrypted, %d without master keys, %d failed%n",
                summary.count(Outcome.ROTATED),
                dryRun ? "would be rotated" : "rotated",
                summary.count(Outcome.CURRENT),
                summary.count(Outcome.NOT_ENCRYPTED),
                summary.count(Outcome.UNMANAGED),
                summary.count(Outcome.FAILED));
        out.printf(
                "%d keys wrapped and %d unwrapped by the KMS, %d bytes written%n",
                summary.wraps(), summary.unwraps(), summary.bytesWritten());
    }
}
