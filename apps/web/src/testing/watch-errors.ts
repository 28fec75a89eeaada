import { vi } from 'vitest';

/** The places in which an error was described where there was none. They outlive `vi.resetModules`. */
const found: string[] = ((globalThis as { emptyErrors?: string[] }).emptyErrors ??= []);

/** Returns the places so far, and begins from the start. */
export const takeEmptyErrors = (): string[] => found.splice(0);

/** Watches the words of errors in modules that are loaded from now on. After `vi.resetModules` it has to be called again. */
export function watchErrors(): void {
  vi.doMock('../ui/plain/error-text.ts', async (load: () => Promise<unknown>) => {
    const actual = (await load()) as typeof import('../ui/plain/error-text.ts');
    return {
      ...actual,
      errorText(error: unknown, ...rest: [string?]) {
        if (error === null || error === undefined) found.push(new Error('an error is described where there is none').stack ?? '');
        return actual.errorText(error, ...rest);
      },
    };
  });
}
