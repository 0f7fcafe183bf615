package dev.guerdon.core.registry;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The named things of a catalogue by kind, and the plugins that are installed only when something of them is used.
 *
 * <p>Names are compared without regard to case, and each is free or has one owner: an entry, or a plugin that waits and is known to
 * bring it. A look-up first installs the plugins that bring the name. If there is no entry then, it installs one by one those that bring
 * something of the kind under names that only their code knows. Not safe for concurrent use: the catalogue locks around each call.
 */
@Internal
public final class NamedEntries {

    private static final System.Logger LOG = System.getLogger(NamedEntries.class.getName());

    private record Entry(
            String name,
            Object value,
            String origin,
            @Nullable PluginDescriptor from) {}

    private final Map<String, TreeMap<String, Entry>> entries = new HashMap<>();
    private final List<PluginDescriptor> waiting = new ArrayList<>();
    private final List<String> added = new ArrayList<>();
    private final Consumer<PluginDescriptor> installer;

    /**
     * @param installer runs a plugin, which calls {@link #put} for all that it brings
     */
    public NamedEntries(Consumer<PluginDescriptor> installer) {
        this.installer = installer;
    }

    /**
     * Adds a plugin that is installed when something of it is used.
     *
     * @throws GuerdonException if one of its names is taken
     */
    public void await(PluginDescriptor plugin) {
        plugin.names()
                .forEach((kind, names) -> names.forEach((lower, name) -> {
                    checkName(kind, name, plugin.type());
                    for (PluginDescriptor other : waiting) {
                        if (other.brings(kind, lower)) {
                            throw taken(kind, name, other.type(), plugin.type());
                        }
                    }
                    Entry other = ofKind(kind).get(lower);
                    if (other != null) {
                        throw taken(kind, name, other.origin, plugin.type());
                    }
                }));
        waiting.add(plugin);
    }

    /** Installs a plugin if it waits. */
    public void install(PluginDescriptor plugin) {
        if (waiting.remove(plugin)) {
            installer.accept(plugin);
        }
    }

    private List<PluginDescriptor> waiting(Predicate<PluginDescriptor> which) {
        return waiting.stream().filter(which).toList();
    }

    private Map<String, Entry> ofKind(String kind) {
        return entries.getOrDefault(kind, new TreeMap<>());
    }

    /**
     * Adds an entry.
     *
     * @param origin names the code that brings it, for messages
     * @param from the plugin that is being installed, or null if there is none
     * @throws GuerdonException if the name is taken, or cannot be used
     */
    public void put(String kind, String name, Object value, String origin, @Nullable PluginDescriptor from) {
        checkName(kind, name, origin);
        String lower = lower(name);
        waiting(plugin -> plugin.brings(kind, lower)).forEach(this::install);
        Entry earlier = entries.computeIfAbsent(kind, any -> new TreeMap<>())
                .putIfAbsent(lower, new Entry(name, value, origin, from));
        if (earlier != null) {
            throw taken(kind, name, earlier.origin, origin);
        }
        added.add(name);
    }

    /** Returns the value of a name, or empty if no entry and no plugin has it. */
    public Optional<Object> find(String kind, String name) {
        String lower = lower(name);
        waiting(plugin -> plugin.brings(kind, lower)).forEach(this::install);
        GuerdonException problem = null;
        for (PluginDescriptor plugin : waiting(each -> each.unnamed().contains(kind))) {
            if (!ofKind(kind).containsKey(lower)) {
                try {
                    install(plugin);
                } catch (GuerdonException e) {
                    problem = problem == null ? e : problem; // it may be the one that has the name
                }
            }
        }
        Optional<Object> found = Optional.ofNullable(ofKind(kind).get(lower)).map(Entry::value);
        if (problem != null && found.isEmpty()) {
            throw problem;
        }
        return found;
    }

    /** Returns all values of a kind by name. Installs every plugin that brings any of them. */
    public List<Object> all(String kind) {
        waiting(plugin -> plugin.brings(kind)).forEach(this::install);
        return ofKind(kind).values().stream().map(Entry::value).toList();
    }

    /** Returns the names of a kind. Installs only plugins whose code alone knows their names; one that fails is logged. */
    public SortedSet<String> names(String kind) {
        for (PluginDescriptor plugin : waiting(each -> each.unnamed().contains(kind))) {
            try {
                install(plugin);
            } catch (GuerdonException e) {
                LOG.log(System.Logger.Level.WARNING, e.getMessage());
            }
        }
        SortedSet<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        ofKind(kind).values().forEach(entry -> names.add(entry.name));
        waiting.forEach(plugin ->
                names.addAll(plugin.names().getOrDefault(kind, Map.of()).values()));
        return names;
    }

    /** Returns the names of all entries in the order in which they were added. */
    public List<String> added() {
        return List.copyOf(added);
    }

    /** Returns the names that users' plugins have registered or will register, by plugin and kind, for another process. */
    public Map<PluginDescriptor, Map<String, Map<String, String>>> broughtByUser() {
        Map<PluginDescriptor, Map<String, Map<String, String>>> brought = new LinkedHashMap<>();
        waiting(NamedEntries::isUsers).forEach(plugin -> brought.put(plugin, plugin.names()));
        entries.forEach((kind, ofKind) -> ofKind.forEach((lower, entry) -> {
            if (entry.from != null && isUsers(entry.from)) {
                brought.computeIfAbsent(entry.from, any -> new LinkedHashMap<>())
                        .computeIfAbsent(kind, any -> new LinkedHashMap<>())
                        .put(lower, entry.name);
            }
        }));
        return brought;
    }

    private static boolean isUsers(PluginDescriptor plugin) {
        return plugin.loader() instanceof PluginLoader;
    }

    private static void checkName(String kind, String name, String origin) {
        if (name.isBlank()) {
            throw new GuerdonException("a " + words(kind) + " needs a name; " + origin + " has none");
        }
        if (kind.equals(PluginDescriptor.REWARD) && (name.contains("(") || name.contains(","))) {
            throw new GuerdonException("the reward name '" + name + "' of " + origin
                    + " has a bracket or comma, which stand for options and for several rewards; choose another name");
        }
    }

    /** Returns the exception for a name that two plugins want. */
    public static GuerdonException taken(String kind, String name, String first, String second) {
        return new GuerdonException("the " + words(kind) + " name '" + name + "' is taken twice: by " + first
                + " and by " + second + "; rename one of them");
    }

    /** Returns a kind as messages name it. */
    public static String words(String kind) {
        return kind.replace('-', ' ');
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
