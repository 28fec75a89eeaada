import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { timeOf } from '../../../../base/dates.ts';
import { useUnsaved } from '../../../../base/unsaved.ts';
import { FormProblem, Restored } from '../../../../ui/form/index.ts';
import { FullDialog } from '../../../../ui/full-dialog/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { focusFault } from '../../../../ui/plain/focus-fault.ts';
import { IconChevronLeft, IconChevronRight, IconInfoCircle } from '../../../../ui/plain/icons.ts';
import { IconDeviceFloppy } from '../../../../ui/feature-icons/icons.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { Box, Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { loadQuestion } from '../../../bank/questions/index.ts';
import { type Assessment, loadAssessment, loadChoosesAccount, loadOwnClass, wholeList } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { AboutStep } from './AboutStep.tsx';
import { ChoiceCards } from './ChoiceCards.tsx';
import styles from './form.module.css';
import { fieldName, fieldWords } from './field-words.tsx';
import { QuestionsStep } from './QuestionsStep.tsx';
import type { AssessmentSlots } from './slots.ts';
import { Stepper } from './Stepper.tsx';
import { STEPS } from './steps.ts';
import { type AssessmentFormState, useAssessmentForm } from './use-assessment-form.ts';
import { type FormValues, toStart } from './values.ts';

interface AssessmentFormProps extends AssessmentSlots {
  /** The assessment to edit, or null to create one. */
  id: number | null;
  /** The assessment whose content a new one copies. */
  copyOf?: number | null;
  /** The first question of a new one, and the class it is for. */
  startsWith?: { questionId: number; classId: number | undefined } | null;
  onClose: () => void;
  /** Called when it is saved. The form closes itself afterward. */
  onSaved: (saved: Assessment, message: string) => void;
}

/** The form of four steps, on the whole screen. */
export function AssessmentForm({ id, copyOf = null, startsWith = null, onClose, onSaved, ...slots }: AssessmentFormProps) {
  const shown = id ?? copyOf;
  const assessment = useQuery({
    queryKey: ['assessments', 'edit', shown],
    queryFn: ({ signal }) => loadAssessment(shown as number, signal),
    enabled: shown !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY, // the base of unsaved input must not change
  });
  const chooses = useQuery({ queryKey: ['choices', 'chooses-account'], queryFn: ({ signal }) => loadChoosesAccount(signal) });
  const starts = useQuery({
    queryKey: ['assessments', 'start', startsWith],
    queryFn: async ({ signal }) => {
      const { questionId, classId } = startsWith as NonNullable<typeof startsWith>;
      return toStart(...(await Promise.all([loadQuestion(questionId, signal), classId === undefined ? undefined : loadOwnClass(classId, signal)])));
    },
    enabled: shown === null && startsWith !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY, // the base of unsaved input must not change
  });
  const failed = assessment.error ?? starts.error ?? chooses.error;
  const title = t(id === null ? 'assessments.create' : 'assessments.edit');
  if ((shown !== null ? !assessment.data : startsWith !== null && !starts.data) || chooses.data === undefined)
    return (
      <FullDialog title={title} onClose={onClose}>
        <div className={styles.loading}>
          {failed && !assessment.isFetching && !starts.isFetching && !chooses.isFetching ? (
            <LoadFailed
              error={failed}
              onRetry={() => void Promise.all([shown !== null ? assessment.refetch() : startsWith && starts.refetch(), chooses.refetch()])}
            />
          ) : (
            <SkeletonText lines={8} />
          )}
        </div>
      </FullDialog>
    );
  const loaded = assessment.data ?? null;
  if (id === null)
    return (
      <Form
        title={title}
        assessment={null}
        copyOf={loaded}
        starts={starts.data ?? null}
        choosesAccount={chooses.data}
        onClose={onClose}
        onSaved={onSaved}
        {...slots}
      />
    );
  if (loaded && (loaded.status === 'finished' || loaded.attempts.length > 0 || !loaded.is_keeper))
    return (
      <FullDialog title={title} onClose={onClose}>
        <div className={styles.loading}>
          <Notice>{t('form.cannotOpen')}</Notice>
        </div>
      </FullDialog>
    );
  return <Form title={title} assessment={loaded} copyOf={null} starts={null} choosesAccount={chooses.data} onClose={onClose} onSaved={onSaved} {...slots} />;
}

interface FormProps extends Omit<AssessmentFormProps, 'id' | 'copyOf' | 'startsWith'> {
  title: string;
  assessment: Assessment | null;
  copyOf: Assessment | null;
  starts: FormValues | null;
  choosesAccount: boolean;
}

const LEVELS = wholeList('/levels');
const PROTOCOLS = wholeList('/protocols');

