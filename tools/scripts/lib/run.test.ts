import { afterEach, expect, test, vi } from 'vitest';
import { environment } from './run.mjs';

afterEach(() => vi.unstubAllEnvs());

test('the product gets sixteen threads for files and hashing, unless somebody says how many', () => {
  vi.stubEnv('UV_THREADPOOL_SIZE', '');
  expect(environment()['UV_THREADPOOL_SIZE']).toBe('16');
  vi.stubEnv('UV_THREADPOOL_SIZE', '32');
  expect(environment({ PORT: '1' })).toMatchObject({ UV_THREADPOOL_SIZE: '32', PORT: '1' });
});
