/** The settings that must be the same for all processes of a school. */
export interface CommonGround {
  /** The id of the data folder. Null when files are in a bucket, and each process may have its own folder. */
  folderId: string | null;
  /** The SHA-256 of the school's own texts and their language. */
  wordsHash: Buffer;
}
