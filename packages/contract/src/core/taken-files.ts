/** The files that a call takes, in a multipart form. */
export interface TakenFiles {
  /** The field they come in, also written `field[]`. */
  readonly field: string;
  /** Another field that they may come in. */
  readonly alias?: string;
  /** How many, the bytes of each, and of all together. */
  readonly max: { readonly files: number; readonly bytes: number; readonly totalBytes: number };
  /** Held in memory, or on disk until the call has ended. */
  readonly where: 'memory' | 'disk';
  /** The catalogue's words when there is none. Left out: the call does without, and takes JSON in place of a form too. */
  readonly required?: string;
  /** Fields of the body that a form writes as JSON. */
  readonly json?: readonly string[];
}

/** Of all files of a form that stands for a JSON body; whoever has more sends it to the file library piece by piece. */
export const MAX_FORM_FILES_BYTES = 64 * 1024 * 1024;

/** Files that may come along with a body, whose fields `json` a form writes as JSON. */
export const filesBeside = (json: readonly string[], { files, bytes }: { files: number; bytes: number }) =>
  ({ field: 'files', max: { files, bytes, totalBytes: MAX_FORM_FILES_BYTES }, where: 'disk', json }) as const satisfies TakenFiles;

/** The one file that a call is about, read in memory. */
export const oneFile = ({ bytes, required }: { bytes: number; required: string }) =>
  ({ field: 'file', max: { files: 1, bytes, totalBytes: bytes }, where: 'memory', required }) as const satisfies TakenFiles;
