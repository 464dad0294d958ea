package dev.baton.integration.history;

import static java.util.Comparator.naturalOrder;

import dev.baton.integration.history.Journal.Line;
import dev.baton.integration.history.Sighting.Outcome;
import dev.baton.integration.history.Sighting.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A history as a picture: a row for each candidate and server, terms as bars with their tokens, faults as shades, refused
 * writes as marks, and a row for the gaps. Long histories go on below, strip by strip.
 */
public final class Timeline {
    private static final int LEFT = 90;
    private static final int WIDTH = 1200;
    private static final int ROW = 20;
    private static final int HEAD = 34;
    private static final int FOOT = 30;
    private static final int TOP = 64;

    /** Strips of at most this length, so that a term of a few seconds can be seen. */
    private static final long LONGEST_STRIP = Duration.ofMinutes(2).toNanos();

    private static final String STYLE = """
            text { font: 11px system-ui, sans-serif; fill: #24292f }
            .title { font-size: 14px; font-weight: 600 }
            .small { font-size: 9px }
            .page { fill: #ffffff }
            .row { fill: #f3f4f6 }
            .rule { stroke: #c9ced6; stroke-width: 1 }
            .term { fill: #2f6fb0 }
            .token { font-size: 9px; fill: #ffffff }
            .fault { fill: #e08a00; fill-opacity: .32 }
            .refused { stroke: #b3261e; stroke-width: 1.4 }
            .gap { fill: #9aa1ab }
            .late { fill: #e08a00 }
            .wrong { fill: #b3261e }
            .found { stroke: #b3261e; stroke-width: 2 }
            @media (prefers-color-scheme: dark) {
              text { fill: #d7dce2 }
              .page { fill: #0f1318 }
              .row { fill: #1a2027 }
              .rule { stroke: #3a434d }
              .term { fill: #5aa2e6 }
              .token { fill: #07121f }
              .fault { fill: #ffb347; fill-opacity: .3 }
              .refused { stroke: #ff8078 }
              .gap { fill: #6b747f }
              .late { fill: #ffb347 }
              .wrong { fill: #ff8078 }
              .found { stroke: #ff8078 }
            }
            """;

    private final History history;
    private final Verdict verdict;
    private final List<String> rows;
    private final long strip;
    private final int stripHeight;
    private final int strips;

    /** The picture of a history and of what is wrong with it. */
    public Timeline(History history, Verdict verdict) {
        this.history = history;
        this.verdict = verdict;
        this.rows = Stream.concat(
                        history.candidates().stream(),
                        history.disturbances().stream()
                                .flatMap(each -> each.fault().targets().stream())
                                .filter(target -> !history.candidates().contains(target))
                                .distinct()
                                .sorted(naturalOrder()))
                .toList();
        long length = Math.max(1, history.end() - history.begin());
        this.strips = (int) ((length + LONGEST_STRIP - 1) / LONGEST_STRIP);
        this.strip = strips == 1 ? length : LONGEST_STRIP;
        this.stripHeight = HEAD + (rows.size() + 1) * ROW + FOOT;
    }

