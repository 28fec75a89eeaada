/**
 * The declarations of what tables hold about people. Each module declares its own tables, once, in its manifest
 * (`personalData`). From the declarations come the copy of a person's data, its erasure, its retention, and the record of
 * processing; `npm run check` compares them with the schema. A person is an account.
 */
import type { MessageKey, Term } from '@classwright/contract';
import type { Database } from '../database/index.ts';

export type DataClass = 'identity' | 'contact' | 'schoolwork' | 'communication' | 'grade' | 'conduct' | 'log' | 'secret';

/** A term that a school sets, or hours, for what ends by a task that has always ended it. */
export type Keep = Term | { hours: number; why: string };

/**
 * A way from a row to another row: names of columns with a point between them. A column leads to the row that its
 * foreign key names; `column:table` gives the table of a column that has no foreign key. For example
 * `submission_id.account_id` leads from an attachment to the student who handed it in.
 */
export type Way = string;

type Table = keyof Database & string;
type Column<T extends Table> = keyof Database[T] & string;

/** The columns of a table whose content is free: texts, JSON and bytes. Every such column stands in one of the lists. */
interface FreeColumns<C extends string> {
  /** Written by a person or about one; an erasure empties them. */
  blank?: readonly C[];
  /** The columns that name the writers of columns of `blank`, if not the subject; the writer's erasure empties them too. */
  writtenBy?: Partial<Record<C, C>>;
  /** Words of the program, of the school, or of staff about no person; an erasure leaves them. */
  words?: readonly C[];
  /** These may repeat a name, an address or an id of anybody; an erasure looks for the person in them. */
  mentions?: readonly C[];
  /** Hashes and sealed values, which no copy holds. */
  secrets?: readonly C[];
  /** The columns that name a stored file. */
  files?: readonly C[];
}

/** A table that is about nobody: lists, versions, schedules. */
export interface AboutNobody<C extends string = string> extends FreeColumns<C> {
  /** Says in a few words what the table holds. */
  nobody: string;
}

/** Rows that name people only as those who acted; an erasure gives them the number of the erased person. */
export interface ActedBy<C extends string = string> extends FreeColumns<C> {
  /** Says in a few words how the people of `by` acted. */
  why: string;
  by: readonly C[];
  class: DataClass;
  keep: Keep;
  /** The way to the moment from which the term of the row counts. */
  at?: Way;
  /** As for rows about a person. */
  orAt?: Way;
  ends?: 'delete';
  /** The way to the school of the row, where it is not that of its person. */
  school?: Way;
}

/** Rows about a person, who is their subject. */
export interface AboutPerson<C extends string = string> extends FreeColumns<C> {
  /** The way to the account of the subject. */
  subject: Way;
  /** Only rows with these values have the subject. */
  where?: Partial<Record<C, string>>;
  /** Further subjects of the same rows. */
  also?: readonly { subject: Way; where?: Partial<Record<C, string>> }[];
  /** The columns that name those who acted: who graded, hid, decided. */
  by?: readonly C[];
  class: DataClass;
  /**
   * At an erasure: `delete` deletes the row, with what depends on it. `unname` keeps the row, empties `blank`, and gives
   * the person a new number without a name.
   */
  erase: 'delete' | 'unname';
  keep: Keep;
  at?: Way;
  /** The way to the moment that counts where `at` is empty. */
  orAt?: Way;
  /** At the end of its term the row is deleted, although an erasure keeps it with a number. */
  ends?: 'delete';
  /** The way to the school of the row, where it is not that of its person. */
  school?: Way;
  /** The columns that the person's own copy holds, with the words of the screen; `never` for what is not the person's own. */
  copy: 'never' | Partial<Record<C, MessageKey>>;
  /** The heading of these rows in the copy. */
  title?: MessageKey;
  /** The ways to the class, lesson, work and question that a row belongs to, by which the copy is arranged. */
  within?: { class?: Way; lesson?: Way; work?: Way; question?: Way };
}

export type Declaration<C extends string = string> = AboutNobody<C> | ActedBy<C> | AboutPerson<C>;
/** Declarations by table. */
export type PersonalData = { readonly [T in Table]?: Declaration<Column<T>> };

export const isAboutNobody = (declaration: Declaration): declaration is AboutNobody => 'nobody' in declaration;
export const isAboutPerson = (declaration: Declaration): declaration is AboutPerson => 'subject' in declaration;

/** Joins declarations. @throws Error where two modules declare the same table */
export function joinPersonalData(all: readonly PersonalData[]): ReadonlyMap<string, Declaration> {
  const joined = new Map<string, Declaration>();
  for (const declarations of all)
    for (const [table, declaration] of Object.entries(declarations) as [string, Declaration][]) {
      if (joined.has(table)) throw new Error(`two modules declare what the table ${table} holds about people`);
      joined.set(table, declaration);
    }
  return joined;
}
