package io.pq2.cli.internal;

import io.pq2.cli.Main;
import io.pq2.hadoop.keys.AuditedFile;
import io.pq2.hadoop.keys.EncryptionAudit;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lists what is encrypted under which key. */
@Command(
        name = "audit",
        description = "Lists which columns of which files are encrypted under which master keys.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all files were listed, and are as required",
            "1:a file could not be read, or something else failed",
            "2:the command line is wrong",
            "3:a file is not as required"
        })
public final class AuditCommand implements Callable<Integer> {

    /** How files are listed. */
    enum Format {
        TABLE,
        CSV,
        JSON
    }

    @Spec
    private CommandSpec spec;

    @Mixin
    private TableOptions table;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description =
                    "table for people (default), csv with a line for each footer and column, json with a line for each file.")
    private Format format;

    @Option(
            names = "--require",
            paramLabel = "COLUMN[=KEY]",
            description =
                    "A column (or a group, or * for all columns) has to be encrypted, and under that master key if one is"
                            + " named. May be repeated.")
    private List<String> columns = List.of();

    @Option(
            names = "--require-footer",
            paramLabel = "signed|encrypted",
            description = "Footers have to be signed or encrypted, or to be encrypted.")
    private EncryptionRequirements.FooterAtLeast footer;

    @Option(
            names = "--require-version",
            paramLabel = "KEY=VERSION",
            description = "What is under that master key has to be under that version of it. May be repeated.")
    private List<String> versions = List.of();

    @Override
    public Integer call() throws IOException {
        EncryptionRequirements requirements = requirements();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        AuditListing listing = AuditListing.of(format, out);
        Tally tally = new Tally();
        listing.begin();
        new EncryptionAudit(table.configuration()).run(table.paths(), file -> {
            listing.add(file);
            if (file.problem() != null) {
                err.println(file.path() + ": " + file.problem());
            }
            List<String> violations = requirements.violations(file);
            violations.forEach(violation -> err.println(file.path() + ": " + violation));
            tally.add(file, violations);
        });
        out.flush();
        return tally.exitCode();
    }

    private EncryptionRequirements requirements() {
        try {
            return EncryptionRequirements.of(footer, columns, versions);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static final class Tally {

        private boolean unreadable;
        private boolean violated;

        void add(AuditedFile file, List<String> violations) {
            unreadable |= file.footer() == AuditedFile.Footer.UNKNOWN;
            violated |= !violations.isEmpty();
        }

        int exitCode() {
            return violated ? Main.NOT_AS_REQUIRED : unreadable ? Main.FAILED : Main.OK;
        }
    }
}
