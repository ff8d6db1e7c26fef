"""A fabric as a plain graph, link by link: the oracle that the arrays are held against."""

from __future__ import annotations

from collections import Counter, deque

from configurator.topologies.fabric import Fabric

Node = tuple[str, int]
Edges = dict[Node, Counter[Node]]


def graph(fabric: Fabric) -> Edges:
    """One plane: endpoint or switch -> neighbour -> links."""
    names = ["endpoint", *(t.role for t in fabric.tiers)]
    edges: Edges = {(n, i): Counter() for n, count in _counts(fabric) for i in range(count)}
    for below, above, layer in zip(names, names[1:], fabric.layers, strict=False):
        for low, high in zip(layer.lower.tolist(), layer.upper.tolist(), strict=True):
            edges[below, low][above, high] += 1
            edges[above, high][below, low] += 1
    return edges


def _counts(fabric: Fabric) -> list[tuple[str, int]]:
    return [("endpoint", fabric.endpoints), *((t.role, t.switches) for t in fabric.tiers)]


def reached(edges: Edges, start: Node) -> dict[Node, int]:
    """Breadth first: node -> hops from the start. Endpoints do not forward."""
    hops, queue = {start: 0}, deque([start])
    while queue:
        node = queue.popleft()
        if node[0] == "endpoint" and node != start:
            continue
        for other in edges[node]:
            if other not in hops:
                hops[other] = hops[node] + 1
                queue.append(other)
    return hops


def flow(edges: Edges, sources: set[int], sinks: set[int]) -> int:
    """Most link-disjoint paths from endpoints to endpoints (Edmonds-Karp) [links]."""
    left: Edges = {node: Counter(others) for node, others in edges.items()}
    start, end = ("source", 0), ("sink", 0)
    left[start] = Counter({("endpoint", e): 1 for e in sources})
    left[end] = Counter()
    for e in sinks:
        left["endpoint", e][end] = 1
    total = 0
    while True:
        came: dict[Node, Node] = {start: start}
        queue = deque([start])
        while queue and end not in came:
            node = queue.popleft()
            for other, room in left[node].items():
                if room > 0 and other not in came:
                    came[other] = node
                    queue.append(other)
        if end not in came:
            return total
        node = end
        while node != start:
            left[came[node]][node] -= 1
            left[node][came[node]] += 1
            node = came[node]
        total += 1
