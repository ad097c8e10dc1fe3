package io.pq2.cli.internal;

import io.pq2.cli.internal.command.BloomCommand;
import io.pq2.cli.internal.command.CatCommand;
import io.pq2.cli.internal.command.CheckCommand;
import io.pq2.cli.internal.command.ColumnIndexCommand;
import io.pq2.cli.internal.command.CompactCommand;
import io.pq2.cli.internal.command.CompletionCommand;
import io.pq2.cli.internal.command.ConvertCommand;
import io.pq2.cli.internal.command.CountCommand;
import io.pq2.cli.internal.command.DictionaryCommand;
import io.pq2.cli.internal.command.DiffCommand;
import io.pq2.cli.internal.command.DoctorCommand;
import io.pq2.cli.internal.command.ExplainCommand;
import io.pq2.cli.internal.command.HeadCommand;
import io.pq2.cli.internal.command.LayoutCommand;
import io.pq2.cli.internal.command.ManCommand;
import io.pq2.cli.internal.command.MergeCommand;
import io.pq2.cli.internal.command.MetaCommand;
import io.pq2.cli.internal.command.PagesCommand;
import io.pq2.cli.internal.command.ProfileCommand;
import io.pq2.cli.internal.command.RewriteCommand;
import io.pq2.cli.internal.command.SalvageCommand;
import io.pq2.cli.internal.command.SampleCommand;
import io.pq2.cli.internal.command.SchemaCommand;
import io.pq2.cli.internal.files.HadoopSupport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The commands by name. Creates a command only when the command line names it, to start quickly. */
public final class Commands {

    private static final Map<String, Supplier<Callable<Integer>>> LOCAL = local();

    /** The commands that need Hadoop. */
    private static final List<String> HADOOP = List.of("audit", "rotate");

    private Commands() {}

    private static Map<String, Supplier<Callable<Integer>>> local() {
        Map<String, Supplier<Callable<Integer>>> commands = new LinkedHashMap<>();
        commands.put("schema", SchemaCommand::new);
        commands.put("meta", MetaCommand::new);
        commands.put("pages", PagesCommand::new);
        commands.put("column-index", ColumnIndexCommand::new);
        commands.put("bloom", BloomCommand::new);
        commands.put("dictionary", DictionaryCommand::new);
        commands.put("head", HeadCommand::new);
        commands.put("cat", CatCommand::new);
        commands.put("sample", SampleCommand::new);
        commands.put("count", CountCommand::new);
        commands.put("explain", ExplainCommand::new);
        commands.put("layout", LayoutCommand::new);
        commands.put("profile", ProfileCommand::new);
        commands.put("diff", DiffCommand::new);
        commands.put("doctor", DoctorCommand::new);
        commands.put("check", CheckCommand::new);
        commands.put("salvage", SalvageCommand::new);
        commands.put("convert", ConvertCommand::new);
        commands.put("compact", CompactCommand::new);
        commands.put("merge", MergeCommand::new);
        commands.put("rewrite", RewriteCommand::new);
        return commands;
    }

    /**
     * Adds commands to a command line.
     *
     * @param name the name of the command to add; all are added if there is no such command
     */
    public static void add(CommandLine line, String name) {
        Supplier<Callable<Integer>> command = LOCAL.get(name);
        if (command != null) {
            line.addSubcommand(command.get());
            return;
        }
        LOCAL.values().forEach(each -> line.addSubcommand(each.get()));
        HadoopSupport hadoop = HadoopSupport.find();
        if (hadoop != null) {
            hadoop.commands().forEach(line::addSubcommand);
        }
        line.addSubcommand(new CompletionCommand());
        line.addSubcommand(new ManCommand());
        line.addSubcommand(new CommandLine.HelpCommand());
    }

    /** Returns why this jar does not have a command that another jar has; null if it has the command, or none has. */
    public static @Nullable String missing(String name) {
        return HADOOP.contains(name) && HadoopSupport.find() == null
                ? name + " needs Hadoop's configuration, which this jar for local files does not have. Use hadoop jar"
                        + " with pq2-cli's job jar, or java -jar with its standalone jar"
                : null;
    }

    /** Returns a command with the options that this jar accepts, for its help. */
    public static CommandSpec offered(CommandSpec command) {
        OptionSpec setting = command.findOption("-D");
        if (setting != null && !setting.hidden() && HadoopSupport.find() == null) {
            for (String name : List.of("-D", "--conf")) {
                OptionSpec option = command.findOption(name);
                command.remove(option);
                command.addOption(OptionSpec.builder(option).hidden(true).build());
            }
        }
        return command;
    }
}
