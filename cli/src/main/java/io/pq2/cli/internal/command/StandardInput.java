package io.pq2.cli.internal.command;

import io.pq2.cli.internal.files.TableFile;
import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.io.RangeSource;
import io.pq2.read.ReadOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/** Standard input as a file, which is read several times: a temporary copy that only its owner can read. */
final class StandardInput implements Closeable {

    private final Path copy;

    StandardInput() throws IOException {
        copy = Files.createTempFile("pq2-", ".in");
        copy.toFile().deleteOnExit();
        Files.copy(System.in, copy, StandardCopyOption.REPLACE_EXISTING);
    }

    TableFile file() {
        return new TableFile(new Named(new LocalInputFile(copy)), Map.of(), ReadOptions.DEFAULT, null);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(copy);
    }

    /** The copy under the name of what it is a copy of. */
    private record Named(InputFile file) implements InputFile {

        @Override
        public String location() {
            return "standard input";
        }

        @Override
        public long length() throws IOException {
            return file.length();
        }

        @Override
        public RangeSource open() throws IOException {
            return file.open();
        }
    }
}
