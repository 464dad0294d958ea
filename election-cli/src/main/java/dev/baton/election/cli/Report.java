package dev.baton.election.cli;

import java.util.List;

/**
 * What a command found, to be shown in any format.
 *
 * @param columns the table's columns; the first names a row
 * @param rows the table's rows, a text for each column
 * @param document the same as maps, lists, texts and numbers, for JSON and YAML
 */
record Report(List<Column> columns, List<List<String>> rows, Object document) {

    /**
     * A column.
     *
     * @param title its heading
     * @param wide whether it is left out of the narrow table
     */
    record Column(String title, boolean wide) {
        static Column of(String title) {
            return new Column(title, false);
        }

        static Column wide(String title) {
            return new Column(title, true);
        }
    }
}