    /** The picture, as SVG that is as bright or dark as the page around it. */
    public String svg() {
        StringBuilder svg = new StringBuilder();
        int width = LEFT + WIDTH + 20;
        int height = TOP + strips * stripHeight;
        svg.append(String.format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " role=\"img\" aria-label=\"Terms, faults and gaps over time\">%n",
                width, height, width, height));
        svg.append("<style>\n").append(STYLE).append("</style>\n");
        svg.append(String.format(
                "<rect class=\"page\" width=\"%d\" height=\"%d\"/>%n<text class=\"title\" x=\"12\" y=\"24\">%s</text>%n",
                width, height, escaped(title())));
        legend(svg);
        for (int i = 0; i < strips; i++) {
            frame(svg, i);
        }
        history.disturbances().forEach(each -> fault(svg, each));
        history.terms().forEach(term -> term(svg, term));
        history.disturbances().forEach(each -> underline(svg, each));
        history.lines().forEach(line -> refusal(svg, line));
        verdict.gaps().forEach(gap -> gap(svg, gap));
        verdict.findings().forEach(finding -> found(svg, finding));
        return svg.append("</svg>\n").toString();
    }

    private String title() {
        return history.run().map(run -> run.name() + ", " + run.recipe() + ": ").orElse("")
                + verdict.figures().terms() + " terms, " + verdict.figures().faultsInAll() + " faults, "
                + verdict.findings().size() + " findings";
    }

    private void legend(StringBuilder svg) {
        int x = 12;
        List<String> classes = List.of("term", "fault", "gap", "late", "wrong");
        List<String> names = List.of(
                "term held, with its token: epoch:number",
                "fault",
                "nobody leads, within the bound",
                "longer, while faults went on",
                "longer, unexplained, or another finding");
        for (int i = 0; i < names.size(); i++) {
            svg.append(String.format(
                    "<rect class=\"%s\" x=\"%d\" y=\"36\" width=\"14\" height=\"10\"/>"
                            + "<text x=\"%d\" y=\"45\">%s</text>%n",
                    classes.get(i), x, x + 19, names.get(i)));
            x += 46 + names.get(i).length() * 6;
        }
        cross(svg, x + 5, 41);
        svg.append(String.format("<text x=\"%d\" y=\"45\">write refused</text>%n", x + 14));
    }

    private void frame(StringBuilder svg, int index) {
        int top = top(index);
        for (int row = 0; row <= rows.size(); row++) {
            String name = row < rows.size() ? rows.get(row) : "no leader";
            svg.append(String.format(
                    "<rect class=\"row\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>"
                            + "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n",
                    LEFT, top + row * ROW, WIDTH, ROW - 2, LEFT - 6, top + row * ROW + 13, escaped(name)));
        }
        int bottom = top + (rows.size() + 1) * ROW;
        for (int tick = 0; tick <= 12; tick++) {
            int x = LEFT + tick * WIDTH / 12;
            double seconds = (index * (double) strip + tick * strip / 12.0) / 1e9;
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"rule\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>"
                            + "<text class=\"small\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%.0f s</text>%n",
                    x,
                    top,
                    x,
                    bottom + 3,
                    x,
                    bottom + 14,
                    seconds));
        }
    }

    private int top(int index) {
        return TOP + index * stripHeight + HEAD / 2;
    }

    /** A part of a strip. */
    private record Piece(int strip, double x, double width) {}

    /** The parts of a span, one for each strip that it lies in; none is too narrow to be seen. */
    private List<Piece> pieces(long from, long to) {
        List<Piece> pieces = new ArrayList<>();
        long begin = Math.max(0, from - history.begin());
        long end = Math.max(begin, Math.min(to, history.end()) - history.begin());
        int last = (int) Math.min(strips - 1, end / strip);
        for (int i = (int) Math.min(strips - 1, begin / strip); i <= last; i++) {
            double left = Math.max(0, begin - i * strip) / (double) strip * WIDTH;
            double right = Math.min(strip, end - i * strip) / (double) strip * WIDTH;
            pieces.add(new Piece(i, LEFT + left, Math.max(0.8, right - left)));
        }
        return pieces;
    }

    private void bar(StringBuilder svg, String look, int row, long from, long to, String about) {
        bar(svg, look, row, 0, ROW - 2, from, to, about);
    }

    private void bar(StringBuilder svg, String look, int row, int down, int height, long from, long to, String about) {
        for (Piece piece : pieces(from, to)) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"><title>%s</title></rect>%n",
                    look,
                    piece.x(),
                    top(piece.strip()) + row * ROW + down,
                    piece.width(),
                    height,
                    escaped(about)));
        }
    }

    private void fault(StringBuilder svg, Disturbance each) {
        for (String target : each.fault().targets()) {
            bar(svg, "fault", rows.indexOf(target), each.fault().nanos(), each.until(), about(each));
        }
    }

    /** What lies behind a term must be seen too. */
    private void underline(StringBuilder svg, Disturbance each) {
        for (String target : each.fault().targets()) {
            bar(svg, "late", rows.indexOf(target), ROW - 5, 3, each.fault().nanos(), each.until(), about(each));
        }
    }

    private static String about(Disturbance each) {
        return each + " " + each.fault().detail();
    }

    private void term(StringBuilder svg, Term term) {
        int row = rows.indexOf(term.candidate());
        if (row < 0) {
            return;
        }
        bar(
                svg,
                "term",
                row,
                term.from(),
                term.to(),
                term + ", " + term.length().toMillis() + " ms");
        long zxid = term.token().zxid();
        String token = String.format("%x:%x", zxid >>> 32, zxid & 0xffff_ffffL);
        pieces(term.from(), term.to()).stream()
                .filter(piece -> piece.width() > token.length() * 5.5 + 4)
                .findFirst()
                .ifPresent(piece -> svg.append(String.format(
                        Locale.ROOT,
                        "<text class=\"token\" x=\"%.1f\" y=\"%d\">%s</text>%n",
                        piece.x() + 3,
                        top(piece.strip()) + row * ROW + 12,
                        token)));
    }

    private void refusal(StringBuilder svg, Line line) {
        int row = rows.indexOf(line.by());
        if (row >= 0 && line.sighting() instanceof Write write && write.outcome() == Outcome.REFUSED) {
            pieces(write.end(), write.end())
                    .forEach(piece -> cross(svg, piece.x(), top(piece.strip()) + row * ROW + 9));
        }
    }

    private static void cross(StringBuilder svg, double x, int y) {
        svg.append(String.format(
                Locale.ROOT, "<path class=\"refused\" d=\"M%.1f %d l6 6 m0 -6 l-6 6\"/>%n", x - 3, y - 3));
    }

    private void gap(StringBuilder svg, Gap gap) {
        String look = switch (gap.kind()) {
            case WITHIN_BOUND -> "gap";
            case EXPLAINED -> "late";
            case UNEXPLAINED -> "wrong";
        };
        bar(svg, look, rows.size(), gap.from(), gap.to(), gap.toString());
    }

    private void found(StringBuilder svg, Finding finding) {
        Piece piece = pieces(finding.from(), finding.from()).get(0);
        int top = top(piece.strip());
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"found\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"><title>%s</title></line>%n",
                piece.x(),
                top - 4,
                piece.x(),
                top + (rows.size() + 1) * ROW,
                escaped(finding.rule() + ": " + finding.text())));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
