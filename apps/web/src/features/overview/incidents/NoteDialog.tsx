import type { incidentClose, incidentReopen, incidentStepAdd } from '@classwright/contract/overview/incidents/calls';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { t } from '../../../base/t.ts';
import { TextArea, useSaving } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { clockNames } from './words.ts';

export type NoteKind = 'note' | 'authority' | 'families' | 'close' | 'reopen';

const TITLES = { note: 'incidents.addNote', close: 'incidents.close', reopen: 'incidents.reopen' } as const;
const titleOf = (kind: NoteKind): string =>
  kind === 'authority' || kind === 'families' ? t('incidents.clock.markNamed', { name: t(clockNames[kind]) }) : t(TITLES[kind]);
const labelOf = (kind: NoteKind): string => t(kind === 'close' ? 'incidents.closeNote' : kind === 'reopen' ? 'incidents.reopenReason' : 'incidents.note');

/** Asks for the note of a step: something done by hand, a mark, the closing, or the reason for opening an incident again. */
export function NoteDialog({ id, kind, onSaved, onClose }: { id: number; kind: NoteKind; onSaved: () => void; onClose: () => void }) {
  const [note, setNote] = useState('');
  const { faults, problem, save } = useSaving();
  const submit = async (): Promise<boolean> => {
    const saved = await save<{ message: string }>(() =>
      kind === 'close'
        ? api<typeof incidentClose>('POST', '/incidents/:id/close', { params: { id }, body: { note } })
        : kind === 'reopen'
          ? api<typeof incidentReopen>('POST', '/incidents/:id/reopen', { params: { id }, body: { note } })
          : api<typeof incidentStepAdd>('POST', '/incidents/:id/steps', { params: { id }, body: { kind, note } }),
    );
    if (saved) onSaved();
    return saved !== null;
  };
  return (
    <FormDialog
      opened
      title={titleOf(kind)}
      onClose={onClose}
      onSubmit={submit}
      dirty={note !== ''}
      error={problem !== null && <Notice assertive>{errorText(problem)}</Notice>}
    >
      {kind === 'close' && <p>{t('incidents.closeAbout')}</p>}
      <TextArea
        label={labelOf(kind)}
        description={kind === 'note' ? t('incidents.noteHint') : undefined}
        value={note}
        maxLength={2000}
        error={faults.note?.join(' ')}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}
