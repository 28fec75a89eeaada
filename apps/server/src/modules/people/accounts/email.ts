/**
 * Returns the form that all spellings of one email address share: compatibility form, lower case, no surrounding space.
 * Unique per account.
 */
export function toEmailKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}
