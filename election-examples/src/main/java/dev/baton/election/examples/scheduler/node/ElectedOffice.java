package dev.baton.election.examples.scheduler.node;

import dev.baton.election.Leadership;
import dev.baton.election.TermId;
import java.nio.charset.StandardCharsets;

/**
 * The office that the election gave.
 *
 * @param leadership the term
 * @param path the znode that says who coordinates
 */
record ElectedOffice(Leadership leadership, String path) implements Office {

    @Override
    public TermId id() {
        return leadership.id();
    }

    @Override
    public String holder() {
        return leadership.candidateId();
    }

    @Override
    public boolean isHeld() {
        return leadership.isHeld();
    }

    @Override
    public void proclaim() {
        leadership.write(
                path, ("coordinator: " + holder() + "\ntoken: " + token() + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void resign() {
        leadership.close();
    }
}
