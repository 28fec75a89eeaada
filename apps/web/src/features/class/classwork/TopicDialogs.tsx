import { useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { type Choice, ChoiceField } from '../../../ui/form/index.ts';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { classesOf, createTopic, deleteTopic, type Topic, updateTopic } from './calls.ts';
import { t } from '../../../base/t.ts';

const LONGEST = 25;
const CLASSES = classesOf('TEACHER');

interface TopicDialogProps {
  /** The topic, or null for a new one. */
  topic: Topic | null;
  /** The class of this page, or null to ask for one. */
  course: Choice | null;
  onClose: () => void;
  onSaved: (topic: Topic) => void;
}

/** A dialog to create or rename a topic. It stays in its class; typed text stays after a failure. */
export function TopicDialog({ topic, course, onClose, onSaved }: TopicDialogProps) {
  const isHere = course !== null;
  const [name, setName] = useState(topic?.name ?? '');
  const [chosen, setChosen] = useState<Choice | null>(topic ? { id: topic.external_course_id, name: topic.course_name } : course);
  const [faults, setFaults] = useState<{ name?: string; course?: string }>({});
  const [error, setError] = useState<string | null>(null);
  const submit = async (): Promise<boolean> => {
    const missing = name.trim() === '' ? t(isHere ? 'topics.nameRequiredHere' : 'topics.nameRequired') : undefined;
    const tooLong = name.trim().length > LONGEST ? t('topics.tooLong') : undefined;
    const found = { ...((missing ?? tooLong) && { name: missing ?? tooLong ?? '' }), ...(!chosen && { course: t('topics.courseRequired') }) };
    setFaults(found);
    setError(null);
    if (!chosen || Object.keys(found).length > 0) return false;
    try {
      const saved = topic ? await updateTopic(topic, name) : await createTopic(chosen.id, name);
      showSnack(saved.message);
      onSaved(saved.topic);
      return true;
    } catch (failure) {
      const of = (field: string) => (isApiError(failure) ? failure.errors[field]?.join(' ') : undefined);
      const [wrongName, wrongCourse] = [of('name'), of('external_course_id')];
      setFaults({ ...(wrongName !== undefined && { name: wrongName }), ...(wrongCourse !== undefined && { course: wrongCourse }) });
      if (wrongName === undefined && wrongCourse === undefined) setError(errorText(failure));
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={t(topic ? (isHere ? 'topics.editHere' : 'topics.edit') : 'topics.create')}
      dirty={name !== (topic?.name ?? '') || (!topic && !isHere && chosen !== null)}
      pendingLabel={t('topics.saving')}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{error}</Notice>}
    >
      <TextField label={t('topics.field.name')} value={name} error={faults.name} autoComplete="off" onChange={({ target }) => setName(target.value)} />
      {!isHere && (
        <ChoiceField
          label={t('topics.field.course')}
          source={CLASSES}
          value={chosen ? [chosen] : []}
          disabled={topic !== null}
          error={faults.course}
          onChange={([one]) => setChosen(one ?? null)}
        />
      )}
    </FormDialog>
  );
}

/** A dialog that asks before a topic is deleted. It also closes after a refusal, which is shown in red. */
export function DeleteTopicDialog({ topic, onClose, onDeleted }: { topic: Topic; onClose: () => void; onDeleted: () => void }) {
  return (
    <DeleteDialog
      title={t('topics.deleteConfirm')}
      name={topic.name}
      pendingLabel={t('work.deleting')}
      closesOnRefusal
      onClose={onClose}
      onDelete={async () => {
        showSnack((await deleteTopic(topic.id)).message);
        onDeleted();
      }}
    >
      <p>{t('topics.deleteHint')}</p>
    </DeleteDialog>
  );
}
