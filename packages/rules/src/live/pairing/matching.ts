/** The weight of an edge between two points, each from 0 to the number of points − 1; 0 or less: no edge. Symmetric. */
export type EdgeWeight = (a: number, b: number) => number;

/**
 * Finds a matching of maximum weight in a general graph: the partner of each point, or null for a point without one.
 * The weights are whole numbers below 2^50. It is exact: Edmonds' algorithm with a dual solution, in O(n³) and n² memory.
 * Points that earlier weights make equal are matched greedily first, which leaves few searches in a class where only
 * few kinds of people are distinguished.
 */
export function findMaximumMatching(points: number, weight: EdgeWeight): (number | null)[] {
  const matcher = new Matcher(points, weight);
  matcher.matchTightEdges();
  while (matcher.augment());
  return Array.from({ length: points }, (_, point) => {
    const partner = matcher.match[point + 1]!;
    return partner === 0 ? null : partner - 1;
  });
}

const [EVEN, ODD, FREE] = [0, 1, -1];

/**
 * The state of the search. Points are 1 to `points`; contracted odd circles (blossoms) have higher numbers; 0 is
 * nobody. An edge between two of them is kept as the edge of their points.
 */
class Matcher {
  readonly match: Int32Array;
  private readonly points: number;
  private readonly side: number;
  /** The highest number of a point or blossom. */
  private highest: number;
  private readonly from: Int32Array;
  private readonly to: Int32Array;
  private readonly weights: Float64Array;
  /** The dual value of a point or blossom, doubled. */
  private readonly label: Float64Array;
  /** The point of an even tree through which a point or blossom is reached at least cost. */
  private readonly nearest: Int32Array;
  /** The outermost blossom of a point or blossom; 0 for a number that is not in use. */
  private readonly outer: Int32Array;
  private readonly parent: Int32Array;
  private readonly state: Int8Array;
  private readonly visited: Int32Array;
  private visits = 0;
  private readonly petals: number[][];
  /** The petal of a blossom in which a point is. */
  private readonly petalOf: Int32Array;
  private queue: number[] = [];

  constructor(points: number, weight: EdgeWeight) {
    this.points = points;
    this.highest = points;
    const side = points + (points >> 1) + 2;
    this.side = side;
    this.from = new Int32Array(side * side);
    this.to = new Int32Array(side * side);
    this.weights = new Float64Array(side * side);
    this.petalOf = new Int32Array(side * (points + 1));
    this.label = new Float64Array(side);
    this.match = new Int32Array(side);
    this.nearest = new Int32Array(side);
    this.outer = new Int32Array(side);
    this.parent = new Int32Array(side);
    this.state = new Int8Array(side);
    this.visited = new Int32Array(side);
    this.petals = Array.from({ length: side }, () => []);
    let largest = 0;
    for (let a = 1; a <= points; a += 1) {
      this.outer[a] = a;
      this.petalOf[a * (points + 1) + a] = a;
      for (let b = 1; b <= points; b += 1) {
        const edge = a * side + b;
        this.from[edge] = a;
        this.to[edge] = b;
        if (a === b) continue;
        const value = Math.max(0, weight(a - 1, b - 1));
        this.weights[edge] = value;
        if (value > largest) largest = value;
      }
    }
    this.label.fill(largest, 1, points + 1);
  }

  /** Matches the points of edges without slack while both are free. */
  matchTightEdges(): void {
    for (let a = 1; a <= this.points; a += 1) {
      for (let b = a + 1; b <= this.points && this.match[a] === 0; b += 1) {
        const edge = a * this.side + b;
        if (this.match[b] !== 0 || this.weights[edge]! <= 0 || this.slack(edge) !== 0) continue;
        this.match[a] = b;
        this.match[b] = a;
      }
    }
  }

  private slack(edge: number): number {
    const [a, b] = [this.from[edge]!, this.to[edge]!];
    return this.label[a]! + this.label[b]! - this.weights[a * this.side + b]! * 2;
  }

  private considerNearest(point: number, target: number): void {
    const known = this.nearest[target]!;
    if (known === 0 || this.slack(point * this.side + target) < this.slack(known * this.side + target)) this.nearest[target] = point;
  }

  private findNearest(target: number): void {
    this.nearest[target] = 0;
    for (let point = 1; point <= this.points; point += 1) {
      const outer = this.outer[point]!;
      if (this.weights[point * this.side + target]! > 0 && outer !== target && this.state[outer] === EVEN) this.considerNearest(point, target);
    }
  }

