package io.pq2.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads everything that pq2 writes with other readers, and compares the results with docs/interop.md. */
@Tag("spark")
class InteropTest {

    private static final Path PAGE = Path.of("../docs/interop.md");
    private static final int ROWS = Integer.getInteger("pq2.interop.rows", 120);

    private static final Map<String, String> PEERS = new LinkedHashMap<>();
    private static Matrix matrix;

    @BeforeAll
    static void readAllFilesWithAllReaders(@TempDir Path directory) throws Exception {
        InteropRun run = new InteropRun(directory, ROWS);
        List<FileSpec> uncompressed = new ArrayList<>();
        List<FileSpec> compressed = new ArrayList<>();
        for (FileSpec file : InteropRun.files()) {
            (file.isCompressed() ? compressed : uncompressed).add(file);
        }
        check(run, uncompressed);
        check(run, compressed);
        matrix = run.matrix();
    }

    private static void check(InteropRun run, List<FileSpec> files) throws Exception {
        Queue<FileSpec> queue = new ConcurrentLinkedQueue<>(files);
        int threads = Math.min(4, Runtime.getRuntime().availableProcessors());
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            Callable<Void> worker = () -> {
                work(run, queue);
                return null;
            };
            List<Future<Void>> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                workers.add(executor.submit(worker));
            }
            for (Future<Void> each : workers) {
                each.get();
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private static void work(InteropRun run, Queue<FileSpec> files) throws Exception {
        List<Peer> peers = Peers.open();
        try {
            synchronized (PEERS) {
                peers.forEach(peer -> PEERS.put(peer.name(), peer.version()));
            }
            for (FileSpec file = files.poll(); file != null; file = files.poll()) {
                run.check(file, peers);
            }
        } finally {
            for (Peer peer : peers) {
                peer.close();
            }
        }
    }

    @Test
    void noReaderReturnsOtherValuesThanWereWritten() {
        List<String> wrong = new ArrayList<>();
        matrix.outcomes().forEach((place, outcome) -> {
            if (outcome instanceof Outcome.Different different
                    && KnownDefect.at(place).isEmpty()) {
                wrong.add(place + ": " + different.difference());
            }
        });
        assertThat(wrong.stream().sorted().limit(50)).isEmpty();
    }

    @Test
    void theResultsEqualTheDocumentation() throws Exception {
        Assumptions.assumeTrue(
                PEERS.containsKey("Arrow C++"),
                "needs the native library of Arrow C++, which does not load on this platform");
        String found = new MatrixPage(matrix, PEERS).text();
        if ("write".equals(System.getProperty("pq2.docs"))) {
            Files.writeString(PAGE, found);
        }
        assertThat(found.lines())
                .as("docs/interop.md, which -Dpq2.docs=write regenerates")
                .containsExactlyElementsOf(Files.readAllLines(PAGE));
    }
}
