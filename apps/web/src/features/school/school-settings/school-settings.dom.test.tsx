import { cleanup, fireEvent, screen, within, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn, signOut } from '../../../base/session.ts';
import { openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { person } from '../../../testing/people.ts';
import { SchoolSettingsForm } from './SchoolSettingsForm.tsx';
import type { Typed } from './use-school-settings.ts';

const SETTINGS = {
  school_id: 3,
  school_name: 'Alder Grove',
  time_zone: 'Europe/London',
  several_devices_for_staff: false,
  commenting_in_streams: true,
  asks_again: true,
  simulated_classes: true,
  censorship_levels: null,
  subgroup_field: null,
  sender_name: '',
  sender_address: '',
  sender_domain: null,
  mail_url: 'https://mail.test/',
  store_url: '',
  academy_url: '',
  calendar_url: '',
  drive_url: '',
  live_learning_url: '',
  snapshot_url: '',
  updated_at: '2026-01-01T00:00:00.000Z',
};
const LEVELS = [
  { id: 1, name: 'Mild', is_active: true },
  { id: 2, name: 'Strong', is_active: true },
  { id: 3, name: 'Old', is_active: false },
];

const RIGHTS = ['school-settings:view', 'school-settings:edit'];

type Answer = { status: number; body: object };
/** The responses to PUT, in order, and the bodies sent. */
let answers: Answer[];
let sent: Record<string, unknown>[];

beforeEach(() => {
  readyForScreen();
  answers = [];
  sent = [];
  signIn('token', person({ rights: RIGHTS }));
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    if (url.endsWith('/auth/me')) return Response.json({ status: 'success', user: person({ rights: RIGHTS }) });
    if (method === 'GET') return Response.json({ status: 'success', settings: SETTINGS, levels: LEVELS, has_classroom: false });
    sent.push(JSON.parse(body ?? '{}') as Record<string, unknown>);
    const answer = answers.shift() as Answer;
    return Response.json(answer.body, { status: answer.status });
  });
});
afterEach(() => {
  cleanup();
  signOut();
  vi.unstubAllGlobals();
});

function Form({ mayEdit = true }: { mayEdit?: boolean }) {
  const [typed, setTyped] = useState<Typed | null>(null);
  return <SchoolSettingsForm schoolId={3} mayEdit={mayEdit} typed={typed} onTyped={setTyped} />;
}
const draw = (mayEdit = true) => openScreen(() => <Form mayEdit={mayEdit} />, { address: '/school-settings', rights: RIGHTS });
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save' }));
const field = <T extends HTMLElement = HTMLInputElement>(name: string) => screen.getByLabelText(name, { exact: true }) as T;

