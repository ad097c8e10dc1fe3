/**
 * The targets: each makes random inputs of one kind and checks what pq2 does with them.
 */
@NullMarked
package io.pq2.fuzz.targets;

import org.jspecify.annotations.NullMarked;
