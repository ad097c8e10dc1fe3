package io.pq2.bench.decode;

/** The result tables of the benchmark. */
public enum CaseGroup {
    LINEITEM("TPC-H lineitem"),
    FLAT("Types and encodings, uncompressed"),
    CODEC("Codecs"),
    NESTED("Nested columns, uncompressed");

    private final String title;

    CaseGroup(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }
}
