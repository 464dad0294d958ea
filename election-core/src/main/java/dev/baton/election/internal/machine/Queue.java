package dev.baton.election.internal.machine;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The candidates in the numeric order of their sequence numbers; pure arithmetic on names.
 *
 * @param members the candidates, first in line first
 * @param foreign how many children are not candidates' znodes
 */
public record Queue(List<CandidateName> members, int foreign) {

    private static final Comparator<CandidateName> ORDER =
            Comparator.comparingInt(CandidateName::sequence).thenComparing(CandidateName::text);

    /** Puts the children of {@code candidates} in order. */
    public static Queue of(Collection<String> children) {
        List<CandidateName> members = children.stream()
                .map(CandidateName::parse)
                .flatMap(Optional::stream)
                .sorted(ORDER)
                .toList();
        return new Queue(members, children.size() - members.size());
    }

    /** The position of a znode, 0 for the first; empty if it is not in the queue. */
    public Optional<Integer> position(String name) {
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i).text().equals(name)) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    boolean contains(String name) {
        return position(name).isPresent();
    }

    /** The first in line who is not the one named. */
    Optional<String> firstExcept(Optional<String> name) {
        return members.stream()
                .map(CandidateName::text)
                .filter(member -> !name.equals(Optional.of(member)))
                .findFirst();
    }

    /** The first in line who is of another object: what an object left behind of earlier joins leads nobody. */
    Optional<String> firstOfOthers(String object) {
        return members.stream()
                .filter(member -> !member.object().equals(object))
                .map(CandidateName::text)
                .findFirst();
    }

    /** The one of another object that wants to lead the most, and more than the priority given. */
    Optional<String> preferredTo(int priority, String object) {
        return members.stream()
                .filter(member ->
                        member.priority() > priority && !member.object().equals(object))
                .min(Comparator.comparingInt((CandidateName member) -> -member.priority())
                        .thenComparing(ORDER))
                .map(CandidateName::text);
    }

    /** Znodes that the same election object made in earlier joins. */
    List<String> straysOf(String object, String own) {
        return members.stream()
                .filter(member ->
                        member.object().equals(object) && !member.text().equals(own))
                .map(CandidateName::text)
                .toList();
    }
}
