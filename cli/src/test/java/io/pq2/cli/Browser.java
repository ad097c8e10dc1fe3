package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;

/**
 * Chromium without a window. It has no network: a proxy that does not exist gets all requests but those to the loopback
 * interface. The property {@code pq2.browser} names the program.
 */
final class Browser {

    private static final Path PROGRAM = Path.of(System.getProperty("pq2.browser", "/usr/bin/chromium"));
    private static final int SECONDS = 120;

    private final Path directory;

    /** Skips the test if there is no browser. */
    Browser(Path directory) {
        assumeTrue(
                Files.isExecutable(PROGRAM),
                "no browser at " + PROGRAM + ": install Debian's package chromium, or name one by -Dpq2.browser=PATH");
        this.directory = directory;
    }

    /**
     * What a page printed.
     *
     * @param document the document after its scripts have run
     * @param console the messages on the console
     */
    record Shown(String document, List<String> console) {}

    /** Opens a page. */
    Shown open(String address) throws IOException, InterruptedException {
        Path log = Files.createTempFile(directory, "browser", ".log");
        String document = run(log, "--dump-dom", address);
        List<String> console = Files.readString(log, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(":CONSOLE"))
                .toList();
        return new Shown(document, console);
    }

    /** Takes a picture of a page. */
    BufferedImage picture(String address, int width, int height) throws IOException, InterruptedException {
        Path picture = directory.resolve("picture.png");
        Files.deleteIfExists(picture);
        run(
                Files.createTempFile(directory, "browser", ".log"),
                "--screenshot=" + picture,
                "--window-size=" + width + "," + height,
                "--hide-scrollbars",
                address);
        return ImageIO.read(picture.toFile());
    }

    private String run(Path log, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                PROGRAM.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--enable-logging=stderr",
                "--proxy-server=127.0.0.1:9",
                "--user-data-dir=" + Files.createTempDirectory(directory, "profile"),
                "--virtual-time-budget=10000"));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(directory, "page", ".html");
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS))
                    .as("the browser ends")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output, StandardCharsets.UTF_8);
    }
}
