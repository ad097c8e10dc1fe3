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
 * Checks that packages import only packages on lower floors.
 *
 * <p>A room has its public types in {@code io.pq2.ROOM} and its machinery in {@code io.pq2.internal.ROOM} and below.
 * The public package and the internal packages of one room may import each other. A large room has floors for its
 * internal packages. Each import against this order is listed as a door, with its reason.
 */
class FloorsTest {

    private static final String ROOT = "io.pq2";

    /** The rooms of each floor, from the lowest floor up. */
    private static final List<Set<String>> FLOORS = List.of(
            Set.of("exception"),
            Set.of("io", "schema", "vector"),
            Set.of("metadata"),
            Set.of("schema.tree", "thrift", "writer", "compression", "encoding", "encryption"),
            Set.of("page", "statistics", "bloomfilter", "variant", "geospatial"),
            Set.of("predicate", "keys"),
            Set.of("read", "write"),
            Set.of("record"),
            Set.of("inspect", "rewrite"),
            Set.of("check", "compact"));

    /**
     * The internal packages of each floor of a large room, from the lowest floor up. The empty name is the room itself.
     */
    private static final Map<String, List<Set<String>>> INNER_FLOORS = Map.of(
            "encoding",
            List.of(
                    Set.of("bitpack", "scatter", ""),
                    Set.of("alp", "bytestreamsplit", "deltabinarypacked", "plain", "rle"),
                    Set.of("deltalengthbytearray", "level"),
                    Set.of("deltabytearray"),
                    Set.of("dictionary"),
                    Set.of("registry")),
            "inspect",
            List.of(Set.of(""), Set.of("costs", "doctor", "layout", "profile")),
            "predicate",
            List.of(Set.of("filter"), Set.of("prune"), Set.of("text")),
            "read",
            List.of(
                    Set.of("source"),
                    Set.of("plan"),
                    Set.of("prune", "decode"),
                    Set.of("fetch"),
                    Set.of("recover"),
                    Set.of("iterate", "aggregate", "explain")),
            "variant",
            List.of(Set.of(""), Set.of("compact", "shred")),
            "write",
            List.of(
                    Set.of("options", "shred"),
                    Set.of("values"),
                    Set.of("encode"),
                    Set.of("chunk"),
                    Set.of("work"),
                    Set.of("file", "covering"),
                    Set.of("variant")));

    /** The allowed imports against the order of floors: importing package, imported package. */
    private static final Set<List<String>> DOORS = Set.of(
            // Min and max of byte arrays are ByteStrings, which belong to predicates.
            List.of("internal.statistics", "predicate"),
            // Filters and pruning share the conditions on columns.
            List.of("internal.predicate.filter", "internal.predicate.prune"),
            // A plan contains the reads for pruning.
            List.of("internal.read.plan", "internal.read.prune"),
            // Values and chunks are encoded in the buffers of a worker context.
            List.of("internal.write.values", "internal.write.work"),
            List.of("internal.write.chunk", "internal.write.work"));

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

    /** The package of the JSON library. */
    private static final String JSON = "com.fasterxml.jackson.core";

    /** The rooms that may use the JSON library. */
    private static final Set<String> JSON_ROOMS = Set.of("compact", "geospatial", "keys", "variant");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void everyPackageIsInARoomOnAFloor() {
        assertThat(CLASSES.stream().map(FloorsTest::packageName).distinct())
                .allSatisfy(name -> assertThat(FLOORS).anyMatch(floor -> floor.contains(room(name))));
    }

    @Test
    void everyInternalPackageOfALargeRoomIsOnAnInnerFloor() {
        assertThat(CLASSES.stream()
                        .map(FloorsTest::packageName)
                        .filter(name -> isInternal(name) && INNER_FLOORS.containsKey(room(name)))
                        .distinct())
                .allSatisfy(name ->
                        assertThat(INNER_FLOORS.get(room(name))).anyMatch(floor -> floor.contains(innerName(name))));
    }

    @Test
    void packagesImportOnlyPackagesOnLowerFloors() {
        assertThat(dependencies()
                        .filter(dependency -> isOurs(dependency.getTargetClass()))
                        .filter(dependency -> !isAllowed(
                                packageName(dependency.getOriginClass()), packageName(dependency.getTargetClass())))
                        .map(Dependency::getDescription))
                .isEmpty();
    }

    @Test
    void packagesImportOnlyTheJdkCodecLibrariesAndTheJsonLibrary() {
        assertThat(dependencies()
                        .filter(dependency -> !isOurs(dependency.getTargetClass()))
                        .filter(dependency -> !isIn(dependency.getTargetClass(), JSON)
                                || !JSON_ROOMS.contains(room(packageName(dependency.getOriginClass()))))
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
        if (origin.equals(target) || DOORS.contains(List.of(origin, target))) {
            return true;
        }
        String originRoom = room(origin);
        String targetRoom = room(target);
        if (!originRoom.equals(targetRoom)) {
            return floor(FLOORS, targetRoom) < floor(FLOORS, originRoom);
        }
        if (isInternal(origin) && isInternal(target)) {
            List<Set<String>> floors = INNER_FLOORS.getOrDefault(originRoom, List.of());
            return floor(floors, innerName(target)) < floor(floors, innerName(origin));
        }
        return true;
    }

    private static int floor(List<Set<String>> floors, String name) {
        for (int floor = 0; floor < floors.size(); floor++) {
            if (floors.get(floor).contains(name)) {
                return floor;
            }
        }
        throw new AssertionError("no floor contains " + name);
    }

    /** Returns the name of a package below the root package, for example {@code internal.read.plan}. */
    private static String packageName(JavaClass type) {
        return type.getBaseComponentType().getPackageName().substring(ROOT.length() + 1);
    }

    private static boolean isInternal(String packageName) {
        return packageName.startsWith("internal.");
    }

    /** Returns the room of a package: {@code read} for {@code read} and for {@code internal.read.plan}. */
    private static String room(String packageName) {
        String name = isInternal(packageName) ? packageName.substring("internal.".length()) : packageName;
        int dot = name.indexOf('.');
        boolean ownFloor = FLOORS.stream().anyMatch(floor -> floor.contains(name));
        return dot < 0 || ownFloor ? name : name.substring(0, dot);
    }

    /** Returns the name of an internal package in its room: {@code plan} for {@code internal.read.plan}. */
    private static String innerName(String packageName) {
        String room = "internal." + room(packageName);
        return packageName.equals(room) ? "" : packageName.substring(room.length() + 1);
    }

    private static boolean isOurs(JavaClass type) {
        return isIn(type, ROOT);
    }

    private static boolean isIn(JavaClass type, String rootPackage) {
        return (type.getBaseComponentType().getPackageName() + ".").startsWith(rootPackage + ".");
    }
}
