import { execFileSync } from 'node:child_process';
import { settings } from '@classwright/server/platform/settings/declared';
import { readConfig } from '@classwright/server/platform/config';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { writeConf } from './conf.ts';

const conf = writeConf();

test('[B2847] the settings file of the package names every setting once, all commented but the folder and production', () => {
  for (const name of Object.keys(settings)) expect(conf.match(new RegExp(`^#?${name}=`, 'gm')), name).toHaveLength(1);
  expect(parseEnv(conf)).toEqual({ NODE_ENV: 'production', DATA_DIR: '/var/lib/classwright/data' });
  for (const line of conf.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
});

test('the product accepts it', () => {
  expect(readConfig(parseEnv(conf) as Record<string, string>)).toMatchObject({ isProduction: true, dataDir: '/var/lib/classwright/data' });
});

test('a shell reads it as well', () => {
  expect(execFileSync('sh', ['-c', `${conf}\necho "$DATA_DIR"`], { encoding: 'utf8' })).toBe('/var/lib/classwright/data\n');
});
