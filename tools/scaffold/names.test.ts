import { describe, expect, test } from 'vitest';
import { ScaffoldRefusal, toNames } from './names.ts';

describe('a noun is spelled as each place wants it', () => {
  test.each(['houseTeam', 'house-team', 'house_team', 'House Team', ' house  team '])('from %j', (given) => {
    expect(toNames(given)).toEqual({
      camel: 'houseTeam',
      camelMany: 'houseTeams',
      kebab: 'house-team',
      kebabMany: 'house-teams',
      snake: 'house_team',
      snakeMany: 'house_teams',
      title: 'House Team',
      titleMany: 'House Teams',
    });
  });
  test.each([
    ['category', 'categories'],
    ['day', 'days'],
    ['class', 'classes'],
    ['branch', 'branches'],
    ['box', 'boxes'],
    ['room', 'rooms'],
  ])('%s → %s', (one, many) => {
    expect(toNames(one).kebabMany).toBe(many);
  });
  test.each(['', '../etc', 'a b c d e', 'x1', 'é', "a'; DROP", 'level.ts'])('%j is no name', (given) => {
    expect(() => toNames(given)).toThrow(ScaffoldRefusal);
  });
});
