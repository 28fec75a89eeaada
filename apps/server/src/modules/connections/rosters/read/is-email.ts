const EMAIL = /^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\]]+$/u;

/** Returns true when a text of a file can be the address of an account. */
export const isEmail = (text: string): boolean => text.length <= 320 && EMAIL.test(text) && !text.includes('\u0000');
