import { FORM_KEYS, FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import type { StudentSnapshotView } from '@classwright/contract/lesson/live/snapshots';
import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { useState, type ReactNode } from 'react';
import { soloLesson } from '../../base/addresses.ts';
import { dayOf, timeOf } from '../../base/dates.ts';
import { inOneLine } from '../../base/in-one-line.ts';
import { Chart, ChartSwitch, type ChartView, markAt, type ChartItem } from '../../ui/charts/index.ts';
import { Avatar } from '../../ui/plain/Avatar.tsx';
import { Card } from '../../ui/plain/Card.tsx';
import { classes } from '../../ui/plain/classes.ts';
import { hueClass } from '../../ui/plain/hues.ts';
import { IconCircleCheckFilled, IconMessageCircle, IconThumbUp, IconX } from '../../ui/plain/icons.ts';
import { Letter, letterAt } from '../../ui/plain/Letter.tsx';
import { PhaseChip } from '../../ui/plain/PhaseChip.tsx';
import { Grid, Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { PrintHead } from '../../ui/print/PrintHead.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../ui/rich-text/RichTextView.tsx';
import { Words } from '../Words.tsx';
import { type Leg, OwnWay } from './OwnWay.tsx';
import { ClassRibbon } from './ClassRibbon.tsx';
import { computeRightOfSnapshot } from './class-right.ts';
import styles from './StudentSnapshot.module.css';
import { t } from '../../base/t.ts';

type Comment = StudentSnapshotView['my_comments_given_per_form']['form_1A'][number];

/**
 * Shows a student's own results of a finished lesson, the most important first: the own way and why the right answers are right, the own
 * words with the idea behind a wrong choice, the teacher's comments, then the class, and last the likes and comments.
 */
export function StudentSnapshot({ snapshot }: { snapshot: StudentSnapshotView }) {
  const { details, took_part, can_do_alone, questions, finished_at } = snapshot;
  const said = [
    details.class_name,
    details.teacher_name,
    details.grade,
    details.topic,
    details.standard,
    t('snapshot.finishedOn', { date: dayOf(finished_at) }),
  ];
  return (
    <Stack gap={14}>
      <PrintHead />
      {took_part && <OwnWay legs={listLegs(snapshot)} sameWay={snapshot.same_way} />}
      <Text tone="dimmed" breaks className={styles.details}>
        <b>{details.title}</b> · {inOneLine(said)}
      </Text>
      {!took_part && (
        <p className={styles.absent}>
          <b>{t('snapshot.absent')}</b> {t('snapshot.absentHint')} {can_do_alone && <a href={soloLesson(details.assessment_id)}>{t('solo.doAlone')}</a>}
        </p>
      )}
      {questions.map((question) => (
        <OneQuestion key={question.id} question={question} snapshot={snapshot} />
      ))}
      <ClassRibbon forms={computeRightOfSnapshot(snapshot)} />
      <Engagement summary={snapshot.engagement_summary} />
      {details.description.content.length > 0 && (
        <details>
          <summary>{t('snapshot.about')}</summary>
          <RichTextView document={details.description} />
        </details>
      )}
    </Stack>
  );
}

/** Lists the student's answers in the forms that were asked, in order. */
function listLegs({ questions, reports, my_responses_per_form, late_per_form }: StudentSnapshotView): Leg[] {
  return FORMS.flatMap((form) => {
    const key = FORM_KEYS[form];
    const question = questions.find(({ id }) => id === reports[key].question_id);
    const [own] = my_responses_per_form[key];
    const isLate = late_per_form[key].some(({ response_id }) => response_id !== null);
    return question ? [{ form, question, chosen: own?.response_id ?? null, isRight: own?.is_correct ?? false, isLate }] : [];
  });
}

/** Shows the likes and comments; folded while there are none. */
function Engagement({ summary }: { summary: StudentSnapshotView['engagement_summary'] }) {
  const cards = (
    <Grid gap={12} className={styles.cards}>
      <Totals title={t('snapshot.gave')} likes={summary.likes_i_gave} comments={summary.comments_i_gave} />
      <Totals title={t('snapshot.received')} likes={summary.likes_i_received} comments={summary.comments_i_received} />
      <Totals title={t('snapshot.fromClassmates')} likes={summary.likes_from_classmates} comments={summary.comments_from_classmates} />
    </Grid>
  );
  if (Object.values(summary).some((count) => count !== null && count > 0)) return cards;
  return (
    <details>
      <summary>{t('snapshot.noLikes')}</summary>
      {cards}
    </details>
  );
}

function Totals({ title, likes, comments }: { title: string; likes: number | null; comments: number | null }) {
  return (
    <Card className={styles.totals}>
      <h2>{title}</h2>
      <dl>
        <div>
          <dt>
            <IconThumbUp size={16} /> {t('snapshot.likes')}
          </dt>
          <dd>{likes ?? '–'}</dd>
        </div>
        <div>
          <dt>
            <IconMessageCircle size={16} /> {t('snapshot.comments')}
          </dt>
          <dd>{comments ?? '–'}</dd>
        </div>
      </dl>
    </Card>
  );
}

const inOrder = (question: RevealedQuestionView) => question.responses.toSorted((left, right) => left.position - right.position);

/** Shows a question: the forms in which it was asked, then all responses with their reasons. */
function OneQuestion({ question, snapshot }: { question: RevealedQuestionView; snapshot: StudentSnapshotView }) {
  const forms = FORMS.filter((form) => snapshot.reports[FORM_KEYS[form]].question_id === question.id);
  const chosen = forms.map((form) => snapshot.my_responses_per_form[FORM_KEYS[form]][0]?.response_id).findLast((id) => id != null);
  return (
    <Stack as="section" gap={12} aria-label={question.title}>
      <h2 className={styles.title}>
        <MathText text={question.title} />
      </h2>
      <Grid gap={12} className={styles.forms}>
        {forms.map((form) => (
          <Report key={form} form={form} question={question} snapshot={snapshot} />
        ))}
      </Grid>
      <Card className={styles.asked}>
        <details>
          <summary>{t('snapshot.question')}</summary>
          <RichTextView document={question.description} />
        </details>
        <Stack as="ul" gap={10} className={styles.choices}>
          {inOrder(question).map((response, index) => (
            <li key={response.id}>
              <Letter letter={letterAt(index)} look={response.id === chosen ? 'selected' : 'plain'} />
              <Text as="span" grow shrinks breaks>
                <MathText text={response.response} />
                {response.description && response.description.content.length > 0 && (
                  <details>
                    <summary>{t('snapshot.why')}</summary>
                    <RichTextView document={response.description} />
                  </details>
                )}
              </Text>
              {response.is_valid === true && <Mark correct />}
            </li>
          ))}
        </Stack>
      </Card>
    </Stack>
  );
}

function Mark({ correct }: { correct: boolean }) {
  const Icon = correct ? IconCircleCheckFilled : IconX;
  return (
    <Row as="span" inline gap={5} weight={600} className={classes(styles.mark, hueClass(correct ? 'green' : 'red'))}>
      <Icon size={18} stroke={2.25} />
      {t(correct ? 'snapshot.right' : 'snapshot.wrong')}
    </Row>
  );
}

/** Shows a form: the own answer, the teacher's comments, the class's results, and the own comments. */
function Report({ form, question, snapshot }: { form: Form; question: RevealedQuestionView; snapshot: StudentSnapshotView }) {
  const [view, setView] = useState<ChartView>('bars');
  const key = FORM_KEYS[form];
  const report = snapshot.reports[key];
  const [own] = snapshot.my_responses_per_form[key];
  const ordered = inOrder(question);
  const items = ordered.map((response, index): ChartItem => {
    const counted = report.responses?.find(({ response_id }) => response_id === response.id);
    const isOwn = own?.response_id === response.id;
    return {
      key: response.id,
      label: response.response,
      letter: letterAt(index),
      mark: markAt(index),
      value: counted?.students ?? 0,
      ...(response.is_valid === true && { correct: true }),
      ...(isOwn && { note: t('snapshot.you') }),
    };
  });
  const said = (response_id: number | null, words: string | null): ReactNode => {
    const at = ordered.findIndex(({ id }) => id === response_id);
    return (
      <Text above={4} className={styles.choice}>
        <Letter letter={at >= 0 ? letterAt(at) : '–'} size="s" look={at >= 0 ? 'plain' : 'none'} />
        <span>{words === null ? t('snapshot.noChoice') : <MathText text={words} />}</span>
      </Text>
    );
  };
  return (
    <Card className={styles.report} aria-label={form}>
      <Row wrap gap={12} rowGap={4} justify="between">
        <h3>
          <PhaseChip phase={form} />
        </h3>
        {own?.is_correct != null && <Mark correct={own.is_correct} />}
      </Row>
      {own ? (
        <div>
          <h4>{t('snapshot.myResponse')}</h4>
          {said(own.response_id, own.response_text)}
          <Words comment={own.justification} className={styles.justification} />
          {own.is_correct === false && <Idea question={question} responseId={own.response_id} />}
          {own.filed_by === 'server' && (
            <Text tone="dimmed" breaks className={styles.note}>
              {t('snapshot.filed')}
            </Text>
          )}
        </div>
      ) : (
        <Text tone="dimmed" breaks className={styles.note}>
          {t('snapshot.noResponse')}
        </Text>
      )}
      {snapshot.late_per_form[key].map((late, index) => (
        <div key={index} className={styles.late}>
          <p>{t('snapshot.late')}</p>
          {said(late.response_id, late.response)}
          <Words comment={late.comment} className={styles.justification} />
        </div>
      ))}
      <Comments title={t('snapshot.commentsReceived')} comments={snapshot.my_comments_received_per_form[key]} byStaff />
      {report.responses && (
        <Stack gap={10}>
          <Row wrap gap={12} rowGap={4} justify="between">
            <h4>{t('snapshot.classResponses')}</h4>
            <ChartSwitch view={view} onView={setView} />
          </Row>
          <Chart view={view} items={items} title={`${form}: ${t('snapshot.classResponses')}`} heading={t('snapshot.response')} count={t('snapshot.answers')} />
          <Text tone="dimmed" breaks className={styles.note}>
            {t('snapshot.totals', { likes: report.total_likes ?? 0, comments: report.total_comments ?? 0 })}
          </Text>
        </Stack>
      )}
      <Comments title={t('snapshot.commentsGiven')} comments={snapshot.my_comments_given_per_form[key]} />
    </Card>
  );
}

/** Shows the idea behind a wrong choice, open. */
function Idea({ question, responseId }: { question: RevealedQuestionView; responseId: number | null }) {
  const idea = question.responses.find(({ id }) => id === responseId)?.description;
  if (!idea || idea.content.length === 0) return null;
  return (
    <>
      <h4 className={styles.idea}>{t('snapshot.whyChosen')}</h4>
      <RichTextView document={idea} />
    </>
  );
}

/** Lists comments in a panel of 200 px that scrolls, by keyboard too. */
function Comments({ title, comments, byStaff = false }: { title: string; comments: readonly Comment[]; byStaff?: boolean }) {
  return (
    <div>
      <h4>{title}</h4>
      {comments.length === 0 ? (
        <Text tone="dimmed" breaks className={styles.note}>
          {t('snapshot.noComments')}
        </Text>
      ) : (
        <Stack as="ul" gap={10} className={styles.comments} tabIndex={0} aria-label={title}>
          {comments.map((comment) => (
            <li key={comment.id}>
              <Avatar name={comment.name} size="s" hue={byStaff ? 'pink' : undefined} />
              <p>
                <b>{comment.name}</b>{' '}
                <Text as="span" tone="dimmed" breaks className={styles.note}>
                  {timeOf(comment.posted_on)}
                </Text>
                <br />
                {comment.comment}
              </p>
            </li>
          ))}
        </Stack>
      )}
    </div>
  );
}
