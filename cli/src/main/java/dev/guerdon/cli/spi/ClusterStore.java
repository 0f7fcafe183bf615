package dev.guerdon.cli.spi;

import dev.guerdon.api.Experimental;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Collection;
import java.util.List;

/** Files that every machine of a cluster reaches by the same address. Names are what the engine takes: a path, or an address with a scheme. */
@Experimental
public interface ClusterStore {

    /**
     * A file.
     *
     * @param address its address, in full
     * @param below its path below the folder that was listed, with {@code /}; its name if it was listed itself. Where a pattern was
     *     listed, its path below the deepest folder that the pattern names without wildcards. No two files of a list have the same
     * @param size its length in bytes
     * @param modified when it was last written, in milliseconds since 1970; 0 if the store does not know
     */
    record Entry(String address, String below, long size, long modified) {}

    /**
     * Returns the whole address of what a user named: on every machine, and whatever the working folder is, it means the same.
     *
     * @throws IOException if it is not an address, or there is no store for it
     */
    String whole(String address) throws IOException;

    /**
     * Returns the files that an address stands for: the file itself, all files below a folder, or what a pattern with {@code *} fits.
     * Names that begin with {@code _} or {@code .} are passed over below a folder and by wildcards, as the engines of this kind do.
     *
     * @return sorted by {@code below}
     * @throws java.io.FileNotFoundException if there is no such file or folder; its message is the whole address
     */
    List<Entry> list(String address) throws IOException;

    /** Lists as {@link #list} does, but nothing is passed over, and if there is no such folder the list is empty. */
    List<Entry> listAll(String folder) throws IOException;

    /**
     * Returns whether an address stands for one of some files, be they there or not: it is the file itself, or a folder around it, or a pattern that
     * fits one of the two. Only paths are compared.
     */
    boolean coversAny(String address, Collection<String> files) throws IOException;

    /** Returns the address of something below a folder. */
    String resolve(String folder, String below);

    boolean exists(String address) throws IOException;

    /** Returns whether there is a folder. Only then it may be asked what is in it: some stores refuse a path that leads through a file. */
    boolean isFolder(String address) throws IOException;

    /** Opens a file for reading at a byte; reads what is stored, packed or not. */
    InputStream open(String address, long from) throws IOException;

    /** Opens a file for writing, in place of what is there; folders above it are made. Closing keeps it. */
    OutputStream create(String address) throws IOException;

    /** Moves a file in place of what is there; folders above it are made. */
    void move(String from, String to) throws IOException;

    /** Removes a file, or a folder with all that is in it; nothing happens if there is none. */
    void delete(String address) throws IOException;

    /** Machines that have this part of a file at hand; empty if that does not matter. */
    List<String> hosts(String address, long from, long length) throws IOException;
}
