import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { ListRoute } from '../lists/routes.ts';
import type { ListFields } from './list-fields.ts';

/**
 * A list that a school keeps, declared once: table, fields, rules, texts and rights. Its calls with their validation,
 * the typed client, OpenAPI, the generic SQL, the screen with its dialogs, and the tests come from it. All texts are
 * keys of the message catalogue.
 */
export interface ListDeclaration<F extends ListFields = ListFields> {
  /** The name in its calls and in the audit trail: 'level' → `level.create`. */
  readonly name: string;
  /** The key of a single row in a response, in addition to `data`. */
  readonly noun: string;
  /** The path, relative to /api. */
  readonly path: `/${string}`;
  /** The route of its screen, named in `lists/routes.ts`. Null when it has no generic screen. */
  readonly route: ListRoute | null;
  readonly table: string;
  /**
   * True when its rows belong to no school: everybody's forms read them, and only people who reach every school change
   * them.
   */
  readonly isShared: boolean;
  /**
   * True when a row belongs to one school (`school_id`) or, without one, to all schools. A school copies a shared row to
   * change it: the copy replaces the shared row (`replaces_id`) for the people of that school.
   */
  readonly perSchool?: boolean;
  /** The names. `about`: one sentence under the title and in the empty list. */
  readonly title: { readonly one: string; readonly many: string; readonly about: string };
  /** The resource whose `view` opens the screen, and whose `create`, `edit` and `delete` are required for writes. */
  readonly resource: string;
  /** `signed-in`: a lookup list, which everybody's forms read. `view`: only for people who may open the screen. */
  readonly read: 'signed-in' | 'view';
  readonly fields: F;
  /** The field with a row's name. The default is `name`. */
  readonly naming?: string;
  /** The specification's own name of the id, in addition to `id`. */
  readonly idAlias?: string;
  /** Further fields of rows. A hook of the module fills them in. */
  readonly extra?: z.ZodRawShape;
  /**
   * Further query parameters, in addition to page, search and filters. The hook `matching` of its module uses them.
   */
  readonly query?: z.ZodRawShape;
  /** The table's columns by key, in order. The default is all fields that can be entered. */
  readonly columns?: readonly string[];
  /** Keys of the columns that a search includes. The default is the naming field. */
  readonly search?: readonly string[];
  readonly sort?: { readonly by: string; readonly direction: 'asc' | 'desc' };
  /** The field and message for a row that the table's unique index (named `<table>_unique`) refuses. */
  readonly unique?: { readonly field: string; readonly message: string };
  /** Pairs of fields of which the second must be after the first. */
  readonly ordered?: readonly (readonly [first: string, second: string])[];
  /**
   * `archive`: archived, since work may depend on it, until a person with `purge` restores or erases it. `erase`:
   * erased.
   */
  readonly deletion: 'archive' | 'erase';
  /** True when calls that change rows need a confirmation of who the caller is, as `confirmed` of an endpoint says. */
  readonly confirmed?: true;
  /** False for a read-only list. */
  readonly writable?: boolean;
  /** The error codes of its hooks' refusals, in addition to those of every list. */
  readonly errors?: readonly ErrorCode[];
}
