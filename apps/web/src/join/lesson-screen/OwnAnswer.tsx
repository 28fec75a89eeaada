import type { Form } from '@classwright/contract/lesson/live/forms';
import type { ReactNode } from 'react';
import { isSettled, questionOf } from '../lesson/model.ts';
import { unfiledDraftOf } from '../lesson/view.ts';
import { OwnAnswerCard, UnfiledAnswerCard } from './OwnAnswerCard.tsx';
import { useItems, useModel, useOwnAnswer } from './use-lesson.ts';

/** Shows the result of the own answer in a form. Until the server reports it, the state on this device is shown. */
export function OwnAnswer({
  form,
  thread,
  children,
}: {
  form: Form /** The likes and comments of the post, once it is visible. */;
  thread?: ReactNode;
  children?: ReactNode;
}) {
  const model = useModel();
  const items = useItems();
  const own = useOwnAnswer(form);
  const question = questionOf(model, form);
  if (!own && !isSettled(model, form))
    return (
      <UnfiledAnswerCard draft={unfiledDraftOf(model, items, form)} question={question}>
        {children}
      </UnfiledAnswerCard>
    );
  return (
    <OwnAnswerCard own={own} question={question} thread={thread}>
      {children}
    </OwnAnswerCard>
  );
}
