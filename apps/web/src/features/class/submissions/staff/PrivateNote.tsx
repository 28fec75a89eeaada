import { MAX_NOTE_CHARACTERS } from '@classwright/contract/class/submissions/private-note-limits';
import type { PrivateNoteView } from '@classwright/contract/class/submissions/private-notes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { dayOf, timeOf } from '../../../../base/dates.ts';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { useEvent } from '../../../../base/use-event.ts';
import { TextArea } from '../../../../ui/form/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { keys, loadNote, saveNote } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import styles from '../work.module.css';
import { useNoteDraft } from './note-draft.ts';

interface PrivateNoteProps {
  courseId: number;
  workId: number;
  submissionId: number;
  /** False when the note is read only. */
  mayWrite: boolean;
}

/** The staff's private note about a student's work. */
export function PrivateNote({ courseId, workId, submissionId, mayWrite }: PrivateNoteProps) {
  const key = keys.note(courseId, workId, submissionId);
  const note = useQuery({ queryKey: key, queryFn: ({ signal }) => loadNote(submissionId, signal), staleTime: 30_000 });
  return (
    <section aria-label={t('openWork.note')}>
      {note.data ? (
        <NoteForm note={note.data} mayWrite={mayWrite} onNewer={(newer) => queryClient.setQueryData(key, newer)} />
      ) : (
        <>
          <Heading />
          {note.error && <LoadFailed error={note.error} pending={note.isFetching} onRetry={() => void note.refetch()} />}
        </>
      )}
      {note.data && <Author note={note.data} />}
    </section>
  );
}

const Heading = () => <h4 className={styles.heading}>{t('openWork.note')}</h4>;

/** A note that is read only. */
function Written({ note }: { note: string }) {
  return (
    <>
      <Heading />
      {note === '' ? (
        <p className={styles.none}>{t('openWork.note.none')}</p>
      ) : (
        <p className={styles.written} dir="auto">
          {note}
        </p>
      )}
    </>
  );
}

function Author({ note: { written_by, updated_at } }: { note: PrivateNoteView }) {
  if (written_by === null || updated_at === null) return null;
  return (
    <p className={styles.none}>
      <small dir="auto">{t('openWork.note.by', { name: written_by, day: dayOf(updated_at), time: timeOf(updated_at) })}</small>
    </p>
  );
}

interface NoteFormProps extends Pick<PrivateNoteProps, 'mayWrite'> {
  note: PrivateNoteView;
  onNewer: (note: PrivateNoteView) => void;
}

/**
 * Edits the note, kept on the device until it is saved. If someone else wrote a note in the meantime, both are shown
 * and the author chooses. Text started before the class was archived stays in its field.
 */
function NoteForm({ note, mayWrite, onNewer }: NoteFormProps) {
  const { draft, isKept, isFromElsewhere, set } = useNoteDraft(note.submission_id);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const text = draft?.text ?? note.note;
  const isChanged = text.trim() !== note.note;
  const isConflict = draft !== null && isChanged && draft.was !== note.note;
  const length = text.trim().length;
  // It was saved although the response was lost, or a colleague wrote the same.
  const drop = useEvent(() => draft?.text.trim() === note.note && set(null));
  useEffect(() => void drop(), [drop, note.note]);
  const change = (next: string) => {
    setFailure(null);
    set(next === note.note ? null : { text: next, was: draft?.was ?? note.note });
  };
  const settle = useEvent((sent: string, saved: PrivateNoteView) => {
    // Text typed while saving continues from the saved note.
    set(draft !== null && draft.text !== sent ? { text: draft.text, was: saved.note } : null);
    onNewer(saved);
  });
  const save = async (was: string) => {
    if (isSaving || !isChanged || length > MAX_NOTE_CHARACTERS) return;
    setSaving(true);
    setFailure(null);
    try {
      const { note: saved, message } = await saveNote(note.submission_id, text, was);
      settle(text, saved);
      showSnack(message);
    } catch (error) {
      const newer = isApiError(error, 'NOTE_CHANGED') ? (error.params['newer'] as PrivateNoteView | undefined) : undefined;
      if (newer) onNewer(newer);
      else setFailure(isApiError(error, 'VALIDATION_FAILED') ? Object.values(error.errors).flat().join(' ') : errorText(error));
    } finally {
      setSaving(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isConflict) void save(draft?.was ?? note.note);
  };
  if (!mayWrite && draft === null) return <Written note={note.note} />;
  return (
    <form className={styles.note} onSubmit={submit} noValidate>
      <TextArea
        label={t('openWork.note')}
        description={t('openWork.note.hint', { most: MAX_NOTE_CHARACTERS })}
        value={text}
        error={length > MAX_NOTE_CHARACTERS ? t('openWork.note.tooLong', { most: MAX_NOTE_CHARACTERS, length }) : undefined}
        rows={2}
        dir="auto"
        onChange={({ target }) => change(target.value)}
      />
      {isConflict ? (
        <Notice
          hue="amber"
          action={
            <span className={styles.either}>
              <Button size="s" pending={isSaving} onClick={() => void save(note.note)}>
                {t('openWork.note.keepMine')}
              </Button>
              <Button size="s" onClick={() => set(null)}>
                {t('openWork.note.takeTheirs')}
              </Button>
            </span>
          }
        >
          {note.note === '' ? (
            t('openWork.note.cleared')
          ) : (
            <>
              {t('openWork.note.newer', { by: note.written_by ?? t('openWork.somebody') })}
              <span className={styles.theirs} dir="auto">
                {note.note}
              </span>
            </>
          )}
        </Notice>
      ) : (
        isChanged && (
          <div className={styles.noteBar}>
            <Button type="submit" pending={isSaving}>
              {t('openWork.note.save')}
            </Button>
            <small role="status">{t(isFromElsewhere ? 'openWork.note.elsewhere' : isKept ? 'openWork.note.unsaved' : 'openWork.note.notKept')}</small>
          </div>
        )
      )}
      {failure !== null && <Notice>{failure}</Notice>}
    </form>
  );
}
