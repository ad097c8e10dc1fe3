package io.pq2.fuzz;

import io.pq2.fuzz.targets.Target;
import io.pq2.fuzz.targets.Targets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Runs random cases of all targets or some of them. The exit code is 1 if there are findings.
 *
 * <pre>
 * --minutes N    how long (default: 1)
 * --cases N      at most N cases of each target
 * --seed S       the seed of all cases (default: random)
 * --oracle X     only the targets that check an oracle
 * --target T     only one target
 * --case S       only the case with this seed, of one target
 * --findings D   the folder for findings (default: fuzz/target/findings)
 * --shared D     the folder with parquet-testing (default: ../shared)
 * </pre>
 */
public final class Fuzz {

    private static final double NANOS_PER_MINUTE = 60e9;

    private Fuzz() {}

    public static void main(String[] arguments) {
        Map<String, String> options = options(arguments);
        FindingFolder findings = new FindingFolder(Path.of(options.getOrDefault("findings", "fuzz/target/findings")));
        List<Target> targets = targets(options);
        long seed =
                options.containsKey("seed") ? Long.parseLong(options.get("seed")) : new SplittableRandom().nextLong();
        Campaign campaign = new Campaign(targets, seed, findings, System.out);
        if (options.containsKey("case")) {
            campaign.runCase(targets.get(0), Long.parseLong(options.get("case")));
        } else {
            double minutes =
                    Double.parseDouble(options.getOrDefault("minutes", options.containsKey("cases") ? "1e6" : "1"));
            long cases = Long.parseLong(options.getOrDefault("cases", "" + Long.MAX_VALUE));
            campaign.run((long) (minutes * NANOS_PER_MINUTE), cases);
        }
        System.exit(findings.size() == 0 ? 0 : 1);
    }

    private static List<Target> targets(Map<String, String> options) {
        List<Target> all = Targets.all(Path.of(options.getOrDefault("shared", "../shared")));
        String oracle = options.get("oracle");
        String name = options.get("target");
        List<Target> targets = all.stream()
                .filter(target -> name == null || target.name().equals(name))
                .filter(target ->
                        oracle == null || target.oracles().contains(Oracle.valueOf(oracle.toUpperCase(Locale.ROOT))))
                .toList();
        if (targets.isEmpty()) {
            throw new IllegalArgumentException("no such target; there are "
                    + all.stream().map(Target::name).toList());
        }
        return targets;
    }

    private static Map<String, String> options(String... arguments) {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i].replaceFirst("^--", ""), arguments[i + 1]);
        }
        return options;
    }
}
