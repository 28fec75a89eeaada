import { vi } from 'vitest';

/** Sets the screen's width in px. Media queries about min-width and max-width use it. */
export function setScreenWidth(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => {
    const most = /max-width:\s*([\d.]+)px/.exec(query)?.[1];
    const least = /min-width:\s*([\d.]+)px/.exec(query)?.[1];
    const matches = (most !== undefined && width <= Number(most)) || (least !== undefined && width >= Number(least));
    return { matches, media: query, addEventListener: () => undefined, removeEventListener: () => undefined };
  });
}
