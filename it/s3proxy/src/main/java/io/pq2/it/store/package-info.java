/** An object store for tests and benchmarks: a server in its own process, and a forwarder that adds distance to it. */
package io.pq2.it.store;
