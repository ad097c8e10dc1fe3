/** Checks the texts of this repository: the length of lines, the glossary, and the examples of README.md. */
package io.pq2.it.repository;
