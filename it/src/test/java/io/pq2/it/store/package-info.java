/** Tests of the simulated distant store. */
package io.pq2.it.store;
