/** What the small examples share: an embedded ZooKeeper server, an SQLite file, and processes of their own. */
@NullMarked
package dev.baton.election.examples.sandbox;

import org.jspecify.annotations.NullMarked;
