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
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;

/** The commands by name. Creates a command only when the command line names it, to start quickly. */
public final class Commands {

    private static final Map<String, Supplier<Callable<Integer>>> LOCAL = local();

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
        line.addSubcommand(new CommandLine.HelpCommand());
    }
}
