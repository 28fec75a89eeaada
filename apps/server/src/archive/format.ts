import { z } from 'zod';

// The layout of an archive, in a folder of the installation's id:
//   <line>/line.json                       one life of one database: from its first copy to its end or restore
//   <line>/base/<moment>/00001.zst, …      a copy of the cluster's files, cut into parts of one length
//   <line>/base/<moment>/base.json         written last; a copy without it is not complete
//   <line>/wal/<name>.zst                  the log of the database, by PostgreSQL's names
//   files/<key>                            uploaded files, which never change
//   gone.json                              files that the database does not name any more, and since when
//   erasures.json, messages.json           who was erased, and the school's own words

const moment = z.iso.datetime();

export const Line = z.object({
  format: z.literal(1),
  product: z.literal('classwright'),
  /** The id of the installation, which a restore keeps: the name of the folder. */
  installation: z.string(),
  begunAt: moment,
  /** The length of a file of the log, in bytes. */
  segmentBytes: z.number().int().positive(),
});
export type Line = z.infer<typeof Line>;

export const Base = z.object({
  format: z.literal(1),
  version: z.string(),
  /** The moments between which the files were read. A restore reaches every moment from `endedAt` on. */
  begunAt: moment,
  endedAt: moment,
  /** The first and the last file of the log that the copy needs. */
  firstSegment: z.string().regex(/^[0-9A-F]{24}$/),
  lastSegment: z.string().regex(/^[0-9A-F]{24}$/),
  /** The file `backup_label`, by which PostgreSQL knows where to begin. */
  label: z.string(),
  folders: z.array(z.string()),
  /** The files in the order in which their bytes follow each other in the parts. */
  files: z.array(z.object({ path: z.string().regex(/^[\w.-]+(\/[\w.-]+)*$/), bytes: z.number().int().nonnegative() })),
  parts: z.array(z.object({ name: z.string().regex(/^\d{5}\.zst$/), sum: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type Base = z.infer<typeof Base>;

export const pathOfLine = (line: string): string => `${line}/line.json`;
export const pathOfBase = (line: string, name: string): string => `${line}/base/${name}/base.json`;
export const pathOfPart = (line: string, name: string, part: string): string => `${line}/base/${name}/${part}`;
export const pathOfLog = (line: string, name: string): string => `${line}/wal/${name}.zst`;
export const pathOfFile = (key: string): string => `files/${key}`;
export const ERASURES = 'erasures.json';
export const WORDS = 'messages.json';

const SEGMENT = /^[0-9A-F]{24}$/;
/** Returns true for the name of a whole file of the log, and false for the small files that go with it. */
export const isSegment = (name: string): boolean => SEGMENT.test(name);
/** Returns true for everything that PostgreSQL gives to an archive. */
export const isOfLog = (name: string): boolean => /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?$|^[0-9A-F]{8}\.history$/.test(name);

const FOUR_GIGABYTES = 2 ** 32;

/** Returns the name of the next file of the log: 8 hexadecimal digits each for the time line, the 4 GB, and the file in them. */
export function nextSegment(name: string, segmentBytes: number): string {
  const inEach = FOUR_GIGABYTES / segmentBytes;
  const number = Number.parseInt(name.slice(8, 16), 16) * inEach + Number.parseInt(name.slice(16), 16) + 1;
  return name.slice(0, 8) + toHex(Math.floor(number / inEach)) + toHex(number % inEach);
}

const toHex = (number: number): string => number.toString(16).toUpperCase().padStart(8, '0');
