import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { en } from '@classwright/contract/messages/en';
import { TERMS } from '@classwright/contract/school/retention/terms';
import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../base/api.ts';
import { SaveTemplateDialog } from '../features/bank/questions/templates/SaveTemplateDialog.tsx';
import { CensoredTextsScreen } from '../features/class/censorship/index.ts';
import { GradeDialog } from '../features/class/submissions/staff/GradeDialog.tsx';
import { useMessageForm } from '../features/class/submissions/staff/message-form.tsx';
import { PrivateNote } from '../features/class/submissions/staff/PrivateNote.tsx';
import { OwnAnswer } from '../features/class/submissions/student/OwnAnswer.tsx';
import { AuditFilters } from '../features/overview/audit/AuditFilters.tsx';
import { useSentForm } from '../features/overview/guardians/use-sent-form.ts';
import { ReadingsScreen } from '../features/overview/readings/index.ts';
import { HoldsSection } from '../features/overview/retention/HoldsSection.tsx';
import { TermsDialog } from '../features/overview/retention/TermsDialog.tsx';
import { AppCode } from '../features/people/factors/AppCode.tsx';
import { FactorFields } from '../features/people/factors/FactorFields.tsx';
import { FactorRules } from '../features/people/factors/FactorRules.tsx';
import { FileFilters } from '../features/school/files/library/FileFilters.tsx';
import { LogoPanel } from '../features/school/school-settings/LogoPanel.tsx';
import { closeScreen, openScreen, readyForScreen } from '../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../testing/scripted-fetch.ts';
import { useSaving } from '../ui/form/use-saving.ts';
import { ErrorNotice } from '../ui/plain/ErrorNotice.tsx';

beforeEach(readyForScreen);
afterEach(() => {
  localStorage.clear();
  closeScreen();
});

const WORDS = 'These words are refused.';
const refusal = (field: string) => failure(422, 'VALIDATION_FAILED', { errors: { [field]: [WORDS] } });
const refused = (field: string) => new ApiError('VALIDATION_FAILED', { status: 422, errors: { [field]: [WORDS] } });
const nothing = () => undefined;
const show = (Screen: () => React.ReactNode, rights: string[] = []) => openScreen(Screen, { address: '/files', rights: ['files:view', ...rights] });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const retention = { school_id: 4, terms: Object.fromEntries(Object.entries(TERMS).map(([term, { least }]) => [term, least])), holds: [] };

