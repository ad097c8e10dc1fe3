package io.pq2.it.interop;

import java.sql.SQLException;
import java.util.List;

/** The readers that the gate asks. */
final class Peers {

    private Peers() {}

    static List<Peer> open() throws SQLException {
        return List.of(new ParquetJavaPeer(), new DuckDbPeer());
    }
}
