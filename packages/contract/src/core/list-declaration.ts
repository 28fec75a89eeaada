import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { ListRoute } from '../lists/routes.ts';
import type { ListFields } from './list-fields.ts';

/**
 * What a school keeps as a list, said once: table, fields, rules, words and rights. From it come the calls with their
 * validation, the typed client, OpenAPI, the generic SQL, the screen with its dialogs, and the tests.
 * All words are keys of the message catalogue.
 */
export interface ListDeclaration<F extends ListFields = ListFields> {
  /** In the names of its calls and in the audit trail: 'level' → `level.create`. */
  readonly name: string;
  /** Under which a single row stands in an answer, beside `data`. */
  readonly noun: string;
  /** Relative to /api. */
  readonly path: `/${string}`;
  /** Of its screen, named in `lists/routes.ts`; null where it has no screen of the lists' own. */
  readonly route: ListRoute | null;
  readonly table: string;
  /** Its rows belong to no school: everybody's forms read them, and only people who reach every school change them. */
  readonly isShared: boolean;
  /** `about`: one sentence under the title and in the empty list. */
  readonly title: { readonly one: string; readonly many: string; readonly about: string };
  /** The resource whose `view` opens the screen, and whose `create`, `edit` and `delete` guard the writes. */
  readonly resource: string;
  /** `signed-in`: a lookup list, which everybody's forms read; `view`: only who may open the screen. */
  readonly read: 'signed-in' | 'view';
  readonly fields: F;
  /** The field that names a row; `name` unless said. */
  readonly naming?: string;
  /** The specification's own name of the id, carried beside `id`. */
  readonly idAlias?: string;
  /** What rows carry beside their fields; a hook of the module fills it in. */
  readonly extra?: z.ZodRawShape;
  /** What its list takes beside page, search and filters; the hook `matching` of its module heeds it. */
  readonly query?: z.ZodRawShape;
  /** The table's columns by key, in order; all that can be entered unless said. */
  readonly columns?: readonly string[];
  /** Keys of the columns that a search looks into; the naming field unless said. */
  readonly search?: readonly string[];
  readonly sort?: { readonly by: string; readonly direction: 'asc' | 'desc' };
  /** The field to blame, and in which words, when the table's unique index (named `<table>_unique`) refuses a row. */
  readonly unique?: { readonly field: string; readonly message: string };
  /** Pairs of fields of which the second must lie after the first. */
  readonly ordered?: readonly (readonly [first: string, second: string])[];
  /** `archive`: put away, since work may hang on it, until whoever may `purge` brings it back or erases it; `erase`: gone. */
  readonly deletion: 'archive' | 'erase';
  /** False for a list that is only read. */
  readonly writable?: boolean;
  /** What its hooks refuse writes with, beside what every list may. */
  readonly errors?: readonly ErrorCode[];
}