  private enqueue(node: number): void {
    if (node <= this.points) this.queue.push(node);
    else for (const petal of this.petals[node]!) this.enqueue(petal);
  }

  private setOuter(node: number, blossom: number): void {
    this.outer[node] = blossom;
    if (node > this.points) for (const petal of this.petals[node]!) this.setOuter(petal, blossom);
  }

  private petalHolding(blossom: number, point: number): number {
    return blossom <= this.points ? blossom : this.petalOf[blossom * (this.points + 1) + point]!;
  }

  /** Turns a blossom so that the way from its base to a petal is even; returns the place of the petal. */
  private placeOf(blossom: number, petal: number): number {
    const petals = this.petals[blossom]!;
    const place = petals.indexOf(petal);
    if (place % 2 === 0) return place;
    this.petals[blossom] = [petals[0]!, ...petals.slice(1).toReversed()];
    return petals.length - place;
  }

  private setMatch(node: number, other: number): void {
    const edge = node * this.side + other;
    this.match[node] = this.to[edge]!;
    if (node <= this.points) return;
    const petal = this.petalHolding(node, this.from[edge]!);
    const place = this.placeOf(node, petal);
    const petals = this.petals[node]!;
    for (let index = 0; index < place; index += 1) this.setMatch(petals[index]!, petals[index ^ 1]!);
    this.setMatch(petal, other);
    this.petals[node] = [...petals.slice(place), ...petals.slice(0, place)];
  }

  private augmentFrom(node: number, other: number): void {
    for (let [inner, outer] = [node, other]; ; ) {
      const before = this.outer[this.match[inner]!]!;
      this.setMatch(inner, outer);
      if (before === 0) return;
      const parent = this.outer[this.parent[before]!]!;
      this.setMatch(before, parent);
      [inner, outer] = [parent, before];
    }
  }

  private findCommon(one: number, other: number): number {
    this.visits += 1;
    for (let [a, b] = [one, other]; a !== 0 || b !== 0; [a, b] = [b, a]) {
      if (a === 0) continue;
      if (this.visited[a] === this.visits) return a;
      this.visited[a] = this.visits;
      a = this.outer[this.match[a]!]!;
      if (a !== 0) a = this.outer[this.parent[a]!]!;
    }
    return 0;
  }

  private listWay(node: number, common: number): number[] {
    const way: number[] = [];
    for (let x = node; x !== common; ) {
      const y = this.outer[this.match[x]!]!;
      way.push(x, y);
      this.enqueue(y);
      x = this.outer[this.parent[y]!]!;
    }
    return way;
  }

  private contract(one: number, common: number, other: number): void {
    let blossom = this.points + 1;
    while (blossom <= this.highest && this.outer[blossom] !== 0) blossom += 1;
    this.highest = Math.max(this.highest, blossom);
    this.label[blossom] = 0;
    this.state[blossom] = EVEN;
    this.match[blossom] = this.match[common]!;
    const petals = [common, ...this.listWay(one, common).toReversed(), ...this.listWay(other, common)];
    this.petals[blossom] = petals;
    this.setOuter(blossom, blossom);
    const { side, points } = this;
    for (let x = 1; x <= this.highest; x += 1) this.weights[blossom * side + x] = this.weights[x * side + blossom] = 0;
    this.petalOf.fill(0, blossom * (points + 1), (blossom + 1) * (points + 1));
    for (const petal of petals) {
      for (let x = 1; x <= this.highest; x += 1) {
        const [own, edge] = [blossom * side + x, petal * side + x];
        if (this.weights[own] !== 0 && (this.weights[edge] === 0 || this.slack(edge) >= this.slack(own))) continue;
        this.copyEdge(own, edge);
        this.copyEdge(x * side + blossom, x * side + petal);
      }
      for (let x = 1; x <= points; x += 1)
        if (this.petalHolding(petal, x) !== 0 && (petal > points || petal === x)) this.petalOf[blossom * (points + 1) + x] = petal;
    }
    this.findNearest(blossom);
  }

  private copyEdge(target: number, source: number): void {
    this.from[target] = this.from[source]!;
    this.to[target] = this.to[source]!;
    this.weights[target] = this.weights[source]!;
  }

