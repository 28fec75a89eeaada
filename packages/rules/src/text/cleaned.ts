/** Line breaks, tabs, and marks that nobody sees and that turn letters round; joiners, which scripts need, stay. */
const INVISIBLE = /\p{Cc}+|[\u2028\u2029]+|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/** What a cell of somebody's file says, without what nobody sees in it; line breaks and tabs are spaces. */
export function cleanedText(text: string): string {
  if (text.search(INVISIBLE) < 0 || text.includes('\u0000')) return text; // what is damaged is refused
  return text.replace(INVISIBLE, (marks) => (/[\p{Cc}\u2028\u2029]/u.test(marks) ? ' ' : '')).trim();
}
