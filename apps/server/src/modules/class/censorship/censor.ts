import type { RichTextDocument } from '@classwright/contract';
import { type Censored, censorDocument, CensorshipMatcher, censorText, type MatchScope } from '@classwright/rules/censorship/index';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { getListsInForce, insertOriginals, listClassNames, type NewOriginal, listEntries } from './queries.ts';

/**
 * The word lists of the newest version that this process has seen, compiled once for all callers. A caller passes the
 * version it read, so a change counts from the next text on, on every process.
 */
class CompiledLists {
  #version: number | null = null;
  #matcher: Promise<CensorshipMatcher> | null = null;

  async get(db: Db, version: number): Promise<CensorshipMatcher> {
    if (this.#matcher && this.#version === version) return this.#matcher;
    const matcher = listEntries(db).then((entries) => new CensorshipMatcher(entries));
    this.#version = version;
    this.#matcher = matcher;
    matcher.catch(() => {
      if (this.#matcher === matcher) this.#matcher = null; // the next one tries again
    });
    return matcher;
  }
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
      const { version, levels } = await getListsInForce(db, courseId);
      return createClassCensor(db, courseId, await lists.get(db, version), levels);
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
