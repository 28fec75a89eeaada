import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { ReceiptsSection } from './ReceiptsSection.tsx';

beforeEach(readyForScreen);
afterEach(closeScreen);

const erasure = (over: object) => ({
  ...{ id: 1, number: 'F-0001', account_id: null, person: null, asked_by: 'Ingrid Solheim', asked_at: '2026-11-02T10:00:00Z', due_at: '2026-11-16T10:00:00Z' },
  ...{ state: 'done', done_at: '2026-11-16T11:00:00Z', counts: {}, classes: [], named_in: [], receipt: null, ...over },
});

test('[B2714] the receipt of an erasure has its counts by kind of data and by table, the texts in which the name stays, and the hash, and can be printed', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  scriptFetch({
    'GET /erasures': success({
      erasures: [
        erasure({
          counts: { submissions: { numbered: 12 }, profiles: { deleted: 1 }, installation: { scrubbed: 1 } },
          classes: [
            { class: 'contact', counts: { deleted: 1 } },
            { class: 'schoolwork', counts: { numbered: 12 } },
            { class: null, counts: { scrubbed: 1 } },
          ],
          named_in: [{ table: 'post_comments', id: 3 }],
          receipt: 'ab12',
        }),
        erasure({ id: 2, number: 'F-0002', state: 'waiting', account_id: 7, person: 'Ada King', done_at: null }),
      ],
    }),
  });
  openScreen(() => <ReceiptsSection />, { address: '/data-requests', rights: ['data-requests:view', 'privacy:view'] });
  const receipt = await screen.findByText('Receipt of F-0001');
  await userEvent.click(receipt);
  const [classes, tables] = screen.getAllByRole('table', { hidden: true }).map((table) => within(table));
  expect(classes!.getByRole('row', { name: 'Schoolwork 0 12 0' })).toBeDefined();
  expect(classes!.getByRole('row', { name: 'Other texts with the name 0 0 1' })).toBeDefined();
  expect(tables!.getByRole('row', { name: 'submissions 0 12 0', hidden: true })).toBeDefined();
  expect(tables!.getByRole('row', { name: 'profiles 1 0 0', hidden: true })).toBeDefined();
  expect(screen.getByText('The name stands in 1 text that somebody else wrote, which stays.')).toBeDefined();
  expect(screen.getByText('Hash of what was erased: ab12')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ada King' }).getAttribute('href')).toBe('/profile?account_id=7');
  await userEvent.click(screen.getByRole('button', { name: 'Print the receipt of F-0001' }));
  expect(print).toHaveBeenCalledOnce();
  expect(document.querySelector('[data-paper]')?.textContent).toContain('Receipt of F-0001');
});

test('[B2714] without erasures it says so', async () => {
  scriptFetch({ 'GET /erasures': success({ erasures: [] }) });
  openScreen(() => <ReceiptsSection />, { address: '/data-requests', rights: ['data-requests:view', 'privacy:view'] });
  expect(await screen.findByText('Nobody was erased yet.')).toBeDefined();
});