function Form({ title, assessment, copyOf, starts, choosesAccount, onClose, onSaved, ...slots }: FormProps) {
  const form = useAssessmentForm({ assessment, copyOf, starts, choosesAccount, onSaved });
  const { step, values, faults, change } = form;
  // a draft on the device is resumed; if the device cannot store it, leaving the page loses it
  const letGo = useUnsaved(form.isDirty && form.kept.isFull, 'page');
  const [pending, setPending] = useState(false);
  const [asking, setAsking] = useState(false);
  const [uploading, setUploading] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (failures > 0 && !focusFault(frame.current)) frame.current?.querySelector('[role="alert"]')?.scrollIntoView?.({ block: 'nearest' }); // not every browser of tests scrolls
  }, [failures]);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    setUploading(false); // running uploads ended with the step
    frame.current?.parentElement?.scrollTo?.({ top: 0 });
    if (!frame.current?.querySelector('[aria-invalid="true"]')) heading.current?.focus();
  }, [step]);

  const isLast = step === 'questions';
  const number = STEPS.indexOf(step) + 1;
  const close = () => (form.isDirty ? setAsking(true) : onClose());
  const go = async (event: FormEvent) => {
    event.preventDefault();
    if (event.target !== event.currentTarget || pending || uploading) return;
    if (!isLast) return form.next() || setFailures((count) => count + 1);
    setPending(true);
    try {
      if (await form.save()) {
        letGo();
        onClose();
      } else setFailures((count) => count + 1);
    } finally {
      setPending(false);
    }
    return undefined;
  };
  return (
    <FullDialog
      title={title}
      onClose={close}
      locked={pending || asking}
      aside={
        <Row as="span" role="status" inline gap={6}>
          {form.kept.isFull ? (
            t('form.keptFailed')
          ) : form.kept.keptAt ? (
            <>
              <IconDeviceFloppy size={17} />
              {t('form.kept', { time: timeOf(form.kept.keptAt) })}
            </>
          ) : null}
        </Row>
      }
    >
      <Stack as="form" ref={frame} className={styles.form} noValidate onSubmit={(event) => void go(event)}>
        <Stepper step={step} onStep={form.goTo} />
        <Notices form={form} />
        {starts?.questions[0] && starts.questions[0].id === values.questions[0]?.id && (
          <Notice hue="blue" icon={IconInfoCircle}>
            {t('form.startsWith', { title: starts.questions[0].title })}
          </Notice>
        )}
        <div>
          <Text size={13} tone="dimmed">
            {t('form.stepOf', { number, of: STEPS.length })}
          </Text>
          <h3 ref={heading} tabIndex={-1} className={styles.stepTitle}>
            {t(`form.step.${step}`)}
          </h3>
          {isLast && (
            <Text tone="dimmed" above={4}>
              {t('form.questionsHint')}
            </Text>
          )}
        </div>
        <Box as="fieldset" grow shrinks className={styles.fieldset} disabled={pending}>
          {step === 'grade' && (
            <ChoiceCards
              label={t('assessments.grade')}
              description={t('form.gradeHint')}
              lookup={LEVELS}
              value={values.level_id}
              error={faults.level_id}
              onChange={(level_id) => change({ level_id })}
            />
          )}
          {step === 'protocol' && (
            <ChoiceCards
              label={t('assessments.protocol')}
              description={t('form.protocolHint')}
              lookup={PROTOCOLS}
              value={values.protocol_id}
              error={faults.protocol_id}
              onChange={(protocol_id) => change({ protocol_id })}
            />
          )}
          {step === 'about' && <AboutStep form={form} choosesAccount={choosesAccount} onBusy={setUploading} />}
          {isLast && <QuestionsStep form={form} {...slots} />}
        </Box>
        <Row gap={8} align="stretch" justify="end" ground="surface" className={styles.foot}>
          {number > 1 && (
            <Button icon={IconChevronLeft} disabled={pending} onClick={() => form.goTo(STEPS[number - 2] ?? 'grade')}>
              {t('form.back')}
            </Button>
          )}
          <Button type="submit" variant="filled" pending={pending || uploading} {...(!isLast && { iconAfter: IconChevronRight })}>
            {t(isLast ? 'form.save' : 'form.continue')}
          </Button>
        </Row>
      </Stack>
      {asking && (
        <CloseDialog
          words={t(form.kept.isFull ? 'form.keptFailed' : 'form.closeKeep')}
          onStay={() => setAsking(false)}
          onKeep={onClose}
          onDiscard={() => {
            form.kept.drop();
            onClose();
          }}
        />
      )}
    </FullDialog>
  );
}

/** Shows the notices above the form: a resumed draft, another person's edit, the reason it was not saved. */
function Notices({ form }: { form: AssessmentFormState }) {
  const { error } = form;
  return (
    <>
      <Restored form={form} />
      <FormProblem form={{ ...form, error: form.isGone ? error : null }} label={fieldName} words={fieldWords} />
      {error !== null && !form.isGone && (
        <Notice>
          <p>
            <b>{t('form.somethingWentWrong')}</b>
          </p>
          <p>{errorText(error)}</p>
        </Notice>
      )}
    </>
  );
}

function CloseDialog({ words, onStay, onKeep, onDiscard }: { words: string; onStay: () => void; onKeep: () => void; onDiscard: () => void }) {
  return (
    <Dialog
      opened
      onClose={onStay}
      title={t('form.closeTitle')}
      width={560}
      footer={
        <>
          <Button variant="danger" onClick={onDiscard}>
            {t('form.discard')}
          </Button>
          <Button onClick={onStay}>{t('dialog.keepEditing')}</Button>
          <Button variant="filled" data-autofocus onClick={onKeep}>
            {t('form.keepAndClose')}
          </Button>
        </>
      }
    >
      <p>{words}</p>
    </Dialog>
  );
}
