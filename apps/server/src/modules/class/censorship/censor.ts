import type { RichTextDocument } from '@classwright/contract';
import { type Censored, censorDocument, CensorshipMatcher, censorText, type MatchScope } from '@classwright/rules/censorship/index';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { getListsInForce, insertOriginals, listClassNames, listCopiedLevels, type NewOriginal, listEntries } from './queries.ts';

/** The compiled lists of a school, or of all schools. */
interface Compiled {
  version: number;
  lists: Promise<{ matcher: CensorshipMatcher; levelOf: (level: number) => number }>;
}

/** The number of schools with lists of their own whose compiled lists a process keeps. */
const REMEMBERED_SCHOOLS = 50;

/**
 * The word lists of the newest version that this process has seen, compiled once for all callers: those of all schools,
 * and those of each school that has its own. A caller passes the version it read, so a change counts from the next text
 * on, on every process.
 */
class CompiledLists {
  readonly #known = new Map<number | null, Compiled>();

  get(db: Db, version: number, schoolId: number | null): Compiled['lists'] {
    const known = this.#known.get(schoolId);
    this.#known.delete(schoolId); // the most recently used is last
    const compiled = known?.version === version ? known : { version, lists: compile(db, schoolId) };
    for (const oldest of this.#known.keys()) {
      if (this.#known.size < REMEMBERED_SCHOOLS) break;
      this.#known.delete(oldest);
    }
    this.#known.set(schoolId, compiled);
    compiled.lists.catch(() => this.#known.get(schoolId) === compiled && this.#known.delete(schoolId)); // the next one tries again
    return compiled.lists;
  }
}

async function compile(db: Db, schoolId: number | null) {
  const matcher = new CensorshipMatcher(await listEntries(db, schoolId));
  const copied = schoolId === null ? new Map<number, number>() : await listCopiedLevels(db, schoolId);
  return { matcher, levelOf: (level: number): number => copied.get(level) ?? level };
}

/** The censorship rules of one class at one moment. */
export interface ClassCensor {
  text(text: string): Promise<Censored<string>>;
  document(document: RichTextDocument): Promise<Censored<RichTextDocument>>;
}

/** Replaces listed words in what students write for others, and keeps what they wrote. */
export interface Censor {
  /** Reads the lists in force. Call it again for every text or batch of texts. */
  forClass(db: Db, courseId: number): Promise<ClassCensor>;
  /**
   * Stores originals for staff review, in the transaction that stores the text for readers. A subject keeps its first
   * original.
   */
  keep(tx: Tx, originals: readonly NewOriginal[]): Promise<void>;
}

export function createCensor(): Censor {
  const lists = new CompiledLists();
  return {
    async forClass(db, courseId) {
      const { version, schoolId, levels } = await getListsInForce(db, courseId);
      const { matcher, levelOf } = await lists.get(db, version, schoolId);
      return createClassCensor(db, courseId, matcher, levels && levels.map(levelOf));
    },
    keep: insertOriginals,
  };
}

function createClassCensor(db: Db, courseId: number, matcher: CensorshipMatcher, levels: number[] | null): ClassCensor {
  const scope: MatchScope = { levels: levels && new Set(levels) };
  let names: Promise<ReadonlySet<string>> | null = null;

  /** Reads the names only for the few texts that contain a match at all. */
  async function censor<Value>(work: (scope: MatchScope) => Censored<Value>): Promise<Censored<Value>> {
    const censored = work(scope);
    if (censored.words.length === 0) return censored;
    names ??= listClassNames(db, courseId).then(toNameParts);
    return work({ ...scope, names: await names });
  }

  return {
    text: (text) => censor((within) => censorText(matcher, text, within)),
    document: (document) => censor((within) => censorDocument(matcher, document, within)),
  };
}

/**
 * Returns each part of the names separately, as people use them: "Anne-Marie de Vries" is Anne, Marie, de and Vries.
 */
function toNameParts(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => name.split(/[\s\p{Pd}]+/u)).filter((part) => part !== ''));
}
