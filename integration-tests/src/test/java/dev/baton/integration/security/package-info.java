/** Elections on ensembles that ask who is there: each elects, fails over and writes, and says so when it is refused. */
@NullMarked
package dev.baton.integration.security;

import org.jspecify.annotations.NullMarked;
