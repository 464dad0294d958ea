package dev.baton.election.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.client.ConnectStringParser;

/** The servers of a connect string. */
final class Hosts {

    private Hosts() {}

    /** A server, as it was typed. */
    record Host(String name, int port) {

        boolean isKnown() {
            try {
                return InetAddress.getByName(name) != null;
            } catch (UnknownHostException unknown) {
                return false;
            }
        }

        /** Whether it accepts a connection in time. */
        boolean accepts(Duration limit) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(name, port), Math.toIntExact(limit.toMillis()));
                return true;
            } catch (IOException refused) {
                return false;
            }
        }

        @Override
        public String toString() {
            return name + ":" + port;
        }
    }

    static List<Host> of(String connectString) {
        return new ConnectStringParser(connectString)
                .getServerAddresses().stream()
                        .map(address -> new Host(address.getHostString(), address.getPort()))
                        .toList();
    }
}
