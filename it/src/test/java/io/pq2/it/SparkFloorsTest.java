package io.pq2.it;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.Source;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Checks that each package of the Spark source uses only packages on lower floors, in Java and in Scala.
 *
 * <p>A room is a package {@code io.pq2.spark.internal.ROOM}. Rooms on one floor do not use each other. A large room has
 * inner rooms, with floors of their own. {@code docs/design/spark-layer.md} describes the rooms.
 */
class SparkFloorsTest {

    private static final String ROOT = "io.pq2.spark";

    private static final String INTERNAL = ROOT + ".internal.";

    /** The rooms of each floor, from the lowest floor up. */
    private static final List<Set<String>> FLOORS = List.of(
            Set.of("errors", "versions"),
            Set.of("settings", "metrics", "reflection", "tasks"),
            Set.of("schema", "vectors"),
            Set.of("kernel", "columns"),
            Set.of("expressions"),
            Set.of("files"),
            Set.of("estimate"),
            Set.of("v1", "operators"),
            Set.of("v2"),
            Set.of("replace"),
            Set.of("rules", "procedures", "explain"),
            Set.of("install"));

    /** The inner rooms of each floor of a large room, from the lowest floor up. */
    private static final Map<String, List<Set<String>>> INNER_FLOORS = Map.of(
            "kernel", List.of(Set.of("values"), Set.of("conditions"), Set.of("groups", "explode", "join")),
            "columns", List.of(Set.of("leaf"), Set.of("row")),
            "files", List.of(Set.of("encryption"), Set.of("keys"), Set.of("scan"), Set.of("write")));

    /** The rooms of the classes that users, Spark or configuration name, which are in the package {@link #ROOT}. */
    private static final Map<String, String> ROOMS_OF_NAMED_CLASSES = Map.of(
            "CorruptionReports", "metrics",
            "SummaryCommitter", "files.write",
            "WorkPathCommitProtocol", "files.write",
            "Pq2DataSourceV2", "v2",
            "Pq2ExplainSource", "explain",
            "Compaction", "procedures",
            "Pq2SessionExtensions", "install");

    private static final int MOST_FILES_OF_A_ROOM = 40;

    private static final List<JavaClass> CLASSES = MainClasses.imported().stream()
            .filter(SparkFloorsTest::isOfTheSparkSource)
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .toList();

    @Test
    void everyClassIsInARoomOnAFloor() {
        assertThat(CLASSES).hasSizeGreaterThan(300).allSatisfy(type -> {
            String name = roomOf(type);
            assertThat(FLOORS).anyMatch(floor -> floor.contains(outer(name)));
            List<Set<String>> inner = INNER_FLOORS.get(outer(name));
            if (inner == null) {
                assertThat(name).doesNotContain(".");
            } else {
                assertThat(inner).anyMatch(floor -> floor.contains(inner(name)));
            }
        });
    }

    @Test
    void roomsUseOnlyRoomsOnLowerFloors() {
        assertThat(CLASSES.stream()
                        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                        .filter(dependency -> isOfTheSparkSource(target(dependency)))
                        .filter(dependency ->
                                !isAllowed(roomOf(dependency.getOriginClass()), roomOf(target(dependency))))
                        .map(Dependency::getDescription))
                .isEmpty();
    }

    @Test
    void aRoomHasAtMostFortyFiles() {
        Map<String, Set<String>> files = CLASSES.stream()
                .filter(type -> type.getSource().flatMap(Source::getFileName).isPresent())
                .collect(groupingBy(
                        SparkFloorsTest::roomOf,
                        mapping(
                                type -> type.getSource()
                                        .orElseThrow()
                                        .getFileName()
                                        .orElseThrow(),
                                toSet())));
        assertThat(files).allSatisfy((room, names) -> assertThat(names).hasSizeLessThanOrEqualTo(MOST_FILES_OF_A_ROOM));
    }

    private static boolean isAllowed(String origin, String target) {
        if (origin.equals(target)) {
            return true;
        }
        if (!outer(origin).equals(outer(target))) {
            return floor(FLOORS, outer(target)) < floor(FLOORS, outer(origin));
        }
        List<Set<String>> floors = INNER_FLOORS.get(outer(origin));
        return floor(floors, inner(target)) < floor(floors, inner(origin));
    }

    private static int floor(List<Set<String>> floors, String room) {
        int floor = 0;
        while (!floors.get(floor).contains(room)) {
            floor++;
        }
        return floor;
    }

    /** Returns the room of a class: {@code rules}, or {@code kernel.values} for an inner room. */
    private static String roomOf(JavaClass type) {
        String name = type.getName();
        if (name.startsWith(INTERNAL)) {
            return type.getPackageName().substring(INTERNAL.length());
        }
        String file = name.substring(ROOT.length() + 1).replaceAll("\\$.*", "");
        return ROOMS_OF_NAMED_CLASSES.getOrDefault(file, "no room: " + name);
    }

    private static String outer(String room) {
        int dot = room.indexOf('.');
        return dot < 0 ? room : room.substring(0, dot);
    }

    private static String inner(String room) {
        return room.substring(room.indexOf('.') + 1);
    }

    private static JavaClass target(Dependency dependency) {
        return dependency.getTargetClass().getBaseComponentType();
    }

    private static boolean isOfTheSparkSource(JavaClass type) {
        return type.getPackageName().equals(ROOT) || type.getPackageName().startsWith(ROOT + ".");
    }
}
