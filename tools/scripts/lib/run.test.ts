import { afterEach, expect, test, vi } from 'vitest';
import { environment } from './run.mjs';

afterEach(() => vi.unstubAllEnvs());

test('the product gets sixteen threads for files and hashing, unless somebody says how many', () => {
  vi.stubEnv('UV_THREADPOOL_SIZE', '');
  expect(environment()['UV_THREADPOOL_SIZE']).toBe('16');
  vi.stubEnv('UV_THREADPOOL_SIZE', '32');
  expect(environment({ PORT: '1' })).toMatchObject({ UV_THREADPOOL_SIZE: '32', PORT: '1' });
});

test('memory that was freed goes back to the system, unless somebody sets how', () => {
  for (const name of ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_']) vi.stubEnv(name, '');
  expect(environment()).toMatchObject({ MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' });
  vi.stubEnv('MALLOC_ARENA_MAX', '8');
  expect(environment()).toMatchObject({ MALLOC_ARENA_MAX: '8' });
});
