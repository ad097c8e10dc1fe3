package io.pq2.bench.encrypt;

import io.pq2.bench.decode.BenchFile;
import io.pq2.bench.decode.CaseGroup;
import io.pq2.bench.decode.DecodeCase;
import io.pq2.bench.decode.Engine;
import io.pq2.bench.decode.Fingerprint;
import io.pq2.bench.decode.MemoryFileSystem;
import io.pq2.bench.decode.ParquetJavaEngine;
import io.pq2.bench.decode.Pq2Engine;
import io.pq2.bench.encrypt.EncryptionResult.Operation;
import io.pq2.bench.measure.RamDisk;
import io.pq2.bench.measure.Rounds;
import io.pq2.bench.write.Cost;
import io.pq2.bench.write.FileCheck;
import io.pq2.bench.write.PageCompression;
import io.pq2.bench.write.ParquetJavaRows;
import io.pq2.bench.write.Pq2Columns;
import io.pq2.bench.write.Table;
import io.pq2.schema.Field;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * Times both writers with each {@link Protection}, and both readers on all these files. First compares the files with
 * the table, and the values of the readers with each other; then all take turns. Single-threaded.
 */
public final class EncryptionContest implements AutoCloseable {

    private final Table table;
    private final PrintStream progress;
    private final Path ramFolder;
    private final Configuration configuration = new Configuration();
    private final Pq2Columns pq2 = new Pq2Columns();
    private final ParquetJavaRows parquetJava = new ParquetJavaRows();
    private final List<Engine> readers;
    private final List<BenchFile> files = new ArrayList<>();
    private final List<Contestant> contestants = new ArrayList<>();

    /**
     * Writes the files and compares them.
     *
     * @param compression the compression of pages
     * @param progress receives a line per result
     * @throws IllegalStateException if the content of a file, or the values of a reader, differ from the table
     */
    public EncryptionContest(Table table, PageCompression compression, PrintStream progress)
            throws IOException, SQLException {
        this.table = table;
        this.progress = progress;
        this.ramFolder = RamDisk.createFolder();
        MemoryFileSystem.register(configuration);
        readers = List.of(new Pq2Engine(), new ParquetJavaEngine(configuration));
        pq2.prepare(table);
        parquetJava.prepare(table);
        for (Protection protection : Protection.values()) {
            add(protection, pq2.name(), target -> pq2.write(compression, protection.ours(), target));
            add(protection, parquetJava.name(), target -> parquetJava.write(compression, protection.theirs(), target));
        }
    }

    /** Writes a file. */
    @FunctionalInterface
    private interface Write {
        void to(Path target) throws IOException;
    }

    /** A timed operation. */
    private record Contestant(
            String engine, Operation operation, String writer, Protection protection, long bytes, Cost.Work work) {}

    private void add(Protection protection, String writer, Write write) throws IOException, SQLException {
        BenchFile file = file(protection, writer, write);
        files.add(file);
        contestants.add(new Contestant(writer, Operation.WRITE, writer, protection, file.length(), () -> again(write)));
        DecodeCase all = new DecodeCase(
                CaseGroup.LINEITEM,
                protection.title(),
                file,
                table.schema().fields().stream().map(Field::name).toList());
        Map<String, Fingerprint> seen = new LinkedHashMap<>();
        for (Engine reader : readers) {
            seen.put(reader.name(), reader.fingerprint(all));
            contestants.add(new Contestant(
                    reader.name(), Operation.SCAN, writer, protection, file.length(), () -> reader.decode(all)));
        }
        if (seen.values().stream().distinct().count() != 1) {
            throw new IllegalStateException(
                    "the readers return different values for the file of " + writer + ", " + protection + ": " + seen);
        }
    }

    private BenchFile file(Protection protection, String writer, Write write) throws IOException {
        Path path = ramFolder.resolve(writer + "-" + protection + ".parquet");
        write.to(path);
        String difference = FileCheck.difference(table, path, protection.keys().ours());
        if (difference != null) {
            throw new IllegalStateException("the file of " + writer + ", " + protection + ": " + difference);
        }
        return BenchFile.load(path, configuration, protection.keys());
    }

    private void again(Write write) throws IOException {
        Path target = ramFolder.resolve("again.parquet");
        try {
            write.to(target);
        } finally {
            Files.deleteIfExists(target);
        }
    }

    /**
     * Runs all contestants in turns.
     *
     * @param rounds the rounds; the median of the measured ones is the result
     * @param millis the minimum time for which a contestant repeats its work in a round, in milliseconds
     */
    public List<EncryptionResult> run(Rounds rounds, int millis) throws IOException, SQLException {
        Map<Contestant, List<Cost>> costs = rounds.run(contestants, contestant -> onePass(contestant.work(), millis));
        List<EncryptionResult> results = new ArrayList<>();
        costs.forEach((contestant, all) -> results.add(result(contestant, Cost.median(all))));
        return results;
    }

    private static Cost onePass(Cost.Work work, int millis) throws IOException, SQLException {
        System.gc(); // The measured work does not collect the garbage of others.
        int[] passes = new int[1];
        Cost cost = Cost.of(() -> {
            long start = System.nanoTime();
            while (passes[0] == 0 || System.nanoTime() - start < millis * 1_000_000L) {
                work.run();
                passes[0]++;
            }
        });
        return cost.dividedBy(passes[0]);
    }

    private EncryptionResult result(Contestant contestant, Cost cost) {
        progress.printf(
                Locale.ROOT,
                "%-5s %-12s file of %-12s %-21s %.3f s, CPU %.3f s%n",
                contestant.operation(),
                contestant.engine(),
                contestant.writer(),
                contestant.protection().title(),
                cost.seconds(),
                cost.threadSeconds());
        return new EncryptionResult(
                contestant.engine(),
                contestant.operation(),
                contestant.writer(),
                contestant.protection(),
                contestant.bytes(),
                cost);
    }

    @Override
    public void close() throws IOException {
        for (BenchFile file : files) {
            file.close();
        }
        Files.delete(ramFolder);
    }
}
