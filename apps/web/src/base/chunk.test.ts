import { describe, expect, test, vi } from 'vitest';
import { ChunkLoadError, CssChunkLoadError, loadChunk } from './chunk.ts';

describe('a part of the program', () => {
  test('[K413] [K446] that does not arrive in time raises a ChunkLoadError', async () => {
    vi.useFakeTimers();
    let raised: unknown = null;
    const loading = loadChunk(() => new Promise(() => undefined)).catch((error: unknown) => (raised = error));
    await vi.advanceTimersByTimeAsync(119_999);
    expect(raised).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    await loading;
    expect(raised).toBeInstanceOf(ChunkLoadError);
    vi.useRealTimers();
  });

  test('[K446] that fails raises a ChunkLoadError which keeps the cause', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module: https://school.test/assets/x.js');
    await expect(loadChunk(() => Promise.reject(cause))).rejects.toMatchObject({ name: 'ChunkLoadError', cause });
  });

  test('[K447] whose style sheet fails raises a CssChunkLoadError', async () => {
    await expect(loadChunk(() => Promise.reject(new Error('Unable to preload CSS for /assets/x.css')))).rejects.toBeInstanceOf(CssChunkLoadError);
  });

  test('is asked for afresh, under a varied address, when the same address fails again', async () => {
    const asked: string[] = [];
    const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: data:text/javascript,never'));
    await expect(loadChunk(failing)).rejects.toThrow(ChunkLoadError);
    const address = 'https://school.test/assets/editor-1.js';
    const remembered = () => {
      asked.push(address);
      return Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${address}`));
    };
    await expect(loadChunk(remembered)).rejects.toMatchObject({ message: expect.stringContaining('editor-1.js') as string });
    const second = await loadChunk(remembered).catch((error: unknown) => error);
    expect(second).toBeInstanceOf(ChunkLoadError);
    expect(String((second as Error).message), 'the second failure is that of the varied address').not.toBe(
      `Failed to fetch dynamically imported module: ${address}`,
    );
    expect(asked).toHaveLength(2);
  });
});
