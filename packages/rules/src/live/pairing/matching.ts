/** The weight of an edge between two points, each from 0 to the number of points − 1; 0 or less: no edge. Symmetric. */
export type EdgeWeight = (a: number, b: number) => number;

/**
 * Finds a matching of maximum weight in a general graph: the partner of each point, or null for a point without one.
 * The weights are whole numbers below 2^49. It is exact: Edmonds' algorithm with a dual solution, in O(n³) and n² memory.
 * Edges that do not exist weigh nothing, an odd number gets one point more, and all points are matched; pairs without
 * weight are then dropped. So the dual values may begin close to the end, and all trees grow at the same time.
 */
export function findMaximumMatching(points: number, weight: EdgeWeight): (number | null)[] {
  const matcher = new Matcher(points + (points % 2), (a, b) => (a < points && b < points ? Math.max(0, weight(a, b)) : 0));
  matcher.run();
  return Array.from({ length: points }, (_, point) => {
    const partner = (matcher.match[point + 1] as number) - 1;
    return partner < points && weight(point, partner) > 0 ? partner : null;
  });
}

const [EVEN, ODD, FREE] = [0, 1, -1];
const NO_EDGE = -1;

/**
 * The state of the search. Points are 1 to `points`, an even number; contracted odd circles (blossoms) have higher
 * numbers; 0 is nobody. An edge between two of them is kept as the edge of their points.
 */
