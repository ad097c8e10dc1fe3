package io.pq2.cli.internal.command;

import io.pq2.cli.internal.Commands;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The manual page of a command in the format of troff's macros {@code man}. */
final class ManPage {

    private final StringBuilder page = new StringBuilder();

    private ManPage() {}

    /** Returns the name of the page of a command, such as {@code pq2-head}. */
    static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName("-");
    }

    /** Returns the page of a command. */
    static String of(CommandLine command) {
        CommandSpec spec = Commands.offered(command.getCommandSpec());
        ManPage page = new ManPage();
        page.write(command, spec, spec.usageMessage());
        return page.page.toString();
    }

    private void write(CommandLine command, CommandSpec spec, UsageMessageSpec usage) {
        String[] description = usage.description();
        macro("TH " + name(command).toUpperCase(Locale.ROOT) + " 1 \"\" \"pq2\" \"User commands\"");
        macro("SH NAME");
        text(name(command) + " - " + (description.length == 0 ? "" : withoutPeriod(description[0])));
        macro("SH SYNOPSIS");
        text(new Help(spec, Help.defaultColorScheme(Ansi.OFF))
                .synopsis(0)
                .strip()
                .replaceAll("\\s+", " "));
        macro("SH DESCRIPTION");
        paragraphs(description);
        if (!command.getSubcommands().isEmpty()) {
            macro("SH COMMANDS");
            command.getSubcommands().forEach((name, sub) -> {
                String[] ofCommand = sub.getCommandSpec().usageMessage().description();
                item(name, ofCommand.length == 0 ? "" : ofCommand[0]);
            });
        }
        if (!spec.positionalParameters().isEmpty()) {
            macro("SH ARGUMENTS");
            for (PositionalParamSpec argument : spec.positionalParameters()) {
                item(argument.paramLabel(), String.join(" ", argument.description()));
            }
        }
        macro("SH OPTIONS");
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
                item(String.join(", ", option.names()) + label, String.join(" ", option.description()));
            }
        }
        Map<String, String> codes = usage.exitCodeList();
        if (!codes.isEmpty()) {
            macro("SH EXIT STATUS");
            codes.forEach(this::item);
        }
        if (usage.footer().length > 0) {
            macro("SH EXAMPLES");
            macro("nf");
            Arrays.stream(usage.footer()).forEach(this::text);
            macro("fi");
        }
    }

    private static String withoutPeriod(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    private void paragraphs(String[] texts) {
        for (int i = 0; i < texts.length; i++) {
            if (i > 0) {
                macro("PP");
            }
            text(texts[i]);
        }
    }

    private void item(String name, String description) {
        macro("TP");
        page.append("\\fB").append(escaped(name)).append("\\fR\n");
        text(description);
    }

    private void macro(String macro) {
        page.append('.').append(macro).append('\n');
    }

    /** Adds a line. A period or quote at its beginning would be a macro. */
    private void text(String line) {
        page.append("\\&").append(escaped(line)).append('\n');
    }

    /** Escapes the characters of troff. Picocli has %% for a percent sign. */
    private static String escaped(String text) {
        return text.replace("%%", "%").replace("%n", "\n").replace("\\", "\\e").replace("-", "\\-");
    }
}
