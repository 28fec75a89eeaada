import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import type { Form } from '@classwright/contract/lesson/live/forms';
import { computeOwnWay, type WayAnswer } from '@classwright/rules/live/own-way';
import { Fragment } from 'react';
import { t } from '../../base/t.ts';
import { Card } from '../../ui/plain/Card.tsx';
import { classes } from '../../ui/plain/classes.ts';
import { hueClass } from '../../ui/plain/hues.ts';
import { IconArrowRight, IconCheck } from '../../ui/plain/icons.ts';
import { Letter, letterAt } from '../../ui/plain/Letter.tsx';
import { Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../ui/rich-text/RichTextView.tsx';
import { formName } from '../form-name.ts';
import styles from './OwnWay.module.css';

/** A student's answer in a form that was asked. */
export interface Leg extends WayAnswer {
  form: Form;
  question: RevealedQuestionView;
}

const placeOf = (question: RevealedQuestionView, id: number | null): number =>
  question.responses.toSorted((left, right) => left.position - right.position).findIndex((response) => response.id === id);

/**
 * Begins a student's summary of a lesson: one sentence about the own way through the forms, the letters that were
 * chosen, and why the right answers are right (LIVE-117). `sameWay`: the number of others, or null.
 */
export function OwnWay({ legs, sameWay }: { legs: readonly Leg[]; sameWay: number | null }) {
  const answerIn = (form: Form): WayAnswer | null => legs.find((leg) => leg.form === form) ?? null;
  const way = computeOwnWay(answerIn('Form - 1A'), answerIn('Form - 1B'));
  if (!way) return null;
  const questions = legs.map(({ question }) => question).filter((question, index, all) => all.findIndex(({ id }) => id === question.id) === index);
  return (
    <Card className={styles.card} aria-label={t('snapshot.yourWay')}>
      <h2 className={styles.sentence}>{wordsOf(way, sameWay)}</h2>
      <Row as="ol" wrap gap={8}>
        {legs.map((leg, index) => (
          <Fragment key={leg.form}>
            {index > 0 && (
              <Row as="li" inline tone="dimmed" aria-hidden>
                <IconArrowRight size={18} />
              </Row>
            )}
            <LegMark leg={leg} isOnly={legs.length === 1} />
          </Fragment>
        ))}
      </Row>
      {questions.map((question) => (
        <Why key={question.id} question={question} isFirst={question === questions[0]} />
      ))}
    </Card>
  );
}

function wordsOf(way: NonNullable<ReturnType<typeof computeOwnWay>>, sameWay: number | null): string {
  const counted = sameWay === null ? null : ({ count: sameWay } as const);
  if (counted && way === 'kept-right') return t('snapshot.wayWith.kept-right', counted);
  if (counted && way === 'changed-to-right') return t('snapshot.wayWith.changed-to-right', counted);
  if (counted && way === 'changed-from-right') return t('snapshot.wayWith.changed-from-right', counted);
  if (counted && way === 'kept-wrong') return t('snapshot.wayWith.kept-wrong', counted);
  if (counted && way === 'changed-but-wrong') return t('snapshot.wayWith.changed-but-wrong', counted);
  return t(`snapshot.way.${way}`);
}

/** Shows the letter that was chosen in a form. The only one has its words next to it. */
function LegMark({ leg: { form, question, chosen, isRight }, isOnly }: { leg: Leg; isOnly: boolean }) {
  const at = placeOf(question, chosen);
  const words = isOnly && question.responses.find(({ id }) => id === chosen)?.response;
  const letter = at >= 0 ? letterAt(at) : '–';
  const said =
    at < 0 ? t('snapshot.legNone', { form: formName(form) }) : t(isRight ? 'snapshot.legRight' : 'snapshot.legWrong', { form: formName(form), letter });
  return (
    <Row as="li" inline gap={4} weight={600}>
      <span className="visually-hidden">{said}</span>
      <Row as="span" inline gap={4} aria-hidden title={formName(form)}>
        <Letter letter={letter} size="l" look={at < 0 ? 'none' : 'plain'} />
        {at >= 0 && isRight && <IconCheck size={20} stroke={2.5} className={classes(styles.right, hueClass('green'))} />}
      </Row>
      {words && <MathText text={words} />}
    </Row>
  );
}

/** Shows the right responses of a question with their reasons, open. The first question needs no title: it is the one that the sentence is about. */
function Why({ question, isFirst }: { question: RevealedQuestionView; isFirst: boolean }) {
  const right = question.responses.filter(({ is_valid }) => is_valid === true);
  if (right.length === 0) return null;
  return (
    <Stack as="section" gap={6} aria-label={`${t('snapshot.whyRight')}: ${question.title}`}>
      <Text as="h3" size={13} weight={650} leading={1.4} tone="dimmed" breaks>
        {isFirst ? t('snapshot.whyRight') : <MathText text={question.title} />}
      </Text>
      {right.map((response) => (
        <Stack key={response.id} gap={6} shrinks>
          <Row gap={10} weight={600} breaks>
            <Letter letter={letterAt(placeOf(question, response.id))} />
            <MathText text={response.response} />
          </Row>
          {response.description && response.description.content.length > 0 && <RichTextView document={response.description} />}
        </Stack>
      ))}
    </Stack>
  );
}