class Matcher {
  readonly match: Int32Array;
  private readonly points: number;
  private readonly side: number;
  /** The highest number of a point or blossom. */
  private highest: number;
  private readonly from: Int32Array;
  private readonly to: Int32Array;
  /** Doubled, so that no change of the dual values is a fraction; below 0: no edge. */
  private readonly weights: Float64Array;
  /** The dual value of a point or blossom, doubled. */
  private readonly label: Float64Array;
  /** The point of an even tree through which a point or blossom is reached at least cost. */
  private readonly nearest: Int32Array;
  /** 1 where `nearest` must be found again, because its tree is gone. */
  private readonly isStale: Uint8Array;
  /** The outermost blossom of a point or blossom; 0 for a number that is not in use. */
  private readonly outer: Int32Array;
  private readonly parent: Int32Array;
  /** The point or blossom without a partner from which the tree of an outermost one has grown; 0 outside of trees. */
  private readonly root: Int32Array;
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
    this.weights = new Float64Array(side * side).fill(NO_EDGE);
    this.petalOf = new Int32Array(side * (points + 1));
    this.label = new Float64Array(side);
    this.match = new Int32Array(side);
    this.nearest = new Int32Array(side);
    this.isStale = new Uint8Array(side);
    this.outer = new Int32Array(side);
    this.parent = new Int32Array(side);
    this.root = new Int32Array(side);
    this.state = new Int8Array(side).fill(FREE);
    this.visited = new Int32Array(side);
    this.petals = Array.from({ length: side }, () => []);
    for (let a = 1; a <= points; a += 1) {
      this.outer[a] = a;
      this.petalOf[a * (points + 1) + a] = a;
      for (let b = a + 1; b <= points; b += 1) {
        const [edge, back] = [a * side + b, b * side + a];
        this.from[edge] = this.to[back] = a;
        this.to[edge] = this.from[back] = b;
        const value = weight(a - 1, b - 1) * 2;
        this.weights[edge] = this.weights[back] = value;
        if (value > this.label[a]!) this.label[a] = value;
        if (value > this.label[b]!) this.label[b] = value;
      }
    }
  }

  /** Matches all points. */
  run(): void {
    this.matchTightEdges();
    for (let point = 1; point <= this.points; point += 1) {
      if (this.match[point] !== 0) continue;
      this.state[point] = EVEN;
      this.root[point] = point;
      this.enqueue(point);
    }
    for (this.growTrees(); this.match.subarray(1, this.points + 1).includes(0); this.growTrees()) {
      this.changeLabels();
      this.queue = [];
      for (let node = 1; node <= this.highest; node += 1) {
        const nearest = this.nearest[node]!;
        if (this.outer[node] !== node || nearest === 0 || this.isStale[node] === 1 || this.state[node] === ODD || this.outer[nearest] === node) continue;
        const edge = nearest * this.side + node;
        if (this.slack(edge) === 0) this.follow(edge);
      }
      for (let blossom = this.points + 1; blossom <= this.highest; blossom += 1) {
        if (this.outer[blossom] === blossom && this.state[blossom] === ODD && this.label[blossom] === 0) this.expand(blossom);
      }
    }
  }

  /** Lowers the dual value of each point as far as its edges allow, and matches it if one of those then leads to a free point. */
  private matchTightEdges(): void {
    for (let a = 1; a <= this.points; a += 1) {
      if (this.match[a] !== 0) continue;
      const start = a * this.side;
      let [least, partner] = [Number.NEGATIVE_INFINITY, 0];
      for (let b = 1; b <= this.points; b += 1) {
        if (b === a) continue;
        const value = this.weights[start + b]! * 2 - this.label[b]!;
        if (value < least || (value === least && (partner !== 0 || this.match[b] !== 0))) continue;
        partner = this.match[b] === 0 ? b : 0;
        least = value;
      }
      this.label[a] = least;
      if (partner === 0) continue;
      this.match[a] = partner;
      this.match[partner] = a;
    }
  }

  private slack(edge: number): number {
    // an edge of a blossom has the weight of the edge of points that it stands for
    return this.label[this.from[edge]!]! + this.label[this.to[edge]!]! - this.weights[edge]! * 2;
  }

  private considerNearest(point: number, target: number): void {
    const known = this.nearest[target]!;
    if (this.isStale[target] === 1) return;
    if (known === 0 || this.slack(target * this.side + point) < this.slack(target * this.side + known)) this.nearest[target] = point;
  }

  private findNearest(target: number): void {
    this.nearest[target] = 0;
    this.isStale[target] = 0;
    const start = target * this.side;
    let least = Number.POSITIVE_INFINITY;
    for (let point = 1; point <= this.points; point += 1) {
      const outer = this.outer[point]!;
      if (outer === target || this.state[outer] !== EVEN || this.weights[start + point] === NO_EDGE) continue;
      const slack = this.slack(start + point);
      if (slack >= least) continue;
      least = slack;
      this.nearest[target] = point;
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
    this.root[blossom] = this.root[common]!;
    this.match[blossom] = this.match[common]!;
    const petals = [common, ...this.listWay(one, common).toReversed(), ...this.listWay(other, common)];
    this.petals[blossom] = petals;
    this.setOuter(blossom, blossom);
    const { side, points } = this;
    for (let x = 1; x <= this.highest; x += 1) this.weights[blossom * side + x] = this.weights[x * side + blossom] = NO_EDGE;
    this.petalOf.fill(0, blossom * (points + 1), (blossom + 1) * (points + 1));
    for (const petal of petals) {
      for (let x = 1; x <= this.highest; x += 1) {
        const own = blossom * side + x;
        const edge = petal * side + x;
        if (this.weights[edge] === NO_EDGE) continue;
        if (this.weights[own] !== NO_EDGE && this.slack(edge) >= this.slack(own)) continue;
        this.copyEdge(own, edge);
        this.copyEdge(x * side + blossom, x * side + petal);
      }
      if (petal <= points) this.petalOf[blossom * (points + 1) + petal] = petal;
      else for (let x = 1; x <= points; x += 1) if (this.petalOf[petal * (points + 1) + x] !== 0) this.petalOf[blossom * (points + 1) + x] = petal;
    }
    this.findNearest(blossom);
  }

  private copyEdge(target: number, source: number): void {
    this.from[target] = this.from[source]!;
    this.to[target] = this.to[source]!;
    this.weights[target] = this.weights[source]!;
  }

  private expand(blossom: number): void {
    for (const petal of this.petals[blossom]!) {
      this.setOuter(petal, petal);
      this.state[petal] = FREE;
      this.root[petal] = 0;
      this.isStale[petal] = 0;
      this.nearest[petal] = 0;
    }
    const entry = this.petalHolding(blossom, this.from[blossom * this.side + this.parent[blossom]!]!);
    const place = this.placeOf(blossom, entry);
    const petals = this.petals[blossom]!;
    for (let index = 0; index < place; index += 2) {
      const [odd, even] = [petals[index]!, petals[index + 1]!];
      this.parent[odd] = this.from[even * this.side + odd]!;
      this.state[odd] = ODD;
      this.state[even] = EVEN;
      this.root[odd] = this.root[even] = this.root[blossom]!;
      this.findNearest(even);
      this.enqueue(even);
    }
    this.state[entry] = ODD;
    this.root[entry] = this.root[blossom]!;
    this.parent[entry] = this.parent[blossom]!;
    for (const petal of petals.slice(place + 1)) this.findNearest(petal);
    this.outer[blossom] = 0;
  }

  /** Follows an edge without slack: it makes a tree grow, closes a circle, or leads to a larger matching. */
  private follow(edge: number): void {
    const [one, other] = [this.outer[this.from[edge]!]!, this.outer[this.to[edge]!]!];
    if (this.state[other] === FREE) {
      this.parent[other] = this.from[edge]!;
      this.state[other] = ODD;
      const partner = this.outer[this.match[other]!]!;
      this.root[other] = this.root[partner] = this.root[one]!;
      this.nearest[other] = this.nearest[partner] = 0;
      this.isStale[other] = this.isStale[partner] = 0;
      this.state[partner] = EVEN;
      this.enqueue(partner);
    } else if (this.state[other] === EVEN) {
      if (this.root[one] === this.root[other]) return this.contract(one, this.findCommon(one, other), other);
      const roots: readonly number[] = [this.root[one]!, this.root[other]!];
      this.augmentFrom(one, other);
      this.augmentFrom(other, one);
      this.dropTrees(roots);
    }
  }

  /** Frees the points of two trees that have led to a larger matching. The other trees keep what they have reached. */
  private dropTrees([first, second]: readonly number[]): void {
    for (let node = 1; node <= this.highest; node += 1) {
      if (this.outer[node] !== node || this.root[node] === 0 || (this.root[node] !== first && this.root[node] !== second)) continue;
      this.state[node] = FREE;
      this.root[node] = 0;
      this.isStale[node] = 1;
    }
    for (let node = 1; node <= this.highest; node += 1) {
      if (this.outer[node] === node && this.nearest[node] !== 0 && this.state[this.outer[this.nearest[node]!]!] !== EVEN) this.isStale[node] = 1;
    }
  }

  private growTrees(): void {
    for (let head = 0; head < this.queue.length; head += 1) {
      const point = this.queue[head]!;
      const start = point * this.side;
      for (let other = 1; other <= this.points && this.state[this.outer[point]!] === EVEN; other += 1) {
        if (this.outer[point] === this.outer[other]) continue;
        if (this.label[point]! + this.label[other]! - this.weights[start + other]! * 2 === 0) this.follow(start + other);
        else this.considerNearest(point, this.outer[other]!);
      }
    }
  }

  /** Moves the dual values until an edge more has no slack; by nothing, if one has none already. */
  private changeLabels(): void {
    let change = Number.POSITIVE_INFINITY;
    for (let node = 1; node <= this.highest; node += 1) {
      if (this.outer[node] !== node) continue;
      if (this.state[node] === ODD) {
        if (node > this.points) change = Math.min(change, this.label[node]! / 2);
        continue;
      }
      if (this.isStale[node] === 1) this.findNearest(node);
      const nearest = this.nearest[node]!;
      if (nearest === 0) continue;
      const slack = this.slack(nearest * this.side + node);
      change = Math.min(change, this.state[node] === FREE ? slack : slack / 2);
    }
    if (change === 0) return;
    for (let point = 1; point <= this.points; point += 1) {
      const state = this.state[this.outer[point]!];
      if (state === EVEN) this.label[point]! -= change;
      else if (state === ODD) this.label[point]! += change;
    }
    for (let blossom = this.points + 1; blossom <= this.highest; blossom += 1) {
      if (this.outer[blossom] !== blossom) continue;
      if (this.state[blossom] === EVEN) this.label[blossom]! += change * 2;
      else if (this.state[blossom] === ODD) this.label[blossom]! -= change * 2;
    }
  }
}
