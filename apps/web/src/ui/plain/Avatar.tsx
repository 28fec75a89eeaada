import { useState } from 'react';
import styles from './Avatar.module.css';
import { classes } from './classes.ts';
import type { Hue } from '../../base/hue.ts';
import { hueClass } from './hues.ts';

const HUES: readonly Hue[] = ['violet', 'amber', 'teal', 'blue', 'green', 'pink', 'gray'];

/** Returns the first letters of first and last word, by user-perceived character ("Å", not half of it). */
function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = (word: string | undefined) => (word ? [...word.normalize('NFC')][0] : '') ?? '';
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '')).toLocaleUpperCase();
}

/** Returns a name's hue. The same name has the same hue on every screen. */
function hueOf(name: string): Hue {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return HUES[sum % HUES.length] ?? 'gray';
}

export interface AvatarProps {
  name: string;
  picture?: string | null | undefined;
  size?: 's' | 'm' | 'l';
  /** Replaces the hue that the name gives. */
  hue?: Hue | undefined;
}

/** A person's picture or initials. It is decorative: the name is next to it. */
export function Avatar({ name, picture, size = 'm', hue }: AvatarProps) {
  const [broken, setBroken] = useState(false);
  return (
    <span className={classes(styles.avatar, styles[size], hueClass(hue ?? hueOf(name)))} aria-hidden>
      {picture && !broken ? <img src={picture} alt="" loading="lazy" onError={() => setBroken(true)} /> : initials(name)}
    </span>
  );
}
