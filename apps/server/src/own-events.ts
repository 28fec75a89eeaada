/** Families of names, by their first word, that clients act upon: of our own events, and of the protocol. */
const FAMILIES: ReadonlySet<string> = new Set(['account', 'assessment', 'class', 'client', 'live', 'new', 'notifications', 'own', 'pusher', 'staff', 'sync']);

/** Whether only the server itself sends events of that name: an integration that did would have screens show what is not so. */
export function isOwnEventName(name: string): boolean {
  return FAMILIES.has(name.toLowerCase().split(/[^a-z]/, 1)[0] as string);
}
