/** The colors and animals of the names in a lesson without names: 1,080 pairs, enough for a class of a thousand. */
export const ALIAS_COLORS = [
  'amber',
  'azure',
  'beige',
  'black',
  'blue',
  'bronze',
  'brown',
  'copper',
  'coral',
  'cream',
  'crimson',
  'cyan',
  'gold',
  'gray',
  'green',
  'indigo',
  'ivory',
  'jade',
  'lilac',
  'lime',
  'maroon',
  'mint',
  'navy',
  'olive',
  'orange',
  'pink',
  'purple',
  'red',
  'silver',
  'teal',
] as const;
export const ALIAS_ANIMALS = [
  'badger',
  'bat',
  'bear',
  'beaver',
  'bee',
  'bison',
  'camel',
  'cat',
  'cheetah',
  'crab',
  'crane',
  'deer',
  'dolphin',
  'dove',
  'eagle',
  'falcon',
  'finch',
  'fox',
  'gecko',
  'giraffe',
  'hare',
  'hedgehog',
  'heron',
  'horse',
  'koala',
  'lion',
  'lynx',
  'otter',
  'owl',
  'panda',
  'parrot',
  'penguin',
  'robin',
  'seal',
  'tiger',
  'whale',
] as const;

export interface Alias {
  color: (typeof ALIAS_COLORS)[number];
  animal: (typeof ALIAS_ANIMALS)[number];
  /** 1 for the first person with this color and animal. More only if a lesson has more people than pairs. */
  round: number;
}

/** The number of pairs of a color and an animal. */
export const ALIAS_PAIRS: number = ALIAS_COLORS.length * ALIAS_ANIMALS.length;

/** Returns the color and animal of an alias number, 0 or above. Different numbers give different results (LIVE-112). */
export function computeAlias(number: number): Alias {
  const pair = number % ALIAS_PAIRS;
  return {
    color: ALIAS_COLORS[pair % ALIAS_COLORS.length] as Alias['color'],
    animal: ALIAS_ANIMALS[Math.floor(pair / ALIAS_COLORS.length)] as Alias['animal'],
    round: 1 + Math.floor(number / ALIAS_PAIRS),
  };
}

/**
 * Returns the id that stands for an account in what classmates read: negative, so that it is never the id of an account
 * (LIVE-112).
 */
export const toAliasId = (number: number): number => -1 - number;