/** Each part that shows the server's words at a field, with how it comes to show them. */
const SCENES: Readonly<Record<string, () => Promise<void> | void>> = {
  'features/bank/questions/templates/SaveTemplateDialog.tsx': async () => {
    scriptFetch({ 'POST /assessment-templates': refusal('name') });
    show(() => <SaveTemplateDialog values={{ responses: [], rubrics: [], open_response: [] } as never} onClose={nothing} />);
    fireEvent.change(await screen.findByLabelText(en['bank.template.name']), { target: { value: 'Waves' } });
    fireEvent.change(screen.getByLabelText(en['bank.template.description']), { target: { value: 'For waves' } });
    await press('Save');
  },
  'features/class/censorship/Filters.tsx': () => {
    scriptFetch({ 'GET /censorship/originals': refusal('from') });
    openScreen(CensoredTextsScreen, { address: '/censored-texts', rights: ['censored-texts:view'] });
  },
  'features/class/submissions/staff/GradeDialog.tsx': async () => {
    scriptFetch({ 'POST /grade-submissions': refusal('draftGrade') });
    const row = { id: 1, draftGrade: null, assignedGrade: null, excused: false };
    const rows = { row, current: row, hasNext: false } as never as { row: never; current: never; hasNext: boolean };
    show(() => <GradeDialog courseId={3} work={{ id: 9, maxPoints: 50 } as never} {...rows} onClose={nothing} onSaved={nothing} onChanged={nothing} />);
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: '7' } });
    await press('Save');
  },
  'features/class/submissions/staff/PrivateNote.tsx': async () => {
    const note = { submission_id: 7, note: '', written_by: null, updated_at: null };
    scriptFetch({ 'GET /student-submissions/7/note': success({ note }), 'PUT /student-submissions/7/note': refusal('note') });
    show(() => <PrivateNote courseId={3} workId={9} submissionId={7} mayWrite />);
    await userEvent.type(await screen.findByRole('textbox'), 'Call home');
    await press('Save the note');
  },
  'features/class/submissions/student/AnswerForm.tsx': async () => {
    scriptFetch({ 'POST /student-submissions': refusal('answer') });
    const work = {
      id: 9,
      courseId: 3,
      title: 'Heat',
      workType: 'SHORT_ANSWER_QUESTION',
      maxPoints: null,
      due_at: null,
      multipleChoiceQuestion: { choices: [] },
    };
    const submission = {
      ...{ id: 1, state: 'CREATED', turned_in_at: null, can_submit: true, is_elsewhere: false, assignmentSubmission: { attachments: [] } },
      ...{ shortAnswerSubmission: { answer: null }, multipleChoiceSubmission: { answer: null }, submissionHistory: [], assignedGrade: null },
    };
    show(() => <OwnAnswer courseId={3} own={{ work, submission, messages: [] } as never} isClosed={false} />);
    await userEvent.type(await screen.findByRole('textbox', { name: en['openWork.yourAnswer'] }), 'Heat');
    await press('Submit');
  },
  'features/overview/audit/AuditFilters.tsx': () => {
    show(() => <AuditFilters search={{}} answer={undefined} error={refused('from')} onSearch={nothing} />);
  },
  'features/overview/readings/ReadingsScreen.tsx': () => {
    scriptFetch({ 'GET /record-readings/unusual': success({ readers: [] }), 'GET /record-readings/search': refusal('from') });
    openScreen(ReadingsScreen, { address: '/record-readings', rights: ['privacy:view'] });
  },
  'features/school/files/library/FileFilters.tsx': async () => {
    show(() => <FileFilters filters={{}} error={refused('start_date')} onSearch={nothing} />);
    await press(en['files.filter.title']);
  },
  'features/overview/retention/TermsDialog.tsx': async () => {
    scriptFetch({ 'PUT /retention/terms': refusal('terms') });
    show(() => <TermsDialog retention={retention as never} onSaved={nothing} onClose={nothing} />);
    const [field] = await screen.findAllByRole('textbox');
    fireEvent.change(field as HTMLElement, { target: { value: String(Object.values(TERMS)[0]!.least + 1) } });
    await press(en['retention.save']);
  },
  'features/overview/retention/HoldsSection.tsx': async () => {
    scriptFetch({ 'POST /retention/holds': refusal('reason') });
    show(() => <HoldsSection retention={retention as never} mayEdit onSaved={nothing} />);
    await press(en['retention.holds.add']);
    fireEvent.change(await screen.findByLabelText(en['retention.field.reason']), { target: { value: 'A question is open' } });
    await press(en['retention.holds.save']);
  },
  'features/people/factors/AppCode.tsx': async () => {
    const begun = success({ ticket: 'ticket', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Rowan' });
    scriptFetch({ 'POST /auth/factors/code': begun, 'PUT /auth/factors/code': refusal('code') });
    const run = async (_what: string, call: () => Promise<unknown>) => (await call(), true);
    show(() => <AppCode own={{ pending: null, error: null, loaded: { data: { has_code: false } }, run } as never} />);
    await press(en['factors.addCode']);
    await press(en['factors.finish']);
  },
  'features/people/factors/FactorFields.tsx': async () => {
    show(() => <FactorFields needed={{ options: null }} title="Code" submit={() => Promise.reject(refused('code'))} />);
    fireEvent.change(await screen.findByLabelText(en['factors.stepCode']), { target: { value: '123' } });
    await press(en['factors.stepSubmit']);
  },
  'features/people/factors/FactorRules.tsx': async () => {
    const rule = { role_id: 2, role_name: 'Teachers', level: 'off', required_from: null, people: 3, with_factor: 0, is_fixed: false };
    scriptFetch({ 'GET /schools/4/factor-rules': success({ rules: [rule] }), 'PUT /schools/4/factor-rules/2': refusal('required_from') });
    show(() => <FactorRules schoolId={4} mayEdit />);
    await userEvent.selectOptions(await screen.findByRole('combobox'), 'required');
    await press(/Teachers/);
  },
  'features/school/school-settings/LogoPanel.tsx': async () => {
    const settings = { school_name: 'Lincoln High', logo: null, host: null, color: null, updated_at: '2026-05-04T10:00:00Z' };
    scriptFetch({ 'GET /schools/4/settings': success({ settings }), 'PUT /schools/4/logo': refusal('logo') });
    show(() => <LogoPanel schoolId={4} mayEdit />);
    fireEvent.change(await screen.findByLabelText(en['schoolSettings.logo']), { target: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] } });
  },
  'ui/plain/ErrorNotice.tsx': () => {
    show(() => <ErrorNotice error={refused('name')} messages={{} as never} />);
  },
};

