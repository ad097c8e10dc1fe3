package io.pq2;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The rooms (packages) of this module stand on floors, and a room imports only rooms on lower floors.
 *
 * <p>A room has its public types in {@code io.pq2.ROOM} and its machinery in {@code io.pq2.internal.ROOM} and below.
 */
class FloorsTest {

    private static final String ROOT = "io.pq2";

    private static final List<Set<String>> FLOORS = List.of(
            Set.of("exception"),
            Set.of("io", "schema", "vector"),
            Set.of("metadata", "thrift", "writer", "compression", "encoding", "encryption"),
            Set.of("page", "statistics", "bloomfilter", "variant", "geospatial"),
            Set.of("predicate", "keys"),
            Set.of("read", "write", "record"),
            Set.of("rewrite"));

    /** The doors between rooms of one floor: metadata is records only, and the row view is a view over batches. */
    private static final Map<String, Set<String>> DOORS = Map.of(
            "thrift", Set.of("metadata"),
            "compression", Set.of("metadata"),
            "encoding", Set.of("metadata"),
            "encryption", Set.of("metadata"),
            "record", Set.of("read", "write"));

    private static final Set<String> LIBRARIES = Set.of(
            "java",
            "javax.crypto",
            "com.aayushatharva.brotli4j",
            "com.github.luben.zstd",
            "jdk.incubator.vector",
            "net.jpountz",
            "org.brotli.dec",
            "org.jspecify",
            "org.xerial.snappy");

    /** The packages of the JSON library, and the rooms that may use it. */
    private static final String JSON = "com.fasterxml.jackson.core";

    private static final Set<String> JSON_ROOMS = Set.of("keys", "variant");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void everyPackageIsARoomOnAFloor() {
        assertThat(CLASSES.stream().map(FloorsTest::room).distinct())
                .allSatisfy(room -> assertThat(FLOORS).anyMatch(floor -> floor.contains(room)));
    }

    @Test
    void aRoomImportsOnlyRoomsOnLowerFloors() {
        assertThat(dependencies()
                        .filter(dependency -> isOurs(dependency.getTargetClass()))
                        .filter(dependency ->
                                !isAllowed(room(dependency.getOriginClass()), room(dependency.getTargetClass())))
                        .map(Dependency::getDescription))
                .isEmpty();
    }

    @Test
    void onlyTheJdkCodecLibrariesAndAJsonParserAreUsed() {
        assertThat(dependencies()
                        .filter(dependency -> !isOurs(dependency.getTargetClass()))
                        .filter(dependency -> !isIn(dependency.getTargetClass(), JSON)
                                || !JSON_ROOMS.contains(room(dependency.getOriginClass())))
                        .filter(dependency ->
                                LIBRARIES.stream().noneMatch(library -> isIn(dependency.getTargetClass(), library)))
                        .map(Dependency::getDescription))
                .isEmpty();
    }

    private static Stream<Dependency> dependencies() {
        return CLASSES.stream()
                .flatMap(origin -> origin.getDirectDependenciesFromSelf().stream())
                .filter(dependency ->
                        !dependency.getTargetClass().getBaseComponentType().isPrimitive());
    }

    private static boolean isAllowed(String origin, String target) {
        return origin.equals(target)
                || floor(target) < floor(origin)
                || DOORS.getOrDefault(origin, Set.of()).contains(target);
    }

    private static int floor(String room) {
        for (int floor = 0; floor < FLOORS.size(); floor++) {
            if (FLOORS.get(floor).contains(room)) {
                return floor;
            }
        }
        throw new AssertionError("no floor has the room " + room);
    }

    /** The room of a package: {@code read} for {@code io.pq2.read} and for {@code io.pq2.internal.read.plan}. */
    private static String room(JavaClass type) {
        String path = type.getBaseComponentType().getPackageName().substring(ROOT.length());
        return path.replace(".internal", "").split("\\.")[1];
    }

    private static boolean isOurs(JavaClass type) {
        return isIn(type, ROOT);
    }

    private static boolean isIn(JavaClass type, String rootPackage) {
        return (type.getBaseComponentType().getPackageName() + ".").startsWith(rootPackage + ".");
    }
}
