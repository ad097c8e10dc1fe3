package io.pq2.fuzz.targets;

import io.pq2.exception.ParquetException;
import io.pq2.fuzz.Oracle;
import io.pq2.fuzz.check.Checks;
import io.pq2.fuzz.check.FileCheck;
import io.pq2.fuzz.check.Probe;
import io.pq2.fuzz.file.Corpus;
import io.pq2.fuzz.file.FileMutator;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.rewrite.FileRewriter;
import io.pq2.rewrite.RewriteOptions;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Copies of valid and changed files by {@link FileRewriter}. */
public final class Rewrites implements Target {

    private static final CompressionCodec[] CODECS = {
        CompressionCodec.UNCOMPRESSED, CompressionCodec.SNAPPY, CompressionCodec.ZSTD, CompressionCodec.LZ4_RAW
    };

    private final Corpus corpus;

    public Rewrites(Corpus corpus) {
        this.corpus = corpus;
    }

    @Override
    public String name() {
        return "rewrites";
    }

    @Override
    public Set<Oracle> oracles() {
        return EnumSet.of(Oracle.REWRITE, Oracle.EXCEPTIONS, Oracle.MESSAGES, Oracle.MEMORY, Oracle.TIME);
    }

    @Override
    public int run(SplittableRandom random, Checks checks) {
        byte[] file = random.nextInt(3) == 0
                ? corpus.any(random).bytes()
                : new FileMutator(random).mutate(corpus.any(random));
        checks.input(MutatedFiles.FILE, file);
        check(file, random, checks);
        return 1;
    }

    @Override
    public void replay(Map<String, byte[]> input, SplittableRandom random, Checks checks) {
        check(Inputs.required(input, MutatedFiles.FILE), random, checks);
    }

    private static RewriteOptions options(SplittableRandom random) {
        RewriteOptions.Builder options = RewriteOptions.builder().readOptions(FileCheck.OPTIONS);
        if (random.nextBoolean()) {
            options.codec(CODECS[random.nextInt(CODECS.length)]);
        }
        if (random.nextInt(4) == 0) {
            options.combineBelow(1L << random.nextInt(16));
        }
        return options.build();
    }

    private static void check(byte[] file, SplittableRandom random, Checks checks) {
        RewriteOptions options = options(random);
        MemoryOutputFile output = new MemoryOutputFile("copy");
        ParquetException error = new Probe(checks)
                .run(
                        file.length,
                        true,
                        () -> FileRewriter.rewrite(List.of(new MemoryInputFile("fuzz", file)), output, options));
        if (error != null) {
            return;
        }
        FileCheck files = new FileCheck(checks);
        byte[] copy = output.bytes();
        FileCheck.Outcome source = files.scan(file, null, FileCheck.OPTIONS, 100);
        FileCheck.Outcome copied = files.scan(copy, null, FileCheck.OPTIONS, 100);
        if (source.error() == null && copied.error() != null) {
            throw Checks.violation(Oracle.REWRITE, "the copy of a file without errors has errors", copied.error());
        }
        boolean equal = source.error() == null
                ? source.rows().isEqualTo(copied.rows())
                : source.rows().isPrefixOf(copied.rows()) || copied.rows().isPrefixOf(source.rows());
        checks.that(equal, Oracle.REWRITE, "the copy has other rows");
        ParquetException unreadable =
                files.with(copy, null, FileCheck.OPTIONS, open -> open.scan().plan());
        if (unreadable != null) {
            throw Checks.violation(Oracle.REWRITE, "the footer of the copy has errors", unreadable);
        }
    }
}
