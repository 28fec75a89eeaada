/** Returns a text without the characters that turn what follows them round until another one ends it; its lines and everything else stay. */
export const withoutTurning = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