  private expand(blossom: number): void {
    for (const petal of this.petals[blossom]!) this.setOuter(petal, petal);
    const entry = this.petalHolding(blossom, this.from[blossom * this.side + this.parent[blossom]!]!);
    const place = this.placeOf(blossom, entry);
    const petals = this.petals[blossom]!;
    for (let index = 0; index < place; index += 2) {
      const [odd, even] = [petals[index]!, petals[index + 1]!];
      this.parent[odd] = this.from[even * this.side + odd]!;
      this.state[odd] = ODD;
      this.state[even] = EVEN;
      this.nearest[odd] = 0;
      this.findNearest(even);
      this.enqueue(even);
    }
    this.state[entry] = ODD;
    this.parent[entry] = this.parent[blossom]!;
    for (const petal of petals.slice(place + 1)) {
      this.state[petal] = FREE;
      this.findNearest(petal);
    }
    this.outer[blossom] = 0;
  }

  /** Follows an edge without slack. Returns true when it has led to a larger matching. */
  private follow(edge: number): boolean {
    const [one, other] = [this.outer[this.from[edge]!]!, this.outer[this.to[edge]!]!];
    if (this.state[other] === FREE) {
      this.parent[other] = this.from[edge]!;
      this.state[other] = ODD;
      const partner = this.outer[this.match[other]!]!;
      this.nearest[other] = this.nearest[partner] = 0;
      this.state[partner] = EVEN;
      this.enqueue(partner);
    } else if (this.state[other] === EVEN) {
      const common = this.findCommon(one, other);
      if (common === 0) {
        this.augmentFrom(one, other);
        this.augmentFrom(other, one);
        return true;
      }
      this.contract(one, common, other);
    }
    return false;
  }

  /** Searches for a larger matching, and returns true if there was one. */
  augment(): boolean {
    this.state.fill(FREE, 0, this.highest + 1);
    this.nearest.fill(0, 0, this.highest + 1);
    this.queue = [];
    for (let node = 1; node <= this.highest; node += 1) {
      if (this.outer[node] !== node || this.match[node] !== 0) continue;
      this.parent[node] = 0;
      this.state[node] = EVEN;
      this.enqueue(node);
    }
    if (this.queue.length === 0) return false;
    for (;;) {
      if (this.growTrees()) return true;
      if (!this.changeLabels()) return false;
      this.queue = [];
      for (let node = 1; node <= this.highest; node += 1) {
        const nearest = this.nearest[node]!;
        if (this.outer[node] !== node || nearest === 0 || this.outer[nearest] === node) continue;
        const edge = nearest * this.side + node;
        if (this.slack(edge) === 0 && this.follow(edge)) return true;
      }
      for (let blossom = this.points + 1; blossom <= this.highest; blossom += 1) {
        if (this.outer[blossom] === blossom && this.state[blossom] === ODD && this.label[blossom] === 0) this.expand(blossom);
      }
    }
  }

  private growTrees(): boolean {
    for (let head = 0; head < this.queue.length; head += 1) {
      const point = this.queue[head]!;
      if (this.state[this.outer[point]!] === ODD) continue;
      const start = point * this.side;
      for (let other = 1; other <= this.points; other += 1) {
        if (this.weights[start + other]! <= 0 || this.outer[point] === this.outer[other]) continue;
        if (this.label[point]! + this.label[other]! - this.weights[start + other]! * 2 === 0) {
          if (this.follow(start + other)) return true;
        } else this.considerNearest(point, this.outer[other]!);
      }
    }
    return false;
  }

  /** Moves the dual values until an edge more has no slack. Returns false when no better matching is left. */
  private changeLabels(): boolean {
    let change = Number.POSITIVE_INFINITY;
    for (let node = 1; node <= this.highest; node += 1) {
      if (this.outer[node] !== node) continue;
      if (node > this.points && this.state[node] === ODD) change = Math.min(change, this.label[node]! / 2);
      const nearest = this.nearest[node]!;
      if (nearest === 0 || this.state[node] === ODD) continue;
      const slack = this.slack(nearest * this.side + node);
      change = Math.min(change, this.state[node] === FREE ? slack : slack / 2);
    }
    for (let point = 1; point <= this.points; point += 1) {
      const state = this.state[this.outer[point]!];
      if (state === EVEN) {
        if (this.label[point]! <= change) return false;
        this.label[point]! -= change;
      } else if (state === ODD) this.label[point]! += change;
    }
    for (let blossom = this.points + 1; blossom <= this.highest; blossom += 1) {
      if (this.outer[blossom] !== blossom) continue;
      if (this.state[blossom] === EVEN) this.label[blossom]! += change * 2;
      else if (this.state[blossom] === ODD) this.label[blossom]! -= change * 2;
    }
    return true;
  }
}
