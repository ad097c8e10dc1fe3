package io.pq2.cli.internal.hadoop;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.hadoop.keys.AuditedFile;
import io.pq2.hadoop.keys.EncryptionAudit;
import io.pq2.internal.exception.DisplayText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code audit}: lists the encryption keys of columns and checks requirements. */
@Command(
        name = "audit",
        description = "Lists the encryption of files and their columns, with the master keys.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all files were listed and meet the requirements",
            "1:a file could not be read, or something else failed",
            "2:the command line is wrong",
            "3:a file does not meet the requirements"
        })
public final class AuditCommand implements Callable<Integer> {

    /** The formats of listings. */
    enum Format {
        TABLE,
        CSV,
        JSON
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Mixin
    private TableOptions table = new TableOptions();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description =
                    "The format of the listing: table (the default), csv with a line for each footer and column, or"
                            + " json with a line for each file.")
    private Format format = Format.TABLE;

    @Option(
            names = "--require",
            paramLabel = "COLUMN[=KEY]",
            description =
                    "Requires that a column, a group or all columns (*) are encrypted, optionally under a given master"
                            + " key. May be repeated.")
    private List<String> columns = List.of();

    @Option(
            names = "--require-footer",
            paramLabel = "signed|encrypted",
            description = "Requires that footers are at least signed, or that they are encrypted.")
    private EncryptionRequirements.@Nullable FooterProtection footer;

    @Option(
            names = "--require-version",
            paramLabel = "KEY=VERSION",
            description = "Requires that everything under a master key is under this version of it. May be repeated.")
    private List<String> versions = List.of();

    @Override
    public Integer call() throws IOException {
        EncryptionRequirements requirements = requirements();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        AuditListing listing = AuditListing.of(format, out);
        Totals totals = new Totals();
        listing.begin();
        new EncryptionAudit(table.configuration()).run(table.paths(), file -> {
            listing.add(file);
            if (file.problem() != null) {
                err.println(DisplayText.message(file.path() + ": " + file.problem()));
            }
            List<String> violations = requirements.violations(file);
            violations.forEach(violation -> err.println(DisplayText.message(file.path() + ": " + violation)));
            totals.add(file, violations);
        });
        out.flush();
        return totals.exitCode();
    }

    private EncryptionRequirements requirements() {
        try {
            return EncryptionRequirements.of(footer, columns, versions);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static final class Totals {

        private boolean unreadable;
        private boolean violated;

        void add(AuditedFile file, List<String> violations) {
            unreadable |= file.footer() == AuditedFile.Footer.UNKNOWN;
            violated |= !violations.isEmpty();
        }

        int exitCode() {
            return violated ? ExitCode.REQUIREMENT_NOT_MET : unreadable ? ExitCode.FAILED : ExitCode.OK;
        }
    }
}
