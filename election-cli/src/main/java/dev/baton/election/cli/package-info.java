/** The {@code baton} command: what operators and scripts do with elections. {@code docs/cli.md} describes it. */
@NullMarked
package dev.baton.election.cli;

import org.jspecify.annotations.NullMarked;
