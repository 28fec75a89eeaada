import { CensorshipMatcher } from '@classwright/rules/censorship/index';
import type { Db } from '../../../platform/database/index.ts';
import { listEntries } from './queries.ts';

/**
 * The word lists of the newest version that this process has seen, compiled once for all callers. A caller passes the
 * version it read, so a change counts from the next text on, on every process.
 */
export class CompiledLists {
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
