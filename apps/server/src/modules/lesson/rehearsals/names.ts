import { chanceOf } from '@classwright/rules/simulation/index';
import type { SimulatedName } from '../../people/accounts/index.ts';

/** First names from many places, so that a simulated class looks like one. */
const FIRST =
  'Ada Amir Anika Bao Ben Carla Chidi Dara Davi Elif Emeka Fatima Finn Giulia Hana Hugo Ines Ivo Jamal Jun Kai Keira Lena Linh Luca Maja Malik Mei Mira Nadia Nils Noor Omar Paula Priya Quinn Rafael Rosa Sami Sofia Tariq Tess Tomas Uma Vera Wen Yara Yusuf Zoe Zuri'.split(
    ' ',
  );
const LAST = 'Abara Berg Costa Diaz Eriksen Farah Gomez Haddad Ito Jansen Khan Lopez Meyer Novak Okafor Park Rossi Silva Tran Weber'.split(' ');

/** Returns the names of a simulated class; no two students have the same one. */
export function nameClass(seed: number, size: number): SimulatedName[] {
  const first = FIRST.map((name, index) => ({ name, at: chanceOf(seed, 'first', index) })).sort((a, b) => a.at - b.at);
  return Array.from({ length: size }, (_, index) => ({
    firstName: (first[index % first.length] as { name: string }).name,
    lastName: LAST[(index + Math.floor(chanceOf(seed, 'last') * LAST.length) + Math.floor(index / first.length)) % LAST.length] as string,
  }));
}
