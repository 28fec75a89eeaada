import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openBrowser } from './harness/index.ts';
import { bringPerson, findBarriers } from './harness/person.ts';

const scheme = `const device = matchMedia('(prefers-color-scheme: dark)');
const apply = () => document.documentElement.setAttribute('data-color-mode', device.matches ? 'dark' : 'light');
apply(); device.addEventListener('change', apply);`;

/** A page with one fault. */
const faulty = (body: string) =>
  `<!doctype html><html lang="en"><head><title>A page</title><script src="/scheme.js"></script></head><body><main><h1>A page</h1>${body}</main></body></html>`;

async function serve(pages: Record<string, string>): Promise<number> {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? ''];
    response.setHeader('content-security-policy', "default-src 'none'; script-src 'self'; style-src 'self'");
    response.setHeader('content-type', request.url?.endsWith('.js') ? 'text/javascript' : 'text/html');
    response.statusCode = page === undefined ? 404 : 200;
    response.end(page ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('what the journeys watch for is seen: refused content, uncaught errors, requests to others, inaccessible pages, a cut line', async () => {
  const browser = await openBrowser();
  const port = await serve({
    '/scheme.js': scheme,
    '/broken.js': "throw new Error('nobody caught me');",
    '/sound': faulty('<p>All is well.</p>'),
    '/inline': faulty('<script>document.title = "x"</script>'),
    '/error': faulty('<script src="/broken.js"></script>'),
    '/elsewhere': faulty('<a href="#" id="a">x</a>'),
    '/unnamed': faulty('<button></button>'),
    '/barriers': faulty('<button>a</button><button>b</button><div tabindex="0"><hr></div><ul id="bare"><li>One</li></ul>'),
    '/squeezed': faulty('<p id="narrow">It stays as it was</p>'),
  });
  const guest = await bringPerson(browser, port, 'harness', { name: 'guest' });
  try {
    await guest.visit('/sound');
    await guest.expectAccessible('sound');
    expect(guest.faults()).toEqual([]);

    await guest.visit('/inline');
    await expect.poll(() => guest.faults().join()).toContain('content security policy');
    await guest.visit('/error');
    await expect.poll(() => guest.faults().join()).toContain('nobody caught me');
    await guest.visit('/elsewhere');
    await guest.page.evaluate(() => fetch('http://192.0.2.1/').catch(() => undefined));
    await expect.poll(() => guest.faults().join()).toMatch(/somebody else|connect-src/);

    await guest.visit('/unnamed');
    await expect(guest.expectAccessible('unnamed')).rejects.toThrow('guest, unnamed, light');

    await guest.visit('/barriers');
    await guest.page.locator('#bare').evaluate((list) => list.style.setProperty('padding', '0'));
    // Without a width of their own they are as wide as the fonts of the machine make them.
    await guest.page.locator('button').evaluateAll((buttons) => buttons.forEach(({ style }) => Object.assign(style, { width: '16px', padding: '0' })));
    expect([...new Set((await findBarriers(guest.page)).map((line) => line.slice(0, 30)))]).toEqual([
      expect.stringContaining('target-size'),
      expect.stringContaining('focusable without a name'),
      expect.stringContaining('a list without room for its m'),
    ]);
    await guest.visit('/squeezed');
    await guest.expectAccessible('squeezed');
    await guest.page.locator('#narrow').evaluate(({ style }) => Object.assign(style, { width: '1px', overflowWrap: 'anywhere' }));
    await expect(guest.expectAccessible('squeezed')).rejects.toThrow('"stays" stands on 5 lines');
    await guest.visit('/sound');
    expect(await findBarriers(guest.page)).toEqual([]);

    guest.line.cut();
    await expect(guest.visit('/sound')).rejects.toThrow();
    guest.line.restore();
    // The browser still shows its own error page for a moment.
    await expect
      .poll(() =>
        guest.visit('/sound').then(
          () => 'there',
          () => 'not yet',
        ),
      )
      .toBe('there');
  } finally {
    await guest.leave();
  }
});
