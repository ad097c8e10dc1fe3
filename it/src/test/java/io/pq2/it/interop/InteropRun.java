package io.pq2.it.interop;

import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.write.DataPageVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Writes the files, reads them with all readers, and records the results. */
final class InteropRun {

    static final List<CompressionCodec> CODECS = List.of(
            CompressionCodec.UNCOMPRESSED,
            CompressionCodec.SNAPPY,
            CompressionCodec.GZIP,
            CompressionCodec.ZSTD,
            CompressionCodec.LZ4_RAW,
            CompressionCodec.BROTLI,
            CompressionCodec.LZ4,
            CompressionCodec.LZO);

    /** Types for which some readers refuse the whole file. */
    private static final Set<String> TYPES_IN_SEPARATE_FILES = Set.of("BYTE_ARRAY BSON");

    private final Path directory;
    private final Values values;
    private final Matrix matrix = new Matrix();
    /** Columns that a reader refuses. The reader reads the other columns without them. */
    private final Map<String, Set<Cell>> refused = new ConcurrentHashMap<>();

    /**
     * Creates a run without results.
     *
     * @param directory the folder of the files; each thread writes one file at a time
     * @param rows the number of rows of each file
     */
    InteropRun(Path directory, int rows) {
        this.directory = directory;
        this.values = new Values(rows);
    }

    Matrix matrix() {
        return matrix;
    }

    /** Returns all files. */
    static List<FileSpec> files() {
        List<FileSpec> files = new ArrayList<>();
        for (CompressionCodec codec : CODECS) {
            for (Nesting nesting : Nesting.values()) {
                for (DataPageVersion version : DataPageVersion.values()) {
                    for (List<Cell> cells : groups(nesting)) {
                        files.add(new FileSpec(nesting, codec, version, cells));
                    }
                }
            }
        }
        return files;
    }

    /**
     * Returns the columns of each file. A column for which some readers refuse the whole file gets its own file.
     */
    private static List<List<Cell>> groups(Nesting nesting) {
        Map<String, List<Cell>> groups = LeafTypes.all().stream()
                .filter(nesting::supports)
                .flatMap(type -> type.encodings().stream().map(encoding -> new Cell(type, encoding)))
                .collect(Collectors.groupingBy(InteropRun::group, LinkedHashMap::new, Collectors.toList()));
        return List.copyOf(groups.values());
    }

    private static String group(Cell cell) {
        if (cell.encoding() == Encoding.ALP) {
            return "ALP";
        }
        return TYPES_IN_SEPARATE_FILES.contains(cell.type().title())
                ? cell.type().title()
                : "";
    }

    /**
     * Writes a file and reads it with all readers. Columns that a reader refuses uncompressed are not read with the
     * other codecs. Therefore, uncompressed files must be checked first.
     */
    void check(FileSpec spec, List<Peer> peers) throws IOException {
        Path file = Files.createTempFile(directory, "interop", ".parquet");
        spec.write(file, values);
        for (Peer peer : peers) {
            List<Cell> requested = new ArrayList<>(spec.cells());
            List<Cell> refusedBefore = new ArrayList<>();
            if (spec.codec() == CompressionCodec.UNCOMPRESSED) {
                Set<Cell> refusedByPeer = refused.getOrDefault(peer.name(), Set.of());
                requested.removeIf(refusedByPeer::contains);
                refusedBefore.addAll(spec.cells());
                refusedBefore.removeAll(requested);
            } else {
                requested.removeIf(cell -> matrix.get(new Matrix.Place(
                                peer.name(), spec.nesting(), CompressionCodec.UNCOMPRESSED, spec.version(), cell))
                        instanceof Outcome.Refused);
            }
            read(peer, file, spec, requested);
            refusedBefore.forEach(cell -> read(peer, file, spec, List.of(cell)));
        }
        Files.delete(file);
    }

    /** Reads some columns. If that fails, reads each half to find the column that fails. */
    private void read(Peer peer, Path file, FileSpec spec, List<Cell> cells) {
        if (cells.isEmpty()) {
            return;
        }
        List<List<Object>> read;
        try {
            read = peer.read(file, spec.nesting(), cells);
        } catch (Exception | LinkageError | AssertionError e) {
            Outcome.Refused outcome = new Outcome.Refused(Refusals.text(e, file));
            if (cells.size() == 1) {
                refused.computeIfAbsent(peer.name(), name -> ConcurrentHashMap.newKeySet())
                        .add(cells.get(0));
                matrix.put(peer.name(), spec, cells.get(0), outcome);
            } else if (spec.isCompressed() && refusesEach(peer, file, spec, cells, outcome)) {
                cells.forEach(cell -> matrix.put(peer.name(), spec, cell, outcome));
            } else {
                int middle = cells.size() / 2;
                read(peer, file, spec, cells.subList(0, middle));
                read(peer, file, spec, cells.subList(middle, cells.size()));
            }
            return;
        }
        for (int i = 0; i < cells.size(); i++) {
            List<Object> expected =
                    values.canonical(spec.nesting(), cells.get(i).type());
            matrix.put(peer.name(), spec, cells.get(i), compare(read.get(i), expected));
        }
    }

    /** Whether a reader lacks the codec: it refuses the first and the last column alone with the same message. */
    private static boolean refusesEach(Peer peer, Path file, FileSpec spec, List<Cell> cells, Outcome.Refused outcome) {
        for (Cell cell : List.of(cells.get(0), cells.get(cells.size() - 1))) {
            try {
                peer.read(file, spec.nesting(), List.of(cell));
                return false;
            } catch (Exception | LinkageError | AssertionError e) {
                if (!Refusals.text(e, file).equals(outcome.message())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static Outcome compare(List<Object> actual, List<Object> expected) {
        if (actual.equals(expected)) {
            return new Outcome.Same();
        }
        if (actual.size() != expected.size()) {
            return new Outcome.Different(actual.size() + " rows in place of " + expected.size());
        }
        int row = 0;
        while (java.util.Objects.equals(actual.get(row), expected.get(row))) {
            row++;
        }
        return new Outcome.Different(
                "row " + row + " is " + actual.get(row) + " and was written as " + expected.get(row));
    }
}
