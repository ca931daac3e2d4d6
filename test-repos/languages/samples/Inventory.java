/*
 * Licence text, not a doc comment.
 */

package org.example.inventory;

import java.util.List;
import java.util.Map;

/**
 * Keeps what is in stock.
 *
 * @param <T> kind of item
 */
@Service
@SuppressWarnings({"unused", "unchecked"})
public abstract class Inventory<T extends Item> extends Base implements Store<T>, AutoCloseable {
    public static final int MAX_ITEMS = 500;
    private static final Logger LOG = Logger.get(Inventory.class);
    private final Map<String, T> items;
    int count, total;

    static {
        LOG.info("loaded");
    }

    /** Opens it. */
    @Inject
    protected Inventory(Map<String, T> items) {
        super();
        this.items = items;
    }

    public Inventory() {
        this(Map.of());
    }

    @Override
    public void close() throws IOException {
        items.clear();
    }

    /** One by one. */
    public T find(String id) {
        return items.get(id);
    }

    public List<T> find(String id, @Nullable String category) {
        Comparator<T> order = new Comparator<>() {
            @Override
            public int compare(T a, T b) {
                return a.compareTo(b);
            }
        };
        Runnable log = () -> LOG.info(id);
        return List.of();
    }

    public static <K, V extends Comparable<V>> Map<K, V> sorted(
            Map<K, V> input, // stays as it is
            boolean descending) {
        class Local {
            void help() {}
        }
        return input;
    }

    abstract void audit(T item);

    /** A node of the tree. */
    static class Node<T> {
        T value;

        Node(T value) {
            this.value = value;
        }

        class Inner {
            int depth() {
                return 1;
            }
        }
    }

    interface Visitor<R> {
        R visit(Node<?> node);

        default R visitAll(List<Node<?>> nodes) {
            return null;
        }
    }
}

enum Status {
    /** Here. */
    IN_STOCK("in") {
        @Override
        boolean sellable() {
            return true;
        }
    },
    GONE("gone");

    private final String code;

    Status(String code) {
        this.code = code;
    }

    boolean sellable() {
        return false;
    }
}

record Point<T>(int x, int y) implements Comparable<Point<T>> {
    static int ZERO = 0;

    Point {
        if (x < 0) throw new IllegalArgumentException();
    }

    @Override
    public int compareTo(Point<T> other) {
        return Integer.compare(x, other.x);
    }
}

@Retention(RetentionPolicy.RUNTIME)
@interface Audited {
    String value() default "";
}

sealed interface Shape permits Circle {
    double PI = 3.14;

    double area();
}
