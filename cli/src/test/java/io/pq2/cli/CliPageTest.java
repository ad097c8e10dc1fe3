package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands in the transcripts of docs/cli.md and compares what they print. */
class CliPageTest {

    private static final Path PAGE = Path.of("../docs/cli.md");
    private static final String FENCE = "```";
    private static final String PROMPT = "$ pq2 ";
    /** The commands for encryption keys have tests of their own, because they need a KMS. */
    private static final Pattern NEEDS_KMS = Pattern.compile("(audit|rotate)\\b.*");

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");
    private static final Pattern VERSION = Pattern.compile("pq2 version \\S+( \\(build [^)]*\\))?");

    /** The size of a file depends on the length of the version in it. */
    private static final Pattern FILE_SIZE = Pattern.compile("(?m)^(bytes|footer_bytes): \\d+$");

    /** The summary of {@code layout} has the sizes of the file and of its footer. */
    private static final Pattern LAYOUT_SIZES =
            Pattern.compile("(?m)^[0-9.]+ \\S+(, .* rows, .* row groups: .*, footer) [0-9.]+ \\S+$");

    /** Salvage without a footer loses what is left of it. */
    private static final Pattern LOST_SIZE = Pattern.compile("and [0-9.]+ \\S+ at the end of the file");
    /** The commands that print sizes for people, which depend on the length of the version too. */
    private static final Pattern COMPACTS = Pattern.compile("(compact|convert|merge|rewrite)\\b.*");

    private static final Pattern SIZE = Pattern.compile("\\d+(\\.\\d+)? ([KMG]iB|B)\\b");

    @TempDir
    Path directory;

    @Test
    void transcriptsShowWhatTheCommandsPrint() throws IOException {
        new ExampleTable(directory);
        List<String> page = Files.readAllLines(PAGE);
        List<String> found = new ArrayList<>();
        int commands = 0;
        for (int i = 0; i < page.size(); i++) {
            String line = page.get(i);
            found.add(line);
            boolean opens = line.startsWith(FENCE) && i + 1 < page.size();
            if (!opens || !page.get(i + 1).startsWith(PROMPT) || needsKms(page.get(i + 1))) {
                continue;
            }
            for (i++; !page.get(i).startsWith(FENCE); i++) {
                if (page.get(i).startsWith(PROMPT)) {
                    found.add(page.get(i));
                    found.addAll(run(page.get(i).substring(PROMPT.length())));
                    commands++;
                }
            }
            found.add(page.get(i));
        }
        assertThat(commands).isPositive();
        if ("write".equals(System.getProperty("pq2.docs"))) {
            Files.write(PAGE, found);
            return;
        }
        assertThat(String.join("\n", found))
                .as("docs/cli.md, whose transcripts -Dpq2.docs=write regenerates")
                .isEqualTo(String.join("\n", page));
    }

    private static boolean needsKms(String line) {
        return NEEDS_KMS.matcher(line.substring(PROMPT.length())).matches();
    }

    /** Runs a command line on the example table, which is in /data, and returns the lines that it prints. */
    private List<String> run(String line) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(line);
        while (matcher.find()) {
            String word = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
            words.add((word == null ? matcher.group(3) : word).replace("/data", directory.toString()));
        }
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        int code = Main.run(out, out, words.toArray(String[]::new));
        String shown = VERSION.matcher(text.toString().replace(directory.toString(), "/data"))
                .replaceAll("pq2 version 0.1.0");
        shown = FILE_SIZE.matcher(shown).replaceAll("$1: …");
        shown = LAYOUT_SIZES.matcher(shown).replaceAll("…$1 …");
        shown = LOST_SIZE.matcher(shown).replaceAll("and … at the end of the file");
        if (COMPACTS.matcher(line).matches()) {
            shown = SIZE.matcher(shown).replaceAll("… $2");
        }
        List<String> lines =
                new ArrayList<>(shown.lines().map(String::stripTrailing).toList());
        if (code != 0) {
            lines.add("(exit code " + code + ")");
        }
        return lines;
    }
}
