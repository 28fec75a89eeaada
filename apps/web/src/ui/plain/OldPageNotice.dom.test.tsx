import type { authMe } from '@classwright/contract/people/sign-in/calls';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '@classwright/contract/protocol';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { api } from '../../base/api.ts';
import { person } from '../../testing/people.ts';
import { scriptFetch, success } from '../../testing/scripted-fetch.ts';
import { OldPageNotice } from './OldPageNotice.tsx';

const ask = async (number: number | null) => {
  const answer = { ...(success({ user: person() }) as object), ...(number === null ? {} : { headers: { [PROTOCOL_HEADER]: String(number) } }) };
  const [call] = [scriptFetch({ 'GET /auth/me': answer as never }), await api<typeof authMe>('GET', '/auth/me')];
  return call[0]?.headers.get(PROTOCOL_HEADER);
};

test('a page that is older than the server is told so for good, while somebody writes; one of the same age hears nothing', async () => {
  render(
    <>
      <OldPageNotice words="This page is older." reload="Reload" />
      <input aria-label="Words" />
    </>,
  );
  for (const number of [null, PROTOCOL_VERSION, PROTOCOL_VERSION - 1]) expect(await ask(number)).toBe(String(PROTOCOL_VERSION));
  expect(screen.queryByText('This page is older.')).toBeNull();
  await userEvent.type(screen.getByLabelText('Words'), 'half a sen');
  await ask(PROTOCOL_VERSION + 1);
  expect(await screen.findByText('This page is older.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Words'));
  await userEvent.keyboard('tence');
  expect(screen.getByLabelText('Words')).toHaveProperty('value', 'half a sentence');
  await ask(null);
  expect(screen.getByText('This page is older.')).toBeTruthy();
});
