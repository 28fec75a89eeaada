const SEPARATORS = new Set(['\n', '\r', ',', ';']);

/** Splits at separators; a comma within quotes or angle brackets does not separate. */
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

/**
 * Returns the address in a piece, or the addresses if only spaces separate them. A piece without an address is returned
 * unchanged.
 */
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
 * Parses the addresses of a pasted text: on separate lines, with commas, semicolons or spaces between them, with names,
 * or as rows of a spreadsheet. Returns them in order, each once ignoring case; pieces that are not addresses are
 * included, so that the caller can report them.
 */
export function parseAddresses(text: string): string[] {
  const found = toPieces(text)
    .flatMap(toAddresses)
    .map((address) => address.trim().replace(/^mailto:/i, ''))
    .filter((address) => address !== '');
  return [...new Map([...found].reverse().map((address) => [address.normalize('NFKC').toLowerCase(), address])).values()].reverse();
}