describe('the settings of a school', () => {
  test('what was changed is sent and nothing else, with the version it is based on', async () => {
    answers = [{ status: 200, body: { status: 'success', message: 'saved', settings: { ...SETTINGS, commenting_in_streams: false, updated_at: '2' } } }];
    draw();
    await userEvent.click(await screen.findByRole('switch', { name: 'Commenting in class streams' }));
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    await save();
    await waitFor(() => expect(sent).toEqual([{ commenting_in_streams: false, updated_at: SETTINGS.updated_at }]));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true));
  });

  test('results are shown in no groups until a field is chosen, and none again', async () => {
    answers = [{ status: 200, body: { status: 'success', message: 'saved', settings: { ...SETTINGS, subgroup_field: 'city', updated_at: '2' } } }];
    draw();
    const chosen = (await screen.findByLabelText('Show results by')) as HTMLSelectElement;
    expect(chosen.selectedOptions[0]?.textContent).toBe('No groups');
    await userEvent.selectOptions(chosen, 'City');
    await save();
    await waitFor(() => expect(sent).toEqual([{ subgroup_field: 'city', updated_at: SETTINGS.updated_at }]));
    await userEvent.selectOptions(chosen, 'No groups');
    await save();
    await waitFor(() => expect(sent[1]).toEqual({ subgroup_field: null, updated_at: '2' }));
  });

  test('[B2960] the sender of emails is typed, and its address says of which domain it may be', async () => {
    answers = [{ status: 200, body: { status: 'success', message: 'saved', settings: { ...SETTINGS, sender_name: 'Alder', sender_domain: 'alder.example' } } }];
    draw();
    fireEvent.change(await screen.findByLabelText('Sender’s name'), { target: { value: 'Alder' } });
    expect(screen.getByText('The people who run this installation first have to allow a domain.')).toBeTruthy();
    await save();
    await waitFor(() => expect(sent).toEqual([{ sender_name: 'Alder', updated_at: SETTINGS.updated_at }]));
    expect(await screen.findByText('An address that ends in @alder.example.')).toBeTruthy();
    answers = [{ status: 422, body: { status: 'error', code: 'VALIDATION_FAILED', message: 'x', errors: { sender_address: ['Not of the domain.'] } } }];
    fireEvent.change(field('Sender’s address'), { target: { value: 'office@oak.example' } });
    await save();
    expect(await screen.findByText('Not of the domain.')).toBeTruthy();
    expect(field('Sender’s address').value).toBe('office@oak.example');
  });

  test('changed back it is not unsaved; Reset brings the saved values back', async () => {
    draw();
    const devices = await screen.findByRole('switch', { name: 'Several devices for staff' });
    await userEvent.click(devices);
    await userEvent.click(devices);
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    fireEvent.change(field('Mail'), { target: { value: 'x' } });
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(field('Mail').value).toBe('https://mail.test/');
  });

  test('a refusal stands at its field, and what was typed stays', async () => {
    answers = [{ status: 422, body: { status: 'error', code: 'VALIDATION_FAILED', message: 'x', errors: { mail_url: ['Not an address.'] } } }];
    draw();
    fireEvent.change(await screen.findByLabelText('Mail'), { target: { value: 'mail' } });
    await save();
    expect(await screen.findByText('Not an address.')).toBeTruthy();
    expect(field('Mail').value).toBe('mail');
    await waitFor(() => expect(document.activeElement).toBe(field('Mail')));
  });

  test('the field at fault has the focus however soon the next frame comes: a field that is still disabled takes none', async () => {
    vi.stubGlobal('requestAnimationFrame', (frame: (time: number) => void) => (frame(0), 0));
    answers = [{ status: 422, body: { status: 'error', code: 'VALIDATION_FAILED', message: 'x', errors: { mail_url: ['Not an address.'] } } }];
    draw();
    fireEvent.change(await screen.findByLabelText('Mail'), { target: { value: 'mail' } });
    await save();
    expect(await screen.findByText('Not an address.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field('Mail')));
  });

  test('[B057] saved by somebody else meanwhile: theirs where nothing was typed, both where both did, and the next save is based on it', async () => {
    const newer = { ...SETTINGS, time_zone: 'Asia/Tokyo', mail_url: 'https://theirs.test/', updated_at: '2026-01-02T00:00:00.000Z' };
    answers = [
      { status: 409, body: { status: 'error', code: 'EDIT_CONFLICT', message: 'x', params: { row: newer } } },
      { status: 200, body: { status: 'success', message: 'saved', settings: { ...newer, mail_url: 'https://mine.test/' } } },
    ];
    draw();
    fireEvent.change(await screen.findByLabelText('Mail'), { target: { value: 'https://mine.test/' } });
    await save();
    expect(within(await screen.findByRole('region', { name: 'Both changed: Mail' })).getByText('https://theirs.test/')).toBeTruthy();
    expect(field<HTMLSelectElement>('Time zone').value).toBe('Asia/Tokyo');
    expect(field('Mail').value).toBe('https://mine.test/');
    await save();
    await waitFor(() => expect(sent[1]).toEqual({ mail_url: 'https://mine.test/', updated_at: newer.updated_at }));
  });

  test('[B1557] [B2429] an administrator reads that Google Classroom is not set up, and has a link to the page about it', async () => {
    draw();
    expect(await screen.findByText(/^Google Classroom is not set up, so nobody sees it/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Connect Google Classroom' }).getAttribute('href')).toBe('/sync');
  });

  test('only some levels: begins with all that are on, and says when none is left', async () => {
    draw();
    await userEvent.click(await screen.findByRole('radio', { name: 'Only these levels:' }));
    for (const name of ['Mild', 'Strong']) await userEvent.click(screen.getByRole('checkbox', { name, checked: true }));
    expect(screen.getByRole('checkbox', { name: 'Old (turned off for every school)', checked: false })).toBeTruthy();
    expect(screen.getByText('No level is chosen: nothing is replaced in this school.')).toBeTruthy();
  });

  test('whoever may only look sees them, and cannot change them', async () => {
    draw(false);
    expect(await screen.findByText('You can see these settings but not change them.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(field('Mail').closest('fieldset')).toHaveProperty('disabled', true);
  });
});
