import type { CourseWorkKind } from '@classwright/contract/class/classwork/kinds';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { timeOf } from '../../../../base/dates.ts';
import { useUnsaved } from '../../../../base/unsaved.ts';
import { useUser } from '../../../../base/use-user.ts';
import { FormProblem, Restored } from '../../../../ui/form/index.ts';
import { FullDialog } from '../../../../ui/full-dialog/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { focusFault } from '../../../../ui/plain/focus-fault.ts';
import { IconDeviceFloppy } from '../../../../ui/feature-icons/icons.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { useCourse } from '../../classes/index.ts';
import { listStudents, loadWork, type Work, workKey } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { fieldName, fieldWords } from './field-words.tsx';
import { useWorkForm, type WorkFormState } from './use-work-form.ts';
import { newValues, toValues } from './values.ts';
import { WorkFields } from './WorkFields.tsx';
import styles from './work-form.module.css';

const SAVE_LABELS = { now: 'work.form.post', later: 'work.form.schedule', draft: 'work.form.keepDraft' } as const;

interface WorkFormProps {
  courseId: number;
  /** The work to edit, or undefined for new work of this kind. */
  workId?: number;
  kind?: CourseWorkKind;
  onClose: () => void;
  onSaved: () => void;
}

/** The form to create or edit work, on the whole screen. */
export function WorkForm({ courseId, workId, kind = 'ASSIGNMENT', onClose, onSaved }: WorkFormProps) {
  const isNew = workId === undefined;
  const course = useCourse(courseId);
  const work = useQuery({
    queryKey: [...workKey(courseId), 'edit', workId],
    queryFn: ({ signal }) => loadWork(courseId, Number(workId), signal),
    enabled: !isNew,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY, // the base of unsaved input must not change
  });
  const students = useQuery({ queryKey: ['class', courseId, 'people', 'names'], queryFn: ({ signal }) => listStudents(courseId, signal), enabled: !isNew });
  const zone = useZone(work.data?.time_zone);
  const title = t(isNew ? 'work.form.create' : 'work.form.edit');
  if (!course.data || (!isNew && (!work.data || students.isPending))) {
    const failed = course.error ?? work.error;
    return (
      <FullDialog title={title} onClose={onClose}>
        <div className={styles.loading}>
          {failed && !work.isFetching && !course.isFetching ? (
            <LoadFailed error={failed} onRetry={() => void Promise.all([course.refetch(), !isNew && work.refetch()])} />
          ) : (
            <SkeletonText lines={8} />
          )}
        </div>
      </FullDialog>
    );
  }
  const loaded = work.data?.courseWork ?? null;
  return (
    <Form
      title={title}
      work={loaded}
      kind={loaded?.courseWorkType ?? kind}
      zone={zone}
      course={{ id: course.data.id, name: course.data.name }}
      nameOf={(id) => students.data?.find((one) => one.id === id)?.name ?? `#${id}`}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}

/** Returns the zone of the form's days and times: the school's. */
function useZone(ofWork: string | undefined): string {
  const user = useUser();
  return ofWork ?? user.school?.time_zone ?? user.time_zone ?? 'UTC';
}

interface FormProps extends Pick<WorkFormProps, 'onClose' | 'onSaved'> {
  title: string;
  work: Work | null;
  kind: CourseWorkKind;
  zone: string;
  course: { id: number; name: string };
  nameOf: (id: number) => string;
}

/**
 * The keys to save, which also work inside a text of several lines, as in every form; a text that uses the key keeps
 * it.
 */
const saveKeys = {
  onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  },
};

function Form({ title, work, kind, zone, course, nameOf, onClose, onSaved }: FormProps) {
  const [blank] = useState(() => newValues(course, kind));
  const form = useWorkForm({ work, kind, zone, blank, toValues: (from) => toValues(from, nameOf, zone), onSaved });
  // a draft on the device is resumed; if the device cannot store it, leaving the page loses it
  const letGo = useUnsaved(form.isDirty && form.kept.isFull, 'page');
  const [isAsking, setAsking] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const [failures, setFailures] = useState(0);
  const frame = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failures > 0 && !focusFault(frame.current)) frame.current?.querySelector('[role="alert"]')?.scrollIntoView?.({ block: 'nearest' }); // not every browser of tests scrolls
  }, [failures]);
  const finish = (isSaved: boolean) => {
    if (!isSaved) return setFailures((count) => count + 1);
    letGo();
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (event.target !== event.currentTarget || form.pending || isUploading) return;
    finish(await form.save());
  };
  const saveLabel = work?.state === 'PUBLISHED' ? 'work.form.save' : SAVE_LABELS[form.values.when];
  return (
    <FullDialog
      title={title}
      onClose={() => (form.isDirty ? setAsking(true) : onClose())}
      locked={form.pending || isAsking || form.pointsQuestion !== null}
      aside={
        <span role="status" className={styles.kept}>
          {form.kept.isFull ? (
            t('work.form.keptFailed')
          ) : form.kept.keptAt ? (
            <>
              <IconDeviceFloppy size={17} />
              {t('work.form.kept', { time: timeOf(form.kept.keptAt) })}
            </>
          ) : null}
        </span>
      }
    >
      <form ref={frame} className={styles.form} noValidate {...saveKeys} onSubmit={(event) => void submit(event)}>
        <Notices form={form} work={work} />
        <fieldset className={styles.fields} disabled={form.pending}>
          <WorkFields
            form={form}
            kind={kind}
            isNew={work === null}
            isOfAssessment={work?.assessment_id != null}
            isMissed={work?.missed_at != null}
            onBusy={setUploading}
          />
        </fieldset>
        <div className={styles.foot}>
          <Button type="submit" variant="filled" pending={form.pending || isUploading}>
            {t(saveLabel)}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        opened={form.pointsQuestion !== null}
        danger
        width={500}
        title={t('work.form.pointsTitle')}
        confirmLabel={t('work.form.pointsConfirm')}
        cancelLabel={t('common.cancel')}
        onClose={() => void form.answerPoints(false)}
        onConfirm={() => void form.answerPoints(true).then(finish)}
      >
        {form.pointsQuestion}
      </ConfirmDialog>
      {isAsking && (
        <Dialog
          opened
          onClose={() => setAsking(false)}
          title={t('work.form.closeTitle')}
          width={560}
          footer={
            <>
              <Button
                variant="danger"
                onClick={() => {
                  form.kept.drop();
                  onClose();
                }}
              >
                {t('work.form.discard')}
              </Button>
              <Button onClick={() => setAsking(false)}>{t('dialog.keepEditing')}</Button>
              <Button variant="filled" data-autofocus onClick={onClose}>
                {t('work.form.keepAndClose')}
              </Button>
            </>
          }
        >
          <p>{t(form.kept.isFull ? 'work.form.keptFailed' : 'work.form.closeKeep')}</p>
        </Dialog>
      )}
    </FullDialog>
  );
}

/**
 * Shows the notices above the form: a resumed draft, locked fields, another person's edit, the reason it was not saved.
 */
function Notices({ form, work }: { form: WorkFormState; work: Work | null }) {
  return (
    <>
      <Restored form={form} />
      {work?.assessment_id != null ? (
        <p className={styles.hint}>{t('work.form.ofAssessment')}</p>
      ) : (
        form.locked && <p className={styles.hint}>{t('work.form.locked')}</p>
      )}
      <FormProblem form={form} label={fieldName} words={fieldWords} />
    </>
  );
}
