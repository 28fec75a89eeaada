import { areResponsesChanged, type ComparedResponse } from '@classwright/rules/assessments/question-changes';
import { QUESTION_LIMITS } from '@classwright/rules/questions/limits';
import { readPoints } from '@classwright/rules/questions/scoring';
import { toPlainText } from '@classwright/rules/rich-text/read';
import type { RichTextDocument } from '@classwright/contract/rich-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showSnack } from '../../../../base/snackbar.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { IconArrowsRightLeft } from '../../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { Stack } from '../../../../ui/plain/layout/layout.tsx';
import { loadQuestion, type Question, QuestionFormDialog, QuestionPicker } from '../../../bank/questions/index.ts';
import { t } from '../../../../base/t.ts';
import styles from './form.module.css';
import { Hints } from './Hints.tsx';
import { QuestionSlot } from './QuestionSlot.tsx';
import type { AssessmentSlots } from './slots.ts';
import type { AssessmentFormState } from './use-assessment-form.ts';
import { type ChosenQuestion, toChosen } from './values.ts';

type Place = 0 | 1;
type Open = { what: 'pick' | 'create' | 'propose'; at: Place } | { what: 'edit'; at: Place; id: number };

/** Step 4: the two questions, chosen from the bank or written here. */
export function QuestionsStep({ form, renderNextQuestions }: { form: AssessmentFormState } & AssessmentSlots) {
  const { values, faults, change } = form;
  const [open, setOpen] = useState<Open | null>(null);
  const [first, second] = values.questions;
  const set = (at: Place, question: ChosenQuestion | null) => change({ questions: at === 0 ? [question, second] : [first, question] });
  const close = () => setOpen(null);
  /** Fills a place with a proposed question, and leaves the proposals open if it cannot be loaded. */
  const take = async (at: Place, id: number) => {
    try {
      set(at, toChosen(await loadQuestion(id, new AbortController().signal)));
      close();
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
  };
  const slot = (at: Place) => (
    <QuestionSlot
      key={at}
      number={at === 0 ? 1 : 2}
      question={values.questions[at]}
      onPick={() => setOpen({ what: 'pick', at })}
      onPropose={renderNextQuestions && values.class_id !== null ? () => setOpen({ what: 'propose', at }) : undefined}
      onCreate={() => setOpen({ what: 'create', at })}
      onEdit={(id) => setOpen({ what: 'edit', at, id })}
      onRemove={() => set(at, null)}
    />
  );
  return (
    <Stack gap={12}>
      {faults.questions && <Notice>{faults.questions}</Notice>}
      {slot(0)}
      {first && second && (
        <Button size="s" variant="subtle" icon={IconArrowsRightLeft} className={styles.swap} onClick={() => change({ questions: [second, first] })}>
          {t('form.swap')}
        </Button>
      )}
      {slot(1)}
      {first && second && first.id !== second.id && <Hints first={first.id} second={second.id} />}
      {open?.what === 'pick' && (
        <Dialog opened onClose={close} width={1240} title={t(open.at === 0 ? 'form.pickFor.1' : 'form.pickFor.2')}>
          <QuestionPicker
            chosen={values.questions.flatMap((question) => (question ? [question.id] : []))}
            narrowed={{ type_id: QUESTION_LIMITS.lessonTypeId }}
            offered={{ ...(values.standard_id && { standard_id: values.standard_id }), ...(values.subject_id && { question_subject_id: values.subject_id }) }}
            like={open.at === 1 ? first?.id : undefined}
            onChoose={(question) => {
              set(open.at, toChosen(question));
              close();
            }}
          />
        </Dialog>
      )}
      {open?.what === 'propose' && renderNextQuestions && values.class_id !== null && (
        <Dialog opened onClose={close} width={760} title={t(open.at === 0 ? 'form.pickFor.1' : 'form.pickFor.2')}>
          {renderNextQuestions({ classId: values.class_id, onChoose: (id) => void take(open.at, id) })}
        </Dialog>
      )}
      {open?.what === 'create' && (
        <QuestionFormDialog
          question={null}
          forLesson
          onClose={close}
          onSaved={(question, message) => {
            showSnack(message);
            set(open.at, toChosen(question));
          }}
        />
      )}
      {open?.what === 'edit' && <EditQuestion id={open.id} onClose={close} onSaved={(question) => set(open.at, toChosen(question))} />}
    </Stack>
  );
}

/** Edits a question. Changing a response creates a new question, as does editing another person's question. */
function EditQuestion({ id, onClose, onSaved }: { id: number; onClose: () => void; onSaved: (question: Question) => void }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['questions', 'one', id],
    queryFn: ({ signal }) => loadQuestion(id, signal),
    gcTime: 0,
    staleTime: 0,
  });
  if (!data)
    return (
      <Dialog opened onClose={onClose} title={t('form.editQuestion')}>
        {error && !isFetching ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <SkeletonText lines={6} />}
      </Dialog>
    );
  return (
    <QuestionFormDialog
      question={data}
      forLesson
      savesAsNew={(body, question) => !question.may.edit || areResponsesChanged(comparedOf(question.responses), comparedOf(body.responses))}
      onClose={onClose}
      onSaved={(question, message) => {
        showSnack(question.id === id ? message : t('form.isNewQuestion'));
        onSaved(question);
      }}
    />
  );
}

/** The responses in the form of the bank, and in the form that is sent. */
interface Response {
  title?: unknown;
  description?: unknown;
  sub_grade?: unknown;
  is_valid?: unknown;
}

function comparedOf(responses: readonly unknown[] = []): ComparedResponse[] {
  return (responses as readonly Response[]).map(({ title, description, sub_grade, is_valid }) => {
    const points = readPoints(sub_grade);
    return {
      title: String(title ?? ''),
      description: typeof description === 'object' && description !== null ? toPlainText(description as RichTextDocument) : String(description ?? ''),
      sub_grade: points === 'invalid' ? null : points,
      is_valid: is_valid === true,
    };
  });
}
