package io.pq2.bench;

import io.pq2.bench.picture.BenchmarkChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Set;

/** Draws the picture of the README from the tables of docs/benchmarks.md. */
public final class BenchmarkPicture {

    private static final String USAGE = """
            usage: BenchmarkPicture [TABLES [PICTURE]]
              TABLES    Markdown page with the tables of the benchmarks (docs/benchmarks.md)
              PICTURE   SVG file to write (docs/benchmarks.svg)""";

    private BenchmarkPicture() {}

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(arguments, USAGE, 2, Set.of(), BenchmarkPicture::of);
    }

    private static Benchmark of(Arguments arguments) {
        Path tables = Path.of(arguments.positional(0, "docs/benchmarks.md"));
        Path picture = Path.of(arguments.positional(1, "docs/benchmarks.svg"));
        return (out, progress) -> {
            Files.writeString(picture, BenchmarkChart.draw(Files.readString(tables)));
            out.println("wrote " + picture);
            return true;
        };
    }
}