/** Hooks that give the server's words to the forms that use them. */
const HOOKS: Readonly<Record<string, () => Promise<[faults: object, problem: unknown]>>> = {
  'features/class/submissions/staff/message-form.tsx': async () => {
    let error = refused('message');
    const { result } = renderHook(() => useMessageForm({ send: () => Promise.reject(error) }));
    act(() => result.current.setMessage('Say more'));
    await act(async () => void (await result.current.submit()));
    const first = { email: result.current.fault };
    expect(result.current.failure).toBeNull();
    error = new ApiError('NOT_FOUND', { status: 404 });
    await act(async () => void (await result.current.submit()));
    expect(result.current.fault).toBeUndefined();
    return [first, result.current.failure === null ? null : error];
  },
  'features/overview/guardians/use-sent-form.ts': async () => {
    const { result } = renderHook(() => useSentForm());
    await act(async () => void (await result.current.run(() => Promise.reject(refused('email')))));
    const first = result.current.faults;
    await act(async () => void (await result.current.run(() => Promise.reject(new ApiError('NOT_FOUND', { status: 404 })))));
    expect(result.current.faults).toEqual({});
    return [first, result.current.error];
  },
  'ui/form/use-saving.ts': async () => {
    const { result } = renderHook(() => useSaving());
    await act(async () => void (await result.current.save(() => Promise.reject(refused('email')))));
    const first = Object.fromEntries(Object.entries(result.current.faults).map(([field, words]) => [field, words?.join(' ')]));
    expect(result.current.problem).toBeNull();
    await act(async () => void (await result.current.save(() => Promise.reject(new ApiError('NOT_FOUND', { status: 404 })))));
    expect(result.current.faults).toEqual({});
    return [first, result.current.problem];
  },
};

/** Parts that tests of their own refuse. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'features/class/invitation-groups/AddClassDialog.tsx': 'features/class/invitation-groups/invitation-groups.dom.test.tsx',
  'features/class/invitations/GroupDialog.tsx': 'features/class/invitations/people.dom.test.tsx',
  'features/class/invitations/InviteDialog.tsx': 'features/class/invitations/people.dom.test.tsx',
  'features/connections/oneroster/AddDialog.tsx': 'features/connections/oneroster/oneroster.dom.test.tsx',
  'features/connections/rosters/sources/SourceDialog.tsx': 'features/connections/rosters/sources.dom.test.tsx',
  'features/class/gradebook/acts/PreviewedDialog.tsx': 'features/class/gradebook/acts/acts.dom.test.tsx',
  'features/class/gradebook/acts/ReturnDialog.tsx': 'features/class/gradebook/acts/acts.dom.test.tsx',
  'features/lesson/live/desk/pairs/use-pairs.ts': 'features/lesson/live/desk/walls/walls.dom.test.tsx',
  'features/lesson/live/lesson/actions.ts': 'features/lesson/live/lesson/actions.dom.test.ts',
  'features/overview/dashboards/DashboardView.tsx': 'features/overview/dashboards/dashboards.dom.test.tsx',
  'features/overview/dashboards/calls.ts': 'features/overview/dashboards/dashboards.dom.test.tsx',
  'features/overview/notice/NoticeTexts.tsx': 'features/overview/notice/notice.dom.test.tsx',
  'features/people/accounts/cards/CardsDialog.tsx': 'features/people/accounts/cards/cards.dom.test.tsx',
  'features/people/factors/ConfirmAgain.tsx': 'app/confirm-again.dom.test.tsx',
  'features/people/first-sign-in/SetUpScreen.tsx': 'features/people/first-sign-in/first-sign-in.dom.test.tsx',
  'features/people/first-sign-in/use-first-sign-in.ts': 'features/people/first-sign-in/first-sign-in.dom.test.tsx',
  'features/people/profile/PasswordForm.tsx': 'features/people/profile/profile.dom.test.tsx',
  'ui/grid/blocks.ts': 'ui/grid/blocks.test.ts',
};

test('[B2971] every part that distinguishes refused fields is refused here, or by a test of its own', () => {
  const root = join(import.meta.dirname, '..');
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const parts = globSync('**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.test\.tsx?$/.test(path) && /isApiError\([^)]*'VALIDATION_FAILED'/.test(read(path)),
  );
  expect(parts.toSorted()).toEqual([...[SCENES, HOOKS, ELSEWHERE].flatMap((list) => Object.keys(list))].toSorted());
  for (const file of Object.values(ELSEWHERE)) expect([file, read(file)]).toEqual([file, expect.stringContaining('VALIDATION_FAILED')]);
});

test.each(Object.entries(SCENES))('[B2971] %s shows the words at the field', async (_path, scene) => {
  await scene();
  const words = await screen.findByText(WORDS);
  expect(words.closest('[hidden]')).toBeNull();
});

test.each(Object.entries(HOOKS))('[B2971] %s tells refused fields from other failures', async (_path, run) => {
  const [faults, problem] = await run();
  expect(faults).toEqual({ email: WORDS });
  expect(problem).toMatchObject({ code: 'NOT_FOUND' });
});
