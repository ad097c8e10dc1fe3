package io.pq2.hadoop.internal.split;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Packs pieces of files into splits by best fit decreasing: each piece, the largest first, goes into the fullest split
 * that still has space for it.
 *
 * <p>The pieces of each host are packed first. Splits that are then at most half full are dissolved, and their pieces
 * are packed into any split with space. In the end no two splits fit into one.
 */
public final class SplitPacker {

    /** The host that file systems without block locations report. */
    private static final String NO_HOST = "localhost";

    private static final Comparator<Bin> LARGEST_FIRST = Comparator.comparingLong((Bin bin) -> bin.cost)
            .reversed()
            .thenComparing(bin -> bin.pieces.get(0), SplitPiece.IN_ORDER);

    private final long capacity;
    private final long openCost;
    private final boolean combine;

    private static final class Bin {

        final List<SplitPiece> pieces = new ArrayList<>();
        long cost;
    }

    /**
     * Creates a packer.
     *
     * @param maxBytes the maximum number of bytes of a split of more than one piece, including the open cost of all its
     *     pieces but one
     * @param openCost the cost of a piece in addition to its bytes
     * @param combine whether a split may have several pieces
     */
    public SplitPacker(long maxBytes, long openCost, boolean combine) {
        this.capacity = SaturatingMath.sum(maxBytes, openCost);
        this.openCost = openCost;
        this.combine = combine;
    }

    /** Returns the pieces of each split, in descending order of cost. */
    public List<List<SplitPiece>> pack(List<SplitPiece> pieces) {
        List<SplitPiece> largestFirst = pieces.stream()
                .sorted(Comparator.comparingLong(this::cost).reversed().thenComparing(SplitPiece.IN_ORDER))
                .toList();
        List<Bin> bins = new ArrayList<>();
        if (combine) {
            List<SplitPiece> others = new ArrayList<>();
            for (List<SplitPiece> ofHost : byHost(largestFirst, others)) {
                for (Bin bin : fill(ofHost, List.of())) {
                    if (bin.cost <= capacity - bin.cost) {
                        others.addAll(bin.pieces);
                    } else {
                        bins.add(bin);
                    }
                }
            }
            others.sort(Comparator.comparingLong(this::cost).reversed().thenComparing(SplitPiece.IN_ORDER));
            bins.addAll(fill(others, bins));
        } else {
            for (SplitPiece piece : largestFirst) {
                bins.add(add(new Bin(), piece));
            }
        }
        bins.sort(LARGEST_FIRST);
        return bins.stream().map(bin -> bin.pieces).toList();
    }

    private long cost(SplitPiece piece) {
        return SaturatingMath.sum(piece.run().bytes(), openCost);
    }

    private Bin add(Bin bin, SplitPiece piece) {
        bin.pieces.add(piece);
        bin.cost = SaturatingMath.sum(bin.cost, cost(piece));
        return bin;
    }

    /**
     * Assigns each piece to the host with the lowest cost so far among its hosts. Pieces without hosts go to
     * {@code others}.
     */
    private Iterable<List<SplitPiece>> byHost(List<SplitPiece> pieces, List<SplitPiece> others) {
        Map<String, List<SplitPiece>> piecesByHost = new LinkedHashMap<>();
        Map<String, Long> costByHost = new HashMap<>();
        for (SplitPiece piece : pieces) {
            String cheapest = null;
            for (String host : piece.run().hosts()) {
                boolean cheaper =
                        cheapest == null || costByHost.getOrDefault(host, 0L) < costByHost.getOrDefault(cheapest, 0L);
                if (!host.equals(NO_HOST) && cheaper) {
                    cheapest = host;
                }
            }
            if (cheapest == null) {
                others.add(piece);
            } else {
                piecesByHost
                        .computeIfAbsent(cheapest, host -> new ArrayList<>())
                        .add(piece);
                costByHost.merge(cheapest, cost(piece), SaturatingMath::sum);
            }
        }
        return piecesByHost.values();
    }

    /**
     * Packs pieces into bins.
     *
     * @param pieces the pieces in descending order of cost
     * @param existing bins that may have space
     * @return the new bins
     */
    private List<Bin> fill(List<SplitPiece> pieces, List<Bin> existing) {
        List<Bin> bins = new ArrayList<>();
        TreeMap<Long, Deque<Bin>> bySpace = new TreeMap<>();
        for (Bin bin : existing) {
            bySpace.computeIfAbsent(capacity - bin.cost, bytes -> new ArrayDeque<>())
                    .add(bin);
        }
        for (SplitPiece piece : pieces) {
            Map.Entry<Long, Deque<Bin>> fullest = bySpace.ceilingEntry(cost(piece));
            Bin bin;
            if (fullest == null) {
                bin = new Bin();
                bins.add(bin);
            } else {
                bin = fullest.getValue().poll();
                if (fullest.getValue().isEmpty()) {
                    bySpace.remove(fullest.getKey());
                }
            }
            add(bin, piece);
            bySpace.computeIfAbsent(capacity - bin.cost, bytes -> new ArrayDeque<>())
                    .add(bin);
        }
        return bins;
    }
}
