/** The first words of event names that clients act on: our own events and the protocol's. */
const FAMILIES: ReadonlySet<string> = new Set(['account', 'assessment', 'class', 'client', 'live', 'new', 'notifications', 'own', 'pusher', 'staff', 'sync']);

/**
 * Returns true when only the server itself sends events of that name. An integration that sent one would make screens
 * show something false.
 */
export function isOwnEventName(name: string): boolean {
  return FAMILIES.has(name.toLowerCase().split(/[^a-z]/, 1)[0] as string);
}
