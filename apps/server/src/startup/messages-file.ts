import { readFileSync } from 'node:fs';
import type { Config } from '../platform/config.ts';
import { StartRefusal } from '../platform/start-refusal.ts';

/**
 * Reads the school's own texts: a JSON object from catalogue key to text. Without the file nothing is overridden.
 * @throws StartRefusal when the file cannot be read or names a text that does not exist, since that would silently have
 * no effect
 */
export function readMessagesFile({ path, isRequired }: Config['messagesFile'], catalogue: Readonly<Record<string, string>>): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!isRequired && (code === 'ENOENT' || code === 'ENOTDIR')) return {};
    throw new StartRefusal(`The file of the school's own words, ${path}, cannot be read (${code}). Check MESSAGES_FILE.`);
  }
  const messages = parse(path, text);
  const unknown = Object.keys(messages).filter((key) => !Object.hasOwn(catalogue, key));
  if (unknown.length > 0)
    throw new StartRefusal(
      `The file of the school's own words, ${path}, names texts that do not exist: ${unknown
        .slice(0, 5)
        .map((key) => withNewName(key, catalogue))
        .join(', ')}. Correct or remove them.`,
    );
  return messages;
}

/** Returns the current name of a text with a count: an old name had `.many` or nothing in place of `.other`. */
function withNewName(key: string, catalogue: Readonly<Record<string, string>>): string {
  const text = key.replace(/\.many$/, '');
  return [`${text}.one`, `${text}.other`].every((form) => Object.hasOwn(catalogue, form)) ? `${key} (now ${text}.other, beside ${text}.one)` : key;
}

function parse(path: string, text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((entry) => typeof entry === 'string'))
      return value as Record<string, string>;
  } catch {
    // Reported below.
  }
  throw new StartRefusal(`The file of the school's own words, ${path}, is not a JSON object of texts like {"common.save": "Store"}.`);
}
