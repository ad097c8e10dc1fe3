package io.pq2.it.interop;

import java.nio.file.Path;

/** Shortens the error messages of readers and removes names and positions of the file. */
final class Refusals {

    private static final int LONGEST = 140;

    private Refusals() {}

    static String text(Throwable failure, Path file) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage() == null ? "" : cause.getMessage();
        String line = message.lines().findFirst().orElse("");
        String text = line.replace(file.toString(), "FILE")
                .replace(file.getFileName().toString(), "FILE")
                .replaceAll("[a-z0-9_]+_as_[a-z_]+", "COLUMN")
                .replaceAll("@[0-9a-f]{5,}", "")
                .replaceAll(" Struct: .*", "")
                .replace('|', '/')
                .strip();
        if (text.length() > LONGEST) {
            text = text.substring(0, LONGEST) + "…";
        }
        return cause.getClass().getSimpleName() + (text.isEmpty() ? "" : ": " + text);
    }
}
