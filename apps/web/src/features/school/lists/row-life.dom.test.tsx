import '../../../testing/dialog.ts';
import { referenceLists } from '@classwright/contract/lists/index';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { t } from '../../../base/t.ts';
import { closeSnack } from '../../../base/snackbar.ts';
import { failure, type Reply, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { messageOf } from './message-of.ts';
import { fillIn, SEVEN, targetsOf } from './testing/fill-in.ts';
import { makeRow, openList, pageOf } from './testing/open-list.tsx';
import { fieldsOf } from './values.ts';

// Every list definition with a screen runs through these tests of its dialogs, for success and failure. Failed loads
// are retried without delay.
const { queries, ...others } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 1 } });
beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => {
  cleanup();
  closeSnack();
  vi.unstubAllGlobals();
});

const shown = referenceLists.filter(({ route, writable }) => route !== null && writable);
const widthOf = (dialog: HTMLElement): string => dialog.style.getPropertyValue('--dialog-width');
const INERT = '<img src=x onerror=alert(1)><script>alert(2)</script>$\\href{javascript:alert(3)}{x}$';

/** Returns the name of a control: its own text, its label, or the text of its group. */
const nameOf = (control: Element | null): string | null | undefined =>
  control?.getAttribute('aria-label') ??
  (control as HTMLInputElement | null)?.labels?.[0]?.textContent ??
  document.getElementById(control?.getAttribute('aria-labelledby') ?? '')?.textContent;

describe.each(shown.map((list) => [messageOf(list.title.many), list] as const))('%s', (things, list) => {
  const thing = messageOf(list.title.one);
  const row = makeRow(list, 1);
  const name = String(row[list.naming]);
  const offers = Object.fromEntries(targetsOf(list).map((path) => [`GET ${path}`, pageOf([SEVEN])]));

  test('[L554] [Q509] [Q105] [Q505] [L547] what is filled in is sent, the dialog closes and says that it is made', async () => {
    const calls = scriptFetch({
      ...offers,
      [`GET ${list.path}`]: pageOf([row]),
      [`POST ${list.path}`]: success({ data: makeRow(list, 2), message: `${thing} Created Successfully`, warnings: [] }),
    });
    openList(list, { search: '?create=true' });
    const dialog = await screen.findByRole('dialog', { name: `Create ${thing}` });
    expect(widthOf(dialog)).toBe('600px');
    const sent = await fillIn(list, dialog);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(`${thing} Created Successfully`)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual(sent);
  });

  test('[B2974] Undo deletes what was made, and says so', async () => {
    const made = makeRow(list, 2);
    const calls = scriptFetch({
      ...offers,
      [`GET ${list.path}`]: pageOf([row]),
      [`POST ${list.path}`]: success({ data: made, message: `${thing} Created Successfully`, warnings: [] }),
      [`DELETE ${list.path}/2`]: success({ message: `${thing} Deleted Successfully`, id: 2 }),
    });
    openList(list, { search: '?create=true' });
    const dialog = await screen.findByRole('dialog', { name: `Create ${thing}` });
    await fillIn(list, dialog);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(t('list.undone', { name: String(made[list.naming]) }))).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([`${list.path}/2`]);
  });

  test('[Q353–Q363] [Q488] [L296] [L349] what the server says of each field stands beside it, nothing typed is lost, and it can be sent again', async () => {
    // A row keeps its school, so that its form has no field for it.
    const fields = fieldsOf(list).filter(([field]) => !list.perSchool || field !== 'school_id');
    const errors = Object.fromEntries(fields.map(([field]) => [field, [`The server minds ${field}.`]]));
    const answers: Reply[] = [failure(422, 'VALIDATION_FAILED', { errors }), 'never'];
    scriptFetch({ ...offers, [`GET ${list.path}`]: pageOf([row]), [`PUT ${list.path}/1`]: () => answers.shift() as Reply });
    openList(list, { search: '?edit=1' });
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    const dialog = screen.getByRole('dialog', { name: `Edit ${thing}` });
    for (const [field, { label }] of fields) {
      const { id } = (await within(dialog).findByText(`The server minds ${field}.`)) as HTMLElement;
      const control = dialog.querySelector(`[aria-describedby~="${id}"]`);
      expect([field, control?.getAttribute('aria-invalid'), nameOf(control)]).toEqual([field, 'true', messageOf(label)]);
    }
    expect(dialog.querySelector('fieldset')).toHaveProperty('disabled', false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByRole('button', { name: 'Saving...' })).toBeTruthy();
    expect(dialog.querySelector('fieldset')).toHaveProperty('disabled', true);
  });

  test('[Q491] [L298] [L299] [L541] [L553] while it deletes it says so; a refusal closes the question and is said in red', async () => {
    const answered = Promise.withResolvers<Reply>();
    scriptFetch({
      ...offers,
      [`GET ${list.path}`]: pageOf([row]),
      [`GET ${list.path}/1`]: success({ data: row, dependents: [] }),
      [`DELETE ${list.path}/1`]: () => answered.promise,
    });
    openList(list, { search: '?delete=1' });
    const dialog = await screen.findByRole('dialog', { name: `Are you sure you want to delete this ${thing}?` });
    expect(widthOf(dialog)).toBe('500px');
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
    expect(await within(dialog).findByRole('button', { name: 'DELETING...' })).toBeTruthy();
    answered.resolve(failure(409, 'IN_USE', { message: `${name} is in use by 2 things.` }));
    expect((await screen.findByText(`${name} is in use by 2 things.`)).closest('[role="alert"]')).not.toBeNull();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('[B046] [Q490] [L538] a failed load says so and can be tried again; what rows hold is shown as text, whatever it looks like', async () => {
    const texts = fieldsOf(list).filter(([, { kind }]) => kind === 'text' || kind === 'longText');
    const references = fieldsOf(list).flatMap(([, { kind, reference }]) => (reference && kind === 'reference' ? [reference.as] : []));
    const hostile = { ...row, ...Object.fromEntries([...texts.map(([field]) => field), ...references].map((field) => [field, INERT])) };
    let isUp = false;
    scriptFetch({ ...offers, [`GET ${list.path}`]: () => (isUp ? pageOf([hostile]) : failure(500, 'INTERNAL')) });
    openList(list);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.queryByText('Loading')).toBeNull();
    isUp = true;
    await userEvent.click(retry);
    const table = await screen.findByRole('table', { name: things });
    const [, shownRow] = within(table).getAllByRole('row');
    await waitFor(() => expect(shownRow?.textContent).toContain('<img src=x onerror=alert(1)><script>alert(2)</script>'));
    expect(table.querySelector('img, script, iframe, [onerror], [href^="javascript"]')).toBeNull();
  });
});
