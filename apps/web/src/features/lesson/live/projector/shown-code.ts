/** Returns a code as people read it out: in two groups of three. */
export const spaced = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** Returns an address as people type it: without its protocol and the slash at its end. */
export const toShown = (address: string): string => address.replace(/^https?:\/\//, '').replace(/\/$/, '');
