/** The first words of the events of the protocol itself, and of those that pages send each other. */
const PROTOCOL_WORDS = ['client', 'pusher'];

/**
 * Creates the function that returns true when only the server itself sends events of that name. An integration that
 * sent one would make screens show something false. `words`: the first words of our modules' events.
 */
export function createOwnEventRule(words: readonly string[]): (name: string) => boolean {
  const own: ReadonlySet<string> = new Set([...PROTOCOL_WORDS, ...words]);
  return (name) => own.has(name.toLowerCase().split(/[^a-z]/, 1)[0] as string);
}
