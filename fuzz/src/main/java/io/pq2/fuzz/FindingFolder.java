package io.pq2.fuzz;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Stores the inputs and stack traces of findings, one of each signature. */
final class FindingFolder {

    private final Path folder;
    private final Map<String, Integer> counts = new HashMap<>();

    FindingFolder(Path folder) {
        this.folder = folder;
    }

    /** Returns the number of findings with different signatures. */
    int size() {
        return counts.size();
    }

    /** Stores a finding. Returns its text, or empty text if there was one like it before. */
    String add(Finding finding) {
        if (counts.merge(finding.signature(), 1, Integer::sum) > 1) {
            return "";
        }
        String name = finding.target() + "-" + Long.toHexString(finding.seed());
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        out.println("oracle " + finding.violation().oracle());
        out.println("repeat with: fuzz/run --target " + finding.target() + " --case " + finding.seed());
        finding.violation().printStackTrace(out);
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(name + ".trace"), text.toString());
            for (Map.Entry<String, byte[]> part : finding.input().entrySet()) {
                Files.write(folder.resolve(name + "." + part.getKey()), part.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "FINDING " + name + " in " + folder + "\n" + text;
    }
}
