package io.pq2.hadoop.internal.split;

import io.pq2.hadoop.split.SplitWork.Piece;
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
 * Puts pieces together to splits: the largest first, each into the fullest split that has room for it. First among the pieces that
 * a host has; what then fills at most half a split goes where there is room. So no two splits could be one.
 */
public final class SplitPacker {

    /** What file systems without hosts say. */
    private static final String NO_HOST = "localhost";

    private static final Comparator<Bin> LARGEST_FIRST = Comparator.comparingLong((Bin bin) -> bin.cost)
            .reversed()
            .thenComparing(bin -> bin.pieces.get(0), Piece.IN_ORDER);

    private final long capacity;
    private final long openCost;
    private final boolean combine;

    private static final class Bin {

        final List<Piece> pieces = new ArrayList<>();
        long cost;
    }

    /**
     * @param most how many bytes a split of more than one piece has, with the cost of all its pieces but one
     * @param openCost the cost of a piece beside its bytes
     * @param combine false for a split for each piece
     */
    public SplitPacker(long most, long openCost, boolean combine) {
        this.capacity = SaturatingMath.sum(most, openCost);
        this.openCost = openCost;
        this.combine = combine;
    }

    /** The splits, those with the most to do first. */
    public List<List<Piece>> pack(List<Piece> pieces) {
        List<Piece> largestFirst = pieces.stream()
                .sorted(Comparator.comparingLong(this::cost).reversed().thenComparing(Piece.IN_ORDER))
                .toList();
        List<Bin> bins = new ArrayList<>();
        if (combine) {
            List<Piece> others = new ArrayList<>();
            for (List<Piece> near : byHost(largestFirst, others)) {
                for (Bin bin : fill(near, List.of())) {
                    if (bin.cost <= capacity - bin.cost) {
                        others.addAll(bin.pieces);
                    } else {
                        bins.add(bin);
                    }
                }
            }
            others.sort(Comparator.comparingLong(this::cost).reversed().thenComparing(Piece.IN_ORDER));
            bins.addAll(fill(others, bins));
        } else {
            for (Piece piece : largestFirst) {
                bins.add(add(new Bin(), piece));
            }
        }
        bins.sort(LARGEST_FIRST);
        return bins.stream().map(bin -> bin.pieces).toList();
    }

    private long cost(Piece piece) {
        return SaturatingMath.sum(piece.run().bytes(), openCost);
    }

    private Bin add(Bin bin, Piece piece) {
        bin.pieces.add(piece);
        bin.cost = SaturatingMath.sum(bin.cost, cost(piece));
        return bin;
    }

    /** Gives each piece to that of its hosts that has got least, and those without hosts to {@code others}. */
    private Iterable<List<Piece>> byHost(List<Piece> pieces, List<Piece> others) {
        Map<String, List<Piece>> near = new LinkedHashMap<>();
        Map<String, Long> given = new HashMap<>();
        for (Piece piece : pieces) {
            String least = null;
            for (String host : piece.run().hosts()) {
                boolean better = least == null || given.getOrDefault(host, 0L) < given.getOrDefault(least, 0L);
                if (!host.equals(NO_HOST) && better) {
                    least = host;
                }
            }
            if (least == null) {
                others.add(piece);
            } else {
                near.computeIfAbsent(least, host -> new ArrayList<>()).add(piece);
                given.merge(least, cost(piece), SaturatingMath::sum);
            }
        }
        return near.values();
    }

    /**
     * Puts pieces into bins.
     *
     * @param pieces the largest first
     * @param begun bins that may have room
     * @return the new bins
     */
    private List<Bin> fill(List<Piece> pieces, List<Bin> begun) {
        List<Bin> bins = new ArrayList<>();
        TreeMap<Long, Deque<Bin>> byRoom = new TreeMap<>();
        for (Bin bin : begun) {
            byRoom.computeIfAbsent(capacity - bin.cost, bytes -> new ArrayDeque<>())
                    .add(bin);
        }
        for (Piece piece : pieces) {
            Map.Entry<Long, Deque<Bin>> fullest = byRoom.ceilingEntry(cost(piece));
            Bin bin;
            if (fullest == null) {
                bin = new Bin();
                bins.add(bin);
            } else {
                bin = fullest.getValue().poll();
                if (fullest.getValue().isEmpty()) {
                    byRoom.remove(fullest.getKey());
                }
            }
            add(bin, piece);
            byRoom.computeIfAbsent(capacity - bin.cost, bytes -> new ArrayDeque<>())
                    .add(bin);
        }
        return bins;
    }
}
