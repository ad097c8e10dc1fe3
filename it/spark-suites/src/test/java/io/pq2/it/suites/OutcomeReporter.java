package io.pq2.it.suites;

import io.pq2.it.suites.Outcome.State;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.scalatest.Reporter;
import org.scalatest.events.Event;
import org.scalatest.events.RunAborted;
import org.scalatest.events.RunCompleted;
import org.scalatest.events.SuiteAborted;
import org.scalatest.events.TestCanceled;
import org.scalatest.events.TestFailed;
import org.scalatest.events.TestIgnored;
import org.scalatest.events.TestPending;
import org.scalatest.events.TestSucceeded;

/**
 * Writes the outcomes of tests to the file that the system property {@code pq2.suites.outcomes} names. ScalaTest
 * creates it by its name, in the process of the suites.
 *
 * <p>A line has a state, the suite, the test and the first line of a failure, separated by tabs. The last line of a
 * complete file is {@link #COMPLETE}.
 */
public final class OutcomeReporter implements Reporter {

    static final String FILE = "pq2.suites.outcomes";
    static final String COMPLETE = "complete";

    private final PrintWriter lines;

    /** Creates the reporter. */
    public OutcomeReporter() throws IOException {
        Path file = Path.of(System.getProperty(FILE));
        lines = new PrintWriter(file.toFile(), StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void apply(Event event) {
        if (event instanceof TestSucceeded test) {
            write(State.SUCCEEDED, test.suiteName(), test.testName(), "");
        } else if (event instanceof TestFailed test) {
            write(State.FAILED, test.suiteName(), test.testName(), test.message());
        } else if (event instanceof TestIgnored test) {
            write(State.SKIPPED, test.suiteName(), test.testName(), "");
        } else if (event instanceof TestPending test) {
            write(State.SKIPPED, test.suiteName(), test.testName(), "");
        } else if (event instanceof TestCanceled test) {
            write(State.SKIPPED, test.suiteName(), test.testName(), test.message());
        } else if (event instanceof SuiteAborted suite) {
            write(State.FAILED, suite.suiteName(), "the whole suite", suite.message());
        } else if (event instanceof RunAborted run) {
            write(State.FAILED, "all suites", "the whole run", run.message());
        } else if (event instanceof RunCompleted) {
            lines.println(COMPLETE);
        }
        lines.flush();
    }

    private void write(State state, String suite, String test, String message) {
        String firstLine = message.lines().findFirst().orElse("");
        lines.println(String.join("\t", state.name(), suite, onOneLine(test), onOneLine(firstLine)));
    }

    private static String onOneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
