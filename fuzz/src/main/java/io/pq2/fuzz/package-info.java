/**
 * The fuzzer: {@link Fuzz} runs random cases of targets, counts the checks of each oracle, and stores findings.
 */
@NullMarked
package io.pq2.fuzz;

import org.jspecify.annotations.NullMarked;
