package dev.baton.election.examples.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.election.Leadership;
import dev.baton.election.TermId;
import dev.baton.election.examples.sandbox.Sandbox;
import dev.baton.election.fencing.FencingHeader;
import dev.baton.election.fencing.InMemoryTokenGate;
import dev.baton.election.fencing.StaleTokenException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A service that takes writes over HTTP from leaders only: the header carries the term, and the server compares it. */
public final class HttpGate {

    private static final InMemoryTokenGate GATE = new InMemoryTokenGate();
    private static final List<String> WRITTEN = new ArrayList<>();

    private HttpGate() {}

    /**
     * Runs the example.
     *
     * @param arguments none
     * @throws Exception if it cannot run
     */
    public static void main(String[] arguments) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/entries", HttpGate::answer);
        server.start();
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/entries");
        try (Sandbox sandbox = Sandbox.open()) {
            Leadership old = sandbox.stand("/service/leader", "a").awaitLeadership();
            var second = sandbox.stand("/service/leader", "b");
            post(uri, "first", FencingHeader.format(old.id()));
            sandbox.expireSession("a");
            Leadership next = second.awaitLeadership();
            post(uri, "second", FencingHeader.format(next.id()));
            post(uri, "late", FencingHeader.format(old.id()));
            post(uri, "anonymous", null);
            post(uri, "garbled", "12");
            System.out.println("written: " + WRITTEN);
        } finally {
            server.stop(0);
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String entry = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        try {
            Optional<TermId> term =
                    FencingHeader.parse(exchange.getRequestHeaders().getFirst(FencingHeader.NAME));
            if (term.isEmpty()) {
                answer(exchange, FencingHeader.MISSING, "Send " + FencingHeader.NAME);
                return;
            }
            GATE.guard("entries", term.get(), () -> WRITTEN.add(entry));
            answer(exchange, 200, "done");
        } catch (StaleTokenException refused) {
            answer(exchange, FencingHeader.STALE, refused.getMessage());
        } catch (IllegalArgumentException malformed) {
            answer(exchange, FencingHeader.MALFORMED, malformed.getMessage());
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static void post(URI uri, String entry, @Nullable String term) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofString(entry));
        if (term != null) {
            request.header(FencingHeader.NAME, term);
        }
        HttpResponse<String> response =
                HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        System.out.println(entry + ": " + response.statusCode() + " " + response.body());
    }
}
