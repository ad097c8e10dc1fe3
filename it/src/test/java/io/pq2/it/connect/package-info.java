/** A server and a client of Spark Connect, each in a process of its own. */
@NullMarked
package io.pq2.it.connect;

import org.jspecify.annotations.NullMarked;
