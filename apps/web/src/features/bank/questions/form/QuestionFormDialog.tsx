import { computeNewStatus, computeStatusLabel, QUESTION_LIMITS, STATUS_LABELS, type StatusLabel } from '@classwright/rules/questions/index';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { timeOf } from '../../../../base/dates.ts';
import { useUnsaved } from '../../../../base/unsaved.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { focusFault } from '../../../../ui/plain/focus-fault.ts';
import { Row } from '../../../../ui/plain/layout/layout.tsx';
import { IconDeviceFloppy, IconTemplate } from '../../../../ui/feature-icons/icons.ts';
import { useEvent } from '../../../../base/use-event.ts';
import { FullDialog } from '../../../../ui/full-dialog/index.ts';
import type { Choice } from '../../../../ui/form/index.ts';
import { ApprovalChip } from '../ApprovalChip.tsx';
import type { Question } from '../calls.ts';
import { loadName } from '../lookups.ts';
import { SaveTemplateDialog, SelectTemplateDialog } from '../templates/index.ts';
import { t } from '../../../../base/t.ts';
import { statusWords } from '../question-words.ts';
import { useApprover } from '../use-approver.ts';
import styles from './form.module.css';
import { QUESTION_LIST_FIELDS, type QuestionListField } from '@classwright/rules/questions/list-fields';
import { keep, readKeptJson } from '../../../../base/storage.ts';
import { getSession } from '../../../../base/session.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { SidePanel } from './SidePanel.tsx';
import { toValues } from './to-values.ts';
import { type QuestionFormOptions, useQuestionForm } from './use-question-form.ts';
import { newQuestion, type QuestionValues } from './values.ts';

/** A question's categories. People often write several questions of the same kind in a row. */
type Lists = Pick<QuestionValues, QuestionListField>;

/** Returns the storage key of this account on this device. */
const key = (): string => `cw.question-lists.${getSession()?.user.account_id ?? 0}`;

/** Returns the categories of the last question written here. Empty before the first one. */
function readLastLists(): Partial<Lists> {
  const kept = readKeptJson<Partial<Lists>>('device', key());
  return Object.fromEntries(QUESTION_LIST_FIELDS.flatMap((field) => (typeof kept?.[field]?.id === 'number' ? [[field, kept[field]]] : [])));
}

function keepLastLists(values: Lists): void {
  keep('device', key(), JSON.stringify(Object.fromEntries(QUESTION_LIST_FIELDS.map((field) => [field, values[field]]))));
}

/** The default type. Its name comes from the list of types. */
const LESSON_TYPE = { id: QUESTION_LIMITS.lessonTypeId, name: '' } as const;

export interface QuestionFormDialogProps {
  /** Null in create mode. */
  question: Question | null;
  /** Limits the form to questions that a lesson can ask: type 1 only, as in the assessment's form. */
  forLesson?: boolean;
  /** Returns true when an edit becomes a new question and leaves the original unchanged. */
  savesAsNew?: QuestionFormOptions['savesAsNew'];
  onClose: () => void;
  /** Offers "Save and next" for a new question. Called to begin another one after saving. */
  onNext?: (() => void) | undefined;
  /** Called after saving. The dialog then closes. */
  onSaved: (question: Question, message: string) => void;
}

