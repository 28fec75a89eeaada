import { parseOwnId } from '@classwright/rules/sync/own-ids';
import type { KnownSchool } from '../known-queries.ts';
import type { RowMessage, School } from '../read/roster.ts';

export interface MatchedSchool {
  row: School;
  school: KnownSchool | null;
  said: RowMessage[];
}

const nameKey = (name: string): string => name.normalize('NFC').trim();

/**
 * Matches the school ids of a file to our schools: the school that the id meant before, unless another has exactly that
 * name; otherwise the one with exactly that name; otherwise the chosen one, if the file has only one school. Rows
 * without a school belong to the chosen one, or the only one.
 */
export class SchoolBook {
  readonly matched: MatchedSchool[] = [];
  readonly #known: readonly KnownSchool[];
  readonly #byId = new Map<string, KnownSchool | null>();
  readonly #chosen: KnownSchool | null;
  #rows: School[] = [];

  readonly #idsAreOurs: boolean;
  readonly #isOwnExport: boolean;

  /**
   * Creates the book. `idsAreOurs`: an id of our form has its meaning here; `isOwnExport`: so has an id that another
   * source provided.
   */
  constructor(known: readonly KnownSchool[], chosenId: number | null, { idsAreOurs, isOwnExport }: { idsAreOurs: boolean; isOwnExport: boolean }) {
    this.#known = known;
    this.#idsAreOurs = idsAreOurs;
    this.#isOwnExport = isOwnExport;
    this.#chosen = known.find(({ id }) => id === chosenId) ?? (known.length === 1 ? (known[0] as KnownSchool) : null);
  }

  /** The school of rows that name none; null if it cannot be determined. */
  get chosen(): KnownSchool | null {
    return this.#chosen ?? (this.matched.length === 1 ? (this.matched[0]?.school ?? null) : null);
  }

  /** Returns true when an id is one that we issued for this school. */
  isGiven({ id, lentIds }: KnownSchool, sourcedId: string): boolean {
    return (this.#idsAreOurs && parseOwnId('school', sourcedId) === id) || (this.#isOwnExport && lentIds.includes(sourcedId));
  }

  add(rows: readonly School[]): void {
    this.#rows.push(...rows);
  }

  /** Matches the schools; call it when all schools of the file are known. */
  match(): void {
    const taken = new Map<number, string>();
    for (const row of this.#rows) {
      const { school, said } = this.#matchOne(row);
      const other = school && taken.get(school.id);
      if (other !== undefined && other !== null) said.push({ column: 'name', value: row.name, code: 'schoolTwice', params: { name: other } });
      if (school && said.length === 0) taken.set(school.id, row.name);
      const own = said.length === 0 ? school : null;
      this.matched.push({ row, school: own, said });
      this.#byId.set(row.id, own);
    }
    this.#rows = [];
  }

  #matchOne(row: School): { school: KnownSchool | null; said: RowMessage[] } {
    const said: RowMessage[] = [];
    const linked = this.#known.filter(({ externalId }) => externalId === row.id);
    const before = linked.length > 0 ? linked : this.#known.filter((school) => this.isGiven(school, row.id));
    const named = this.#known.filter(({ name }) => nameKey(name) === nameKey(row.name));
    // two systems may use the same id for different schools: then the name decides
    const both = before.filter((school) => named.includes(school));
    const [found] = both.length === 1 ? both : named.length === 1 ? named : named.length === 0 && before.length === 1 ? before : [];
    if (found) return { school: found, said };
    if (this.#rows.length === 1 && this.#chosen) return { school: this.#chosen, said };
    return { school: null, said: [{ column: 'name', value: row.name, code: named.length > 1 ? 'schoolAmbiguous' : 'schoolNotHere' }] };
  }

  /** Returns the first of these that is one of ours. `unknown`: they name schools, and none of them is ours. */
  resolve(ids: readonly string[]): KnownSchool | 'unknown' | null {
    const named = ids.filter((id) => id !== '');
    if (named.length === 0) return this.chosen;
    for (const id of named) {
      const school = this.#byId.get(id) ?? this.#known.find(({ externalId }) => externalId === id) ?? this.#known.find((one) => this.isGiven(one, id));
      if (school) return school;
    }
    return 'unknown';
  }
}
