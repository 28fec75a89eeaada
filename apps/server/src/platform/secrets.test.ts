import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createSealer } from './secrets.ts';

test('[B1102] what is sealed is opened by whoever has the key, over processes, and by nobody else', () => {
  const folder = temporaryFolder();
  const [one, two] = [createSealer(null, folder), createSealer(null, folder)];
  const sealed = one.seal('1//refresh-فصل-班');
  expect(two.open(sealed)).toBe('1//refresh-فصل-班');
  expect(one.seal('x').equals(one.seal('x'))).toBe(false);
  expect(sealed.toString('latin1')).not.toContain('refresh');
  expect(statSync(path.join(folder, 'secrets.key')).mode & 0o777).toBe(0o600);
  expect(createSealer('another key of thirty-two signs!!', folder).open(sealed)).toBeNull();
  const touched = Buffer.from(sealed);
  touched[touched.length - 1]! ^= 1;
  expect(one.open(touched)).toBeNull();
  expect(one.open(Buffer.alloc(3))).toBeNull();
});
