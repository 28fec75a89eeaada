/** What all processes of a school have in common. */
export interface CommonGround {
  /** Of the data folder; null where files are in a bucket, and each may have its own. */
  folderId: string | null;
  /** SHA-256 of the school's own words and their language. */
  wordsHash: Buffer;
}