/** The question form in full screen. Ctrl or Cmd+S saves, Escape closes, and typed values are kept on the device. */
export function QuestionFormDialog({ question, forLesson = false, savesAsNew, onClose, onNext, onSaved }: QuestionFormDialogProps) {
  const { approver, choosesStatus, isStudent } = useApprover();
  const [start] = useState(() =>
    question
      ? toValues(question, { choosesStatus })
      : { ...newQuestion(), type_id: LESSON_TYPE, ...readLastLists(), ...(forLesson && { type_id: LESSON_TYPE }) },
  );
  const form = useQuestionForm({ question, start, choosesStatus, savesAsNew, onSaved });
  const lessonType = useQuery({
    queryKey: ['choices', 'type_id', 'one', LESSON_TYPE.id],
    queryFn: ({ signal }) => loadName('type_id', LESSON_TYPE.id, signal),
    enabled: !question,
  });
  // Values kept on the device are offered again. If the device keeps nothing, leaving loses them.
  const letGo = useUnsaved(form.isDirty && form.kept.isFull);
  const [pending, setPending] = useState(false);
  const [asking, setAsking] = useState<'close' | 'selectTemplate' | 'saveTemplate' | null>(null);
  const [failures, setFailures] = useState(0);
  const frame = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failures > 0 && !focusFault(frame.current)) frame.current?.querySelector('[role="alert"]')?.scrollIntoView?.({ block: 'nearest' }); // not every browser of tests scrolls
  }, [failures]);
  const fail = () => setFailures((count) => count + 1);

  const close = () => (form.isDirty ? setAsking('close') : onClose());
  const save = async (onDone = onClose) => {
    if (pending) return;
    setPending(true);
    try {
      if (await form.save()) {
        if (!question) keepLastLists({ ...form.values, ...(form.values.type_id && { type_id: withName(form.values.type_id) }) });
        letGo();
        onDone();
      } else fail();
    } finally {
      setPending(false);
    }
  };
  const onKey = useEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    if (asking === null) void save();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onKey]);

  /** Adds the name of the default type once the list is loaded. */
  const withName = (type: Choice): Choice => (type.name === '' && type.id === LESSON_TYPE.id ? { id: type.id, name: lessonType.data?.name ?? '' } : type);
  const statusNow: StatusLabel = computeStatusLabel(computeNewStatus(approver, null) ?? { status: 0, teacher_status: 0 });
  /** People who may not publish restart approval with any change. Questions without approval lose nothing. */
  const loses = question !== null && !savesAsNew && !choosesStatus && STATUS_LABELS.indexOf(question.status_label) > STATUS_LABELS.indexOf(statusNow);
  return (
    <FullDialog
      title={t(question ? 'bank.form.edit' : 'bank.form.create')}
      onClose={close}
      locked={pending || asking !== null}
      aside={
        <>
          {question && !isStudent && <ApprovalChip status={question.status_label} />}
          {question && loses && (
            <span className={styles.loses}>{t('bank.form.unpublishes', { from: statusWords(question.status_label), to: statusWords(statusNow) })}</span>
          )}
          <Row as="span" role="status" inline gap={6}>
            {form.kept.isFull ? (
              t('bank.kept.failed')
            ) : form.kept.keptAt ? (
              <>
                <IconDeviceFloppy size={17} />
                {t('bank.kept.saved', { time: timeOf(form.kept.keptAt) })}
              </>
            ) : null}
          </Row>
        </>
      }
      actions={
        <>
          <Button icon={IconTemplate} onClick={() => setAsking('selectTemplate')}>
            {t('bank.template.select')}
          </Button>
          {!question && onNext && <Button onClick={() => void save(onNext)}>{t('bank.form.saveAndNext')}</Button>}
          <Button onClick={() => (form.checkTemplate() ? setAsking('saveTemplate') : fail())}>{t('bank.template.save')}</Button>
        </>
      }
      primary={
        <Button variant="filled" pending={pending} onClick={() => void save()}>
          {pending ? t('common.saving') : t('common.save')}
          <kbd className={styles.key} aria-hidden>
            {t('bank.form.ctrlS')}
          </kbd>
        </Button>
      }
    >
      <form
        ref={frame}
        className={styles.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        <fieldset className={styles.fieldset} disabled={pending}>
          <QuestionForm
            form={form}
            side={
              <SidePanel
                values={form.values.type_id ? { ...form.values, type_id: withName(form.values.type_id) } : form.values}
                faults={form.faults}
                statusMode={choosesStatus ? 'chosen' : isStudent ? 'hidden' : 'shown'}
                statusNow={statusNow}
                fixedType={forLesson ? (question?.type_name ?? lessonType.data?.name ?? '') : null}
                approved={question?.status === 1 ? 1 : 0}
                onChange={form.change}
                onBusy={form.setUploading}
              />
            }
          />
        </fieldset>
      </form>
      {asking === 'close' && (
        <CloseDialog
          onStay={() => setAsking(null)}
          onKeep={form.kept.isFull ? null : onClose}
          onDiscard={() => {
            form.kept.drop();
            letGo();
            onClose();
          }}
        />
      )}
      {asking === 'selectTemplate' && <SelectTemplateDialog isEmpty={!form.hasParts} onClose={() => setAsking(null)} onSelect={form.change} />}
      {asking === 'saveTemplate' && <SaveTemplateDialog values={form.values} onClose={() => setAsking(null)} />}
    </FullDialog>
  );
}

/** `onKeep` is null if the device keeps nothing. */
function CloseDialog({ onStay, onKeep, onDiscard }: { onStay: () => void; onKeep: (() => void) | null; onDiscard: () => void }) {
  return (
    <Dialog
      opened
      onClose={onStay}
      title={t('bank.kept.closeTitle')}
      width={560}
      footer={
        <>
          <Button variant="subtle" onClick={onDiscard}>
            {t('bank.kept.closeAndDiscard')}
          </Button>
          <Button onClick={onStay}>{t('dialog.keepEditing')}</Button>
          {onKeep && (
            <Button variant="filled" data-autofocus onClick={onKeep}>
              {t('bank.kept.closeAndKeep')}
            </Button>
          )}
        </>
      }
    >
      <p>{t(onKeep ? 'bank.kept.close' : 'bank.kept.failed')}</p>
    </Dialog>
  );
}
