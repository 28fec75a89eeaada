import type { MessageKey } from '@classwright/contract';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { Person } from '../../../platform/http/index.ts';
import type { ErrorLine } from './error-sheet.ts';
import type { ImportRow, OutcomeFilter, StoredOutcome } from './queries.ts';
import type { ImportUndo } from './undo-import.ts';

/** A file to apply now, and the person who imports it, with their current rights. */
export interface HeldImport {
  row: ImportRow;
  bytes: Buffer;
  requestId: string;
  person: Person;
}

/** Describes a kind of import that previews a file row by row, and creates something for each valid row. */
export interface ImportDefinition<Finding> {
  kind: 'account' | 'question';
  /** The right that importing and undoing require. */
  right: string;
  /** The job that imports a file too long to process within the request, and the longest file that is not. */
  jobKind: string;
  maxInlineBytes: number;
  /** The message when some rows have errors, so that nothing was imported. */
  refused: MessageKey;
  /** The message of a job for a file that cannot be read, if there is no other reason. */
  unreadable: MessageKey;
  /** Reads the beginning of a file, and returns its format if there are several. @throws VALIDATION_FAILED at `file` */
  open(bytes: Buffer): Promise<string | undefined>;
  /** Stores the expected outcome of each row, by the options in the import's row. @throws VALIDATION_FAILED at `file` */
  preview(tx: Tx, held: Omit<HeldImport, 'requestId'>): Promise<void>;
  /** Does what the preview shows: all of it, or nothing. @throws VALIDATION_FAILED at `file` */
  apply(db: Db, held: HeldImport): Promise<'finished' | 'refused'>;
  /** The findings that are grouped by the cell's value, since it decides the remedy. */
  byValue: readonly string[];
  /** The rows of the error report. */
  reported: OutcomeFilter;
  linesOf: (row: StoredOutcome<Finding>) => readonly ErrorLine[];
  undo: ImportUndo;
}
