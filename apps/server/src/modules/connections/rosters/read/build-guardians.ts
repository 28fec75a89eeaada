import { isEmail } from './is-email.ts';
import { inPieces } from './known-classes.ts';
import { ROSTER_LIMITS } from './limits.ts';
import type { ShapedTable } from './recognise.ts';
import { isEnded, toClassRole, toRelation } from './roles.ts';
import { Row } from './row.ts';
import type { ClassRole, Fault, Mode, Relation, RosterBatch, RosterGuardian, RosterTie } from './roster.ts';
import { RosterProblem } from './roster-problem.ts';

/** A person of the file who is in classes, as ties need them. */
interface Member {
  role: ClassRole | null;
  email: string;
  first: string;
  last: string;
  isEnded: boolean;
  file: string;
  line: number;
}

interface Named {
  from: string;
  to: string;
  /** The relation that the row itself names; null if that of the guardian counts. */
  relation: Relation | null;
  isEnded: boolean;
  file: string;
  line: number;
}

const AT_ONCE = 500;
const placeOf = ({ file, line }: Pick<Row, 'file' | 'line'>): Pick<Row, 'file' | 'line'> => ({ file, line });

/**
 * Combines what the tables of a roster say about guardians. OneRoster names the agents of a student, or the students of
 * an agent; School Data Sync has tables of its own. Doctors, aides and other contacts are no guardians.
 */
export class GuardianBuilder {
  readonly #tables: readonly ShapedTable[];
  readonly #guardians = new Map<string, RosterGuardian>();
  readonly #relations = new Map<string, Relation>();
  readonly #memberRoles = new Set<string>();
  readonly #named: Named[] = [];
  /** The guardian whose ties count for another row of the same person: systems often list a guardian once for each child. */
  readonly #same = new Map<string, string>();
  readonly #refusedIds = new Set<string>();
  readonly #ties = new Map<string, RosterTie>();
  readonly #refuse: (fault: Fault) => void;

  constructor(tables: readonly ShapedTable[], refuse: (fault: Fault) => void) {
    this.#tables = tables;
    this.#refuse = refuse;
  }

  /** Reads the tables that say who is a guardian, before the people are read. @throws RosterProblem */
  async prepare(onRow: () => void): Promise<void> {
    for (const shaped of this.#tables) {
      if (shaped.shape.kind !== 'role' && shaped.shape.kind !== 'relationship') continue;
      for await (const cells of shaped.table.rows()) {
        const row = new Row(shaped, cells);
        if (shaped.shape.kind === 'role') this.#takeRole(row);
        else {
          onRow();
          this.#takeRelationship(row);
        }
      }
    }
  }

