package io.pq2.fuzz;

import io.pq2.fuzz.check.Checks;
import io.pq2.fuzz.check.Violation;
import io.pq2.fuzz.targets.Target;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs cases of several targets, which share the time. The seed of a case is determined by the seed of the campaign,
 * the target and the number of the case, so that the cases do not depend on time.
 */
final class Campaign {

    private static final long PROGRESS_NANOS = 10_000_000_000L;
    private static final int SLICE = 32;

    private final long seed;
    private final FindingFolder findings;
    private final PrintStream out;
    private final Checks checks = new Checks();
    private final List<Work> works = new ArrayList<>();
    private final Watchdog watchdog;

    /** The cases of a target. */
    private static final class Work {
        final Target target;
        long cases;
        long nanos;

        Work(Target target) {
            this.target = target;
        }

        long perSecond() {
            return nanos == 0 ? 0 : cases * 1_000_000_000 / nanos;
        }
    }

    Campaign(List<Target> targets, long seed, FindingFolder findings, PrintStream out) {
        this.seed = seed;
        this.findings = findings;
        this.out = out;
        this.watchdog = new Watchdog(checks, findings, out);
        targets.forEach(target -> works.add(new Work(target)));
    }

    /**
     * Runs cases until a time or a number of cases of each target is reached.
     *
     * @param nanos the time
     * @param cases the maximum number of cases of each target
     */
    void run(long nanos, long cases) {
        out.println("seed " + seed);
        long start = System.nanoTime();
        long progress = start;
        for (Work work = next(cases); work != null; work = next(cases)) {
            long now = System.nanoTime();
            if (now - start >= nanos) {
                break;
            }
            if (now - progress >= PROGRESS_NANOS) {
                progress = now;
                out.println((now - start) / 1_000_000_000 + " s: " + progress());
            }
            long end = work.cases + SLICE;
            while (work.cases < Math.min(end, cases)) {
                work.cases += runCase(work.target, caseSeed(work.target, work.cases));
            }
            work.nanos += System.nanoTime() - now;
        }
        report();
    }

    private @Nullable Work next(long cases) {
        Work next = null;
        for (Work work : works) {
            if (work.cases < cases && (next == null || work.nanos < next.nanos)) {
                next = work;
            }
        }
        return next;
    }

    private long caseSeed(Target target, long number) {
        return new SplittableRandom(seed + target.name().hashCode() * 0x9E3779B97F4A7C15L + number).nextLong();
    }

    /** Runs a case and stores its finding, if there is one. Returns the number of cases. */
    int runCase(Target target, long caseSeed) {
        checks.begin();
        watchdog.begin(target.name(), caseSeed);
        try {
            return target.run(new SplittableRandom(caseSeed), checks);
        } catch (Violation e) {
            out.print(findings.add(new Finding(target.name(), caseSeed, e, checks.input())));
        } catch (RuntimeException | Error e) {
            Violation violation = Checks.violation(Oracle.EXCEPTIONS, "outside of the checks: " + e, e);
            out.print(findings.add(new Finding(target.name(), caseSeed, violation, checks.input())));
        } finally {
            watchdog.end();
        }
        return 1;
    }

    private String progress() {
        StringBuilder text = new StringBuilder();
        long cases = 0;
        for (Work work : works) {
            cases += work.cases;
            text.append(
                    String.format(Locale.ROOT, ", %s %,d (%,d/s)", work.target.name(), work.cases, work.perSecond()));
        }
        return String.format(Locale.ROOT, "%,d cases%s, findings %d", cases, text, findings.size());
    }

    private void report() {
        out.println(progress());
        for (Map.Entry<String, Long> entry : counts().entrySet()) {
            out.println(String.format(Locale.ROOT, "oracle %-12s %,15d checks", entry.getKey(), entry.getValue()));
        }
        out.println(findings.size() == 0 ? "no findings" : findings.size() + " different findings");
    }

    /** Returns the number of checks by oracle. */
    Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        for (Oracle oracle : Oracle.values()) {
            if (checks.count(oracle) > 0) {
                counts.put(oracle.toString(), checks.count(oracle));
            }
        }
        return counts;
    }
}
