import { en } from '@classwright/contract/messages/en';
import { demoPassword } from '@classwright/server/demo/index';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';

/** Gives a person's browser an authenticator, as a phone or a laptop has one. */
async function giveAuthenticator({ context, page }: Person): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

journey(
  '[B2612] an administrator sets up a passkey, signs in with it without a password, is asked again for an export, and comes in with a recovery code',
  async ({ bring, server, query }) => {
    // browsers have no passkeys at addresses without a name
    const origin = server.url.replace('127.0.0.1', 'localhost');
    const admin = await bring({ name: 'administrator', origin });
    const { page } = admin;
    await giveAuthenticator(admin);
    await admin.signInAtPage('admin@demo.school');
    await admin.visit('/profile');
    await page.getByLabel(en['factors.passkeyName']).fill('Laptop');
    await admin.expectAccessible('second step');
    await page.getByRole('button', { name: en['factors.addPasskey'] }).click();
    await page.getByRole('heading', { name: en['factors.recovery'] }).waitFor();
    const codes = await page.locator('ol code').allTextContents();
    expect(codes).toHaveLength(10);
    await admin.expectAccessible('recovery codes');
    await page.getByRole('button', { name: en['factors.recoveryKept'] }).click();
    await page.getByText('Passkey “Laptop”').waitFor();

    await page.evaluate(() => sessionStorage.clear());
    await admin.visit('/');
    await page.getByRole('button', { name: en['factors.signIn'] }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/home');

    await query(`UPDATE access_tokens SET confirmed_at = confirmed_at - interval '11 minutes'`);
    await admin.visit('/accounts');
    await admin.settle();
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/hand-off') && response.status() === 403);
    const given = page.waitForResponse((response) => response.url().endsWith('/api/hand-off') && response.status() === 200);
    await page.getByRole('button', { name: en['accounts.export'] }).click();
    await asked;
    const dialog = page.getByRole('dialog', { name: en['confirm.title'] });
    await dialog.getByRole('button', { name: en['factors.usePasskey'] }).waitFor();
    await admin.expectAccessible('confirmation');
    await dialog.getByRole('button', { name: en['factors.usePasskey'] }).click();
    await given;
    await dialog.waitFor({ state: 'hidden' });

    const lost = await bring({ name: 'administrator without the laptop', origin, viewport: 'phone' });
    await lost.visit('/');
    await lost.page.getByLabel(en['signIn.email'], { exact: true }).fill('admin@demo.school');
    await lost.page.getByLabel(en['signIn.password'], { exact: true }).fill(demoPassword);
    await lost.page.keyboard.press('Enter');
    await lost.page.getByLabel(en['factors.stepCode']).fill('wrong-wrong-wrong');
    await lost.page.keyboard.press('Enter');
    await lost.page.getByText(en['error.FACTOR_REFUSED']).waitFor();
    await lost.expectAccessible('second step');
    await lost.page.getByLabel(en['factors.stepCode']).fill(String(codes[0]));
    await lost.page.keyboard.press('Enter');
    await expect.poll(() => new URL(lost.page.url()).pathname).toBe('/home');
  },
);
