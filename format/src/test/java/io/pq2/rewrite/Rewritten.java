package io.pq2.rewrite;

import io.pq2.io.InputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Rewrites files in memory. */
public final class Rewritten {

    private Rewritten() {}

    public static byte[] rewrite(RewriteOptions options, byte[]... files) throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("rewritten.parquet");
        FileRewriter.rewrite(inputs(files), output, options);
        return output.bytes();
    }

    /** Returns input files, named by their index from 0. */
    static List<InputFile> inputs(byte[]... files) {
        List<InputFile> inputs = new ArrayList<>();
        for (byte[] file : files) {
            inputs.add(new MemoryInputFile("input " + inputs.size(), file));
        }
        return inputs;
    }
}
