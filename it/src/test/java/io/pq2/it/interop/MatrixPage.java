package io.pq2.it.interop;

import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.write.DataPageVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Formats the results as a page of documentation. */
final class MatrixPage {

    private static final List<Encoding> ENCODINGS = List.of(
            Encoding.PLAIN,
            Encoding.RLE_DICTIONARY,
            Encoding.RLE,
            Encoding.DELTA_BINARY_PACKED,
            Encoding.DELTA_LENGTH_BYTE_ARRAY,
            Encoding.DELTA_BYTE_ARRAY,
            Encoding.BYTE_STREAM_SPLIT,
            Encoding.ALP);

    private final Matrix matrix;
    private final Map<String, String> peers;
    private final Map<String, Integer> notes = new LinkedHashMap<>();
    private final StringBuilder page = new StringBuilder();

    /** @param peers the versions of the readers by name, in the order of the page */
    MatrixPage(Matrix matrix, Map<String, String> peers) {
        this.matrix = matrix;
        this.peers = peers;
    }

    String text() {
        line("""
                # Interoperability with other readers

                The test `InteropTest` (module `it`) generated this page. pq2 writes every type in every encoding that
                the format defines for it, with every codec that pq2 writes, both page versions and %d
                nestings. Each of the readers below reads the files, and the test compares every value. The test fails
                if the results differ from this page, or if a reader returns other values than were written. `mvn verify
                -Dpq2.docs=write` regenerates the page; `-Dpq2.interop.rows=N` makes the files longer.
                """.formatted(Nesting.values().length));
        row(List.of("reader", "version"));
        row(List.of("---", "---"));
        peers.forEach((name, version) -> row(List.of(name, version)));
        line("");
        types();
        codecs();
        nestings();
        line("## Notes\n");
        notes.forEach((text, number) -> line(number + ". " + text));
        return page.toString();
    }

    private void types() {
        line("""
                ## Types and encodings

                ✓ means that all readers read it, in all nestings and both page versions. Other cells name the readers
                that fail, with the numbers of notes below. The format does not define the encodings of empty cells
                for the type.
                """);
        List<String> head = new ArrayList<>(List.of("type"));
        ENCODINGS.forEach(encoding -> head.add(encoding.name()));
        row(head);
        row(head.stream().map(title -> "---").toList());
        for (LeafType type : LeafTypes.all()) {
            List<String> cells = new ArrayList<>(List.of(type.title()));
            for (Encoding encoding : ENCODINGS) {
                cells.add(type.encodings().contains(encoding) ? cell(new Cell(type, encoding)) : "");
            }
            row(cells);
        }
        line("");
    }

    private String cell(Cell cell) {
        List<String> failing = new ArrayList<>();
        for (String peer : peers.keySet()) {
            Map<String, List<Matrix.Place>> failures = new TreeMap<>();
            int total = 0;
            for (Matrix.Place place : uncompressed(peer, cell)) {
                total++;
                failure(place)
                        .ifPresent(text -> failures.computeIfAbsent(text, t -> new ArrayList<>())
                                .add(place));
            }
            Set<String> numbers = new LinkedHashSet<>();
            for (Map.Entry<String, List<Matrix.Place>> failure : failures.entrySet()) {
                boolean everywhere = failure.getValue().size() == total;
                numbers.add(note(peer + (everywhere ? "" : ", only " + places(failure.getValue(), cell)) + ": "
                        + failure.getKey()));
            }
            if (!numbers.isEmpty()) {
                failing.add(peer + " (" + String.join(", ", numbers) + ")");
            }
        }
        return failing.isEmpty() ? "✓" : "not " + String.join(", ", failing);
    }

    private static List<Matrix.Place> uncompressed(String peer, Cell cell) {
        List<Matrix.Place> places = new ArrayList<>();
        for (Nesting nesting : Nesting.values()) {
            if (nesting.supports(cell.type())) {
                for (DataPageVersion version : DataPageVersion.values()) {
                    places.add(new Matrix.Place(peer, nesting, CompressionCodec.UNCOMPRESSED, version, cell));
                }
            }
        }
        return places;
    }

