package io.pq2.cli.internal;

import io.pq2.cli.Main;
import io.pq2.hadoop.keys.KeyRotation;
import io.pq2.hadoop.keys.RotatedFile;
import io.pq2.hadoop.keys.RotatedFile.Outcome;
import io.pq2.hadoop.keys.RotationSummary;
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

/** Wraps keys anew. */
@Command(
        name = "rotate",
        description = {
            "Puts the keys of files under the newest versions of their master keys, or under other master keys.",
            "Data are not touched. What is done already is not done again, so that a command that was broken off can be run again."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all keys are under the newest versions (or would be, in a dry run)",
            "1:the keys of a file are as they were, or something else failed",
            "2:the command line is wrong"
        })
public final class RotateCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private TableOptions table;

    @Option(
            names = "--dry-run",
            description =
                    "Changes nothing and says which files would be changed. The KMS wraps a key that is thrown away for each"
                            + " master key.")
    private boolean dryRun;

    @Option(
            names = "--to",
            paramLabel = "KEY=NEW_KEY",
            description = "Puts what is under one master key under another. May be repeated.")
    private Map<String, String> otherMasterKeys = new LinkedHashMap<>();

    @Option(
            names = {"-v", "--verbose"},
            description = "Names each file, and not only those that fail.")
    private boolean verbose;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        KeyRotation.Builder rotation =
                KeyRotation.builder(table.configuration()).dryRun(dryRun);
        otherMasterKeys.forEach(rotation::otherMasterKey);
        RotationSummary summary = rotation.run(table.paths(), file -> {
            if (file.outcome() == Outcome.FAILED) {
                err.println(file.path() + ": " + file.failure());
            } else if (verbose) {
                out.println(outcome(file) + "  " + file.path());
                out.flush();
            }
        });
        print(summary, out);
        out.flush();
        return summary.count(Outcome.FAILED) > 0 ? Main.FAILED : Main.OK;
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
