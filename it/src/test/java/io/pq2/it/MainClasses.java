package io.pq2.it;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** The classes of the modules on the class path, without those for tests. */
final class MainClasses {

    private MainClasses() {}

    static JavaClasses imported() {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !isFixture(location))
                .importPackages("io.pq2");
    }

    /** Whether a class is of the module fixtures: of its folder, or of its jar. */
    private static boolean isFixture(Location location) {
        return location.contains("/fixtures/target/classes/") || location.contains("/pq2-fixtures-");
    }
}
