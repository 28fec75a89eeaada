const SEPARATORS = new Set(['\n', '\r', ',', ';']);

/** Pieces between separators; within quotes and pointed brackets a comma separates nothing. */
function toPieces(text: string): string[] {
  const pieces = [''];
  let isQuoted = false;
  let isBracketed = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === '<') isBracketed = true;
    if (sign === '>' || sign === '\n') isBracketed = false;
    if (sign === '\n') isQuoted = false; // a quote that nobody closed ends with its line
    if (SEPARATORS.has(sign) && !isQuoted && !isBracketed) pieces.push('');
    else pieces[pieces.length - 1] += sign;
  }
  return pieces;
}

/** The address in a piece, or the addresses where only spaces stand between them. What holds none comes back as it is. */
function toAddresses(piece: string): string[] {
  const [, bracketed] = /<([^<>]*)>[^<>]*$/.exec(piece) ?? [];
  if (bracketed !== undefined) return [bracketed];
  const words = piece.split(/\s+/u).filter((word) => word !== '');
  const withAt = words.filter((word) => word.includes('@'));
  // a row of a spreadsheet has the name in other cells
  if (piece.includes('\t') && withAt.length > 0) return withAt;
  return withAt.length === words.length ? words : [piece];
}

/**
 * The addresses of a text as people paste them: in lines, with commas, semicolons or spaces between them, with names, or
 * as rows of a spreadsheet. In their order, each once without regard to case; what is no address is among them, for
 * whoever tells so.
 */
export function parseAddresses(text: string): string[] {
  const found = toPieces(text)
    .flatMap(toAddresses)
    .map((address) => address.trim().replace(/^mailto:/i, ''))
    .filter((address) => address !== '');
  return [...new Map([...found].reverse().map((address) => [address.normalize('NFKC').toLowerCase(), address])).values()].reverse();
}
