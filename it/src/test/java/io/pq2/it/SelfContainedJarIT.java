package io.pq2.it;

import java.util.List;

/** The jar for Spark 4.2, which each build has. */
class SelfContainedJarIT extends SelfContainedJarTests {

    @Override
    List<String> sparks() {
        return List.of("4.2");
    }
}
