/** What two spellings of one e-mail address have in common: compatibility form, no case, no space around. Unique per account. */
export function toEmailKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}