  #takeRole(row: Row): void {
    if (isEnded(row.raw('status'))) return;
    const relation = toRelation(row.raw('role'));
    if (relation !== null) this.#relations.set(row.raw('person'), relation);
    else if (toClassRole(row.raw('role')) !== null) this.#memberRoles.add(row.raw('person'));
  }

  #takeRelationship(row: Row): void {
    const [child, guardian] = [row.id('child'), row.raw('guardian').includes('@') ? row.raw('guardian').toLowerCase() : row.id('guardian')];
    row.require('child');
    row.require('guardian');
    const relation = toRelation(row.raw('relation'));
    if (row.faults.length === 0 && relation === null) row.blame('relation', 'relationNotTaken');
    if (row.faults.length > 0 || relation === null)
      return this.#refuse({
        ...{ kind: 'tie', outcome: relation === null && child !== '' && guardian !== '' ? 'not_taken' : 'error', externalId: `${child} ${guardian}` },
        ...{ name: guardian || child, ...placeOf(row), said: row.faults },
      });
    this.#relations.set(guardian, relation);
    this.#keepNamed({ from: child, to: guardian, relation, isEnded: isEnded(row.raw('status')), ...placeOf(row) });
  }

  #keepNamed(named: Named): void {
    if (this.#named.length >= ROSTER_LIMITS.ties) throw new RosterProblem('tooManyRows', { kind: 'guardians', max: ROSTER_LIMITS.ties });
    this.#named.push(named);
  }

  /** Returns true when a row of a table of people is a guardian, who is in no class. */
  isGuardian(row: Row): boolean {
    const role = row.raw('role');
    return role === '' ? this.#relations.has(row.raw('id')) && !this.#memberRoles.has(row.raw('id')) : toRelation(role) !== null;
  }

  /** Remembers the people whom a row names as agents. */
  takeAgents(row: Row): void {
    for (const agent of row.ids('agents')) this.#keepNamed({ from: row.raw('id'), to: agent, relation: null, isEnded: hasEnded(row), ...placeOf(row) });
  }

  /** Reads a guardian. */
  takeGuardian(row: Row, [first, last]: readonly [string, string]): void {
    const id = row.raw('id').includes('@') ? row.raw('id').toLowerCase() : row.id('id');
    row.require('id');
    const email = row.raw('email').normalize('NFKC').trim();
    if (email !== '' && !isEmail(email)) row.blame('email', 'email');
    if (this.#guardians.has(id)) row.blame('id', 'idTwice');
    const name = `${first} ${last}`.trim();
    if (row.faults.length > 0) this.#refusedIds.add(id);
    if (row.faults.length > 0) return this.#refuse({ kind: 'guardian', outcome: 'error', externalId: id, name: name || id, ...placeOf(row), said: row.faults });
    const relation = toRelation(row.raw('role'));
    if (relation !== null) this.#relations.set(id, relation);
    this.#guardians.set(id, { id, email, first, last, isEnded: hasEnded(row), notes: row.notes, ...placeOf(row) });
  }

  /** Joins guardians with children once all people are read. */
  settle(people: ReadonlyMap<string, Member>, mode: Mode): void {
    this.#takeMembers(people);
    this.#joinSame(people);
    const isKnown = (id: string): boolean => this.#guardians.has(id) || this.#same.has(id);
    for (const { from, to, relation, ...named } of this.#named) {
      if (this.#refusedIds.has(from) || this.#refusedIds.has(to)) continue;
      const isForward = isKnown(to) || relation !== null;
      if (!isForward && !isKnown(from)) {
        // a file of changes may name a guardian of an earlier one
        if (mode === 'delta' && !people.has(to)) this.#tie(from, to, 'guardian', named);
        continue;
      }
      if (!isForward) this.#tie(to, from, this.#relations.get(from) ?? 'guardian', named);
      else if (!isKnown(from)) this.#tie(from, to, relation ?? this.#relations.get(to) ?? 'guardian', named);
    }
    this.#named.length = 0;
  }

  /** Adds people of classes who are guardians as well, which only tables of roles or relations say. */
  #takeMembers(people: ReadonlyMap<string, Member>): void {
    for (const id of this.#relations.keys()) {
      const person = people.get(id);
      if (person && !this.#guardians.has(id)) this.#guardians.set(id, { ...person, id, notes: [] });
    }
  }

  /** Joins rows of one person: same address and same name. Another name with the same address is a fault. */
  #joinSame(people: ReadonlyMap<string, Member>): void {
    const byEmail = new Map<string, RosterGuardian>();
    const members = new Map([...people].flatMap(([id, { email }]) => (email === '' ? [] : [[email.toLowerCase(), id] as const])));
    for (const guardian of [...this.#guardians.values()]) {
      const { id, email, first, last, isEnded: ended, file, line } = guardian;
      const key = email.toLowerCase();
      if (key === '' || ended) continue;
      const other = byEmail.get(key);
      const member = members.get(key);
      if (other && other.first === first && other.last === last) this.#same.set(id, other.id);
      else if (other || (member !== undefined && member !== id)) {
        const owner = other ?? (people.get(member as string) as Member);
        const said = { column: 'email', value: email, code: 'guardianSharesAddress', params: { line: owner.line } };
        this.#refusedIds.add(id);
        this.#refuse({ kind: 'guardian', outcome: 'error', externalId: id, name: `${first} ${last}`.trim(), file, line, said: [said] });
      } else {
        byEmail.set(key, guardian);
        continue;
      }
      this.#guardians.delete(id);
    }
  }

  #tie(child: string, named: string, relation: Relation, { isEnded: ended, file, line }: Pick<Named, 'isEnded' | 'file' | 'line'>): void {
    const guardian = this.#same.get(named) ?? named;
    const key = JSON.stringify([child, guardian]);
    const tie = { child, guardian, relation, isEnded: ended || this.#guardians.get(guardian)?.isEnded === true, file, line };
    const before = this.#ties.get(key);
    if (!before || (before.isEnded && !tie.isEnded)) this.#ties.set(key, tie);
  }

  /** The number of ties that were read. */
  get count(): number {
    return this.#ties.size;
  }

  *batches(): Generator<RosterBatch> {
    for (const rows of inPieces(this.#guardians.values(), AT_ONCE)) yield { kind: 'guardians', rows };
    for (const rows of inPieces(this.#ties.values(), AT_ONCE)) yield { kind: 'ties', rows };
  }
}

const hasEnded = (row: Row): boolean => isEnded(row.raw('status')) || (row.raw('enabled') !== '' && isEnded(row.raw('enabled')));
