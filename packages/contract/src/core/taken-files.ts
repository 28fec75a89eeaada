/** The files that a call accepts, in a multipart form. */
export interface TakenFiles {
  /** The field of the files, also written `field[]`. */
  readonly field: string;
  /** Another accepted name of the field. */
  readonly alias?: string;
  /** The maximum number of files, bytes of each, and bytes of all together. */
  readonly max: { readonly files: number; readonly bytes: number; readonly totalBytes: number };
  /** The storage: in memory, or on disk until the call has ended. */
  readonly where: 'memory' | 'disk';
  /**
   * The catalogue key of the message for a missing file. Without it files are optional, and the call accepts JSON in
   * place of a form too.
   */
  readonly required?: string;
  /** Fields of the body that a form writes as JSON. */
  readonly json?: readonly string[];
}

/**
 * The maximum size of all files in a form that replaces a JSON body. Larger files are sent to the file library piece by
 * piece.
 */
export const MAX_FORM_FILES_BYTES = 64 * 1024 * 1024;

/** Optional files with a body, whose fields in `json` a form writes as JSON. */
export const optionalFiles = (json: readonly string[], { files, bytes }: { files: number; bytes: number }) =>
  ({ field: 'files', max: { files, bytes, totalBytes: MAX_FORM_FILES_BYTES }, where: 'disk', json }) as const satisfies TakenFiles;

/** The single file of a call, read in memory. */
export const oneFile = ({ bytes, required }: { bytes: number; required: string }) =>
  ({ field: 'file', max: { files: 1, bytes, totalBytes: bytes }, where: 'memory', required }) as const satisfies TakenFiles;
