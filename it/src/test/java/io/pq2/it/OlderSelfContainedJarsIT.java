package io.pq2.it;

import java.util.List;
import org.junit.jupiter.api.Tag;

/** The jars for the other versions of Spark. */
@Tag("installed")
class OlderSelfContainedJarsIT extends SelfContainedJarTests {

    @Override
    List<String> sparks() {
        return List.of("4.0", "4.1");
    }
}
