import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { encode } from 'uqr';
import { afterEach, expect, test } from 'vitest';
import { readyForScreen } from '../../../testing/open-screen.tsx';
import { scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { AppCode } from './AppCode.tsx';
import type { OwnFactorsState } from './use-own-factors.ts';

afterEach(cleanup);

test('[B2789] the address for the app is shown as a QR code that this page draws, next to the key to type', async () => {
  readyForScreen();
  const uri = 'otpauth://totp/Rowan:zoe%40school.test?issuer=Rowan&secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30';
  const calls = scriptFetch({ 'POST /auth/factors/code': success({ ticket: 'ticket', secret: 'JBSWY3DPEHPK3PXP', uri }) });
  const own = {
    pending: null,
    error: null,
    loaded: { data: { has_code: false } },
    run: async (_what: string, call: () => Promise<unknown>) => (await call(), true),
  };
  const { container } = render(<AppCode own={own as unknown as OwnFactorsState} />);
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByLabelText('Key for the app')).toHaveProperty('value', 'JBSW Y3DP EHPK 3PXP');
  const { size } = encode(uri, { ecc: 'M', border: 2, maskPattern: 2 });
  expect(container.querySelector(`svg[viewBox="0 0 ${size} ${size}"]`)).not.toBeNull();
  expect(calls.map(({ path }) => path)).toEqual(['/auth/factors/code']);
});
