/** Yields the lines of a text, with any system's line endings. */
export function* eachLine(text: string): Generator<string> {
  let at = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
    yield text.slice(at, index);
    at = index + end.length;
  }
  yield text.slice(at);
}