    /** Returns the error or the known defect of a reader in a place; empty if it reads the values. */
    private java.util.Optional<String> failure(Matrix.Place place) {
        Outcome outcome = matrix.get(place);
        if (outcome instanceof Outcome.Refused refusal) {
            return java.util.Optional.of("`" + refusal.message() + "`");
        } else if (outcome instanceof Outcome.Different different) {
            return java.util.Optional.of("**other values**: "
                    + KnownDefect.at(place).map(KnownDefect::text).orElse(different.difference()));
        }
        return java.util.Optional.empty();
    }

    private static String places(List<Matrix.Place> places, Cell cell) {
        String nestings =
                places.stream().map(place -> place.nesting().title()).distinct().collect(Collectors.joining(", "));
        long possible = Arrays.stream(Nesting.values())
                .filter(nesting -> nesting.supports(cell.type()))
                .count();
        Set<Nesting> different = places.stream().map(Matrix.Place::nesting).collect(Collectors.toSet());
        Set<DataPageVersion> versions =
                places.stream().map(Matrix.Place::version).collect(Collectors.toSet());
        String pages = versions.size() == 1 ? "pages " + versions.iterator().next() : "";
        if (different.size() == possible && !pages.isEmpty()) {
            return pages;
        }
        return nestings + (pages.isEmpty() ? "" : " in " + pages);
    }

    private void codecs() {
        line("""
                ## Codecs and page versions

                ✓ means that the reader reads all columns that it reads uncompressed, in all nestings.
                """);
        List<String> head = new ArrayList<>(List.of("codec", "pages"));
        head.addAll(peers.keySet());
        row(head);
        row(head.stream().map(title -> "---").toList());
        for (CompressionCodec codec : InteropRun.CODECS) {
            for (DataPageVersion version : DataPageVersion.values()) {
                List<String> cells = new ArrayList<>(List.of(codec.name(), version.name()));
                peers.keySet().forEach(peer -> cells.add(codec(peer, codec, version)));
                row(cells);
            }
        }
        line("");
    }

    private String codec(String peer, CompressionCodec codec, DataPageVersion version) {
        Set<String> failures = new java.util.TreeSet<>();
        int read = 0;
        int total = 0;
        for (Map.Entry<Matrix.Place, Outcome> entry : matrix.outcomes().entrySet()) {
            Matrix.Place place = entry.getKey();
            Outcome outcome = entry.getValue();
            Matrix.Place plain =
                    new Matrix.Place(peer, place.nesting(), CompressionCodec.UNCOMPRESSED, version, place.cell());
            if (place.peer().equals(peer)
                    && place.codec() == codec
                    && place.version() == version
                    && matrix.get(plain) instanceof Outcome.Same) {
                total++;
                failure(place).ifPresent(failures::add);
                read += outcome instanceof Outcome.Same ? 1 : 0;
            }
        }
        if (failures.isEmpty()) {
            return "✓";
        }
        String numbers = failures.stream().map(text -> note(peer + ": " + text)).collect(Collectors.joining(", "));
        return (read == 0 ? "not" : read + " of " + total) + " (" + numbers + ")";
    }

    private void nestings() {
        line("""
                ## Nestings

                The number of columns that each reader reads, uncompressed, in both page versions. A column is a type
                in an encoding. The notes of the first table say why the others fail.
                """);
        List<String> head = new ArrayList<>(List.of("nesting", "columns"));
        head.addAll(peers.keySet());
        row(head);
        row(head.stream().map(title -> "---").toList());
        for (Nesting nesting : Nesting.values()) {
            List<String> cells = new ArrayList<>(List.of(nesting.title()));
            cells.add(String.valueOf(count(peers.keySet().iterator().next(), nesting, Outcome.class)));
            peers.keySet().forEach(peer -> cells.add(String.valueOf(count(peer, nesting, Outcome.Same.class))));
            row(cells);
        }
        line("");
    }

    private long count(String peer, Nesting nesting, Class<? extends Outcome> kind) {
        return matrix.outcomes().entrySet().stream()
                .filter(entry -> entry.getKey().peer().equals(peer)
                        && entry.getKey().nesting() == nesting
                        && entry.getKey().codec() == CompressionCodec.UNCOMPRESSED
                        && kind.isInstance(entry.getValue()))
                .count();
    }

    private String note(String text) {
        return String.valueOf(notes.computeIfAbsent(text, t -> notes.size() + 1));
    }

    private void row(List<String> cells) {
        line("| " + String.join(" | ", cells) + " |");
    }

    private void line(String text) {
        page.append(text).append('\n');
    }
}
