import { en } from '@classwright/contract/messages/en';
import { startOpenIdProvider, type TestProvider } from '@classwright/server/testing/openid-provider';
import { afterAll, beforeAll, expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';

const patience = { timeout: 60_000 };
let provider: TestProvider;
beforeAll(async () => {
  provider = await startOpenIdProvider(null);
  provider.people.set('Teacher', { email: 'Teacher@Demo.school', email_verified: true });
  provider.people.set('Stranger', { email: 'stranger@elsewhere.example', email_verified: true });
});
afterAll(() => provider.close());

const env = (): Record<string, string> => ({
  GOOGLE_CLIENT_ID: provider.setting.clientId,
  GOOGLE_CLIENT_SECRET: provider.setting.clientSecret,
  GOOGLE_ISSUER: provider.setting.issuer.href,
});
const button = ({ page }: Person) => page.getByRole('button', { name: en['google.signIn'], exact: true });
const choose = async ({ page }: Person, name: string): Promise<void> => {
  await page.getByRole('heading', { name: 'Choose an account' }).waitFor(patience);
  await page.getByRole('button', { name, exact: true }).click();
};

journey(
  'somebody signs in with a Google account: refused in words for a stranger, cancelled, then in, where they wanted to go',
  async ({ bring }) => {
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await teacher.visit('/assessments');
    await button(teacher).waitFor(patience);
    await teacher.expectAccessible('sign-in page');
    await button(teacher).click();
    await choose(teacher, 'Stranger');
    await page.getByText('Nobody here has the address stranger@elsewhere.example', { exact: false }).waitFor(patience);
    expect(new URL(page.url()).search).toBe('');
    await teacher.expectAccessible('refused');

    await page.getByRole('button', { name: en['google.again'] }).click();
    await choose(teacher, 'Cancel');
    await page.getByText('was canceled', { exact: false }).waitFor(patience);

    await page.getByRole('button', { name: en['google.again'] }).click();
    await choose(teacher, 'Teacher');
    await page.getByRole('heading', { level: 1, name: en['assessments.title'] }).waitFor(patience);
    expect(new URL(page.url()).pathname).toBe('/assessments');
    const visited = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const { token } = JSON.parse((await page.evaluate(() => sessionStorage.getItem('cw.session'))) ?? '{}') as { token: string };
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(visited.join(' ')).not.toContain(token);

    // Opened again by hand, the address of Google's redirect signs nobody in.
    const other = await bring({ name: 'somebody else', viewport: 'phone' });
    await other.visit('/google-sign-in?code=x&state=y');
    await other.page.getByText(en['google.notBegun']).waitFor(patience);
    expect(new URL(other.page.url()).search).toBe('');
    await other.expectAccessible('begun elsewhere');
    await other.page.getByRole('link', { name: en['google.otherWay'] }).click();
    await button(other).waitFor(patience);
    await other.page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => other.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await other.expectAccessible('sign-in page');
  },
  240_000,
  { env },
);
