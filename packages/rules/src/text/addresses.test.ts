import { describe, expect, test } from 'vitest';
import { parseAddresses } from './addresses.ts';

describe('addresses that somebody pastes', () => {
  test.each([
    ['one', ' ada@school.org ', ['ada@school.org']],
    ['lines', 'ada@school.org\r\nbo@school.org\n\n', ['ada@school.org', 'bo@school.org']],
    ['commas and semicolons', 'ada@school.org, bo@school.org;cy@school.org', ['ada@school.org', 'bo@school.org', 'cy@school.org']],
    ['spaces', 'ada@school.org bo@school.org', ['ada@school.org', 'bo@school.org']],
    ['names of a mail program', '"Lovelace, Ada" <ada@school.org>, Bo Li <bo@school.org>', ['ada@school.org', 'bo@school.org']],
    ['rows of a spreadsheet', 'Ada\tLovelace\tada@school.org\nBo\tLi\tbo@school.org', ['ada@school.org', 'bo@school.org']],
    ['links', 'mailto:ada@school.org', ['ada@school.org']],
    ['the same twice', 'Ada@School.org, ada@school.org', ['Ada@School.org']],
    ['what is no address', 'ada@school.org, the new boy, زينب', ['ada@school.org', 'the new boy', 'زينب']],
    ['a quote that nobody closed', '"Ada <ada@school.org>\nbo@school.org', ['ada@school.org', 'bo@school.org']],
    ['nothing', ' \n,;', []],
  ])('%s', (_what, text, addresses) => {
    expect(parseAddresses(text)).toEqual(addresses);
  });

  test('a hostile text is read in time', () => {
    for (const sign of ['"', '<', '>', ',', '\t', 'a ', '<"', '@ ']) expect(parseAddresses(sign.repeat(30_000)).length).toBeLessThan(30_001);
  });
});
