import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';
import { computePercent } from '@classwright/rules/live/figures/distribution';
import { bandOf } from '@classwright/rules/results/gain';
import { formatFixed } from '@classwright/rules/round';
import { MOVES } from '@classwright/rules/live/figures/moves';
import { useId, type ReactNode } from 'react';
import { dayOf } from '../../../base/dates.ts';
import { inOneLine } from '../../../base/in-one-line.ts';
import { t } from '../../../base/t.ts';
import { certaintyText } from '../../../ui/moves/gain-words.ts';
import { Paper, PrintHead } from '../../../ui/print/PrintHead.tsx';
import { MathText } from '../../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx';
import { type Choice, choicesOf } from '../../moves/choices.ts';
import { moveName } from '../../moves/transitions.ts';
import { groupName, notAskedText, participationText } from './group-words.ts';
import { groupStudents, isAsked, questionOf, reportOf, type Snapshot } from './model.ts';
import styles from './Sheet.module.css';

/** The black hatching of each form's bars, which any printer can print. */
const HATCHES: Record<Form, ReactNode> = {
  'Form - 1A': <path d="M0 6L6 0" stroke="#000" strokeWidth="1" />,
  'Form - 1B': <path d="M0 6L6 0M0 0L6 6" stroke="#000" strokeWidth="1.6" />,
  'Form - 2': <circle cx="3" cy="3" r="1.3" fill="#000" />,
};

type Fill = (form: Form) => string;

/**
 * The snapshot as printed pages without color, to be understood a year later: the questions with the bars of each form, the
 * moves in words with the names, on a side of their own.
 */
export function Sheet({ snapshot }: { snapshot: Snapshot }) {
  const id = useId();
  const fill: Fill = (form) => `url(#${id}${FORMS.indexOf(form)})`;
  const { details, session, took_part } = snapshot;
  const first = questionOf(snapshot, 'Form - 1A');
  return (
    <Paper className={styles.sheet}>
      <svg width="0" height="0" className={styles.defs}>
        <defs>
          {FORMS.map((form, index) => (
            <pattern key={form} id={`${id}${index}`} width="6" height="6" patternUnits="userSpaceOnUse">
              {HATCHES[form]}
            </pattern>
          ))}
        </defs>
      </svg>
      <PrintHead />
      <h1>{details.title}</h1>
      <p>{inOneLine([details.class_name, details.teacher_name, dayOf(session.started_at), participationText(took_part)])}</p>
      {snapshot.questions.map((question) => (
        <Asked
          key={question.id}
          question={question}
          title={t(question === first ? 'snapshot.question' : 'snapshot.transferQuestion')}
          snapshot={snapshot}
          fill={fill}
        />
      ))}
      <div className={styles.people}>
        <Moves snapshot={snapshot} />
        <Names snapshot={snapshot} />
      </div>
    </Paper>
  );
}

/** A question: its stem, the share of right answers in its forms, and a bar of each form for each response. */
function Asked({ question, title, snapshot, fill }: { question: StaffQuestionView; title: string; snapshot: Snapshot; fill: Fill }) {
  const forms = FORMS.filter((form) => questionOf(snapshot, form)?.id === question.id);
  return (
    <section>
      <h2>
        {title}: <MathText text={question.title} />
      </h2>
      <div className={styles.stem}>
        <RichTextView document={question.description} />
      </div>
      <ul className={styles.legend}>
        {forms.map((form) => {
          const { answered, right } = reportOf(snapshot, form);
          return (
            <li key={form}>
              <svg width="30" height="11">
                <rect x="0.5" y="0.5" width="29" height="10" fill={fill(form)} stroke="#000" />
              </svg>{' '}
              {form}: {isAsked(snapshot, form) ? t('snapshot.rightAnswers', { right, answered }) : notAskedText(snapshot)}
            </li>
          );
        })}
      </ul>
      <ul className={styles.responses}>
        {choicesOf(question).map((choice) => (
          <li key={choice.id}>
            <b>{choice.letter}</b>
            <div>
              <MathText text={choice.text} /> {choice.isCorrect && <b>✓ {t('snapshot.right')}</b>}
              {forms.map((form) => (
                <Bar key={form} form={form} choice={choice} snapshot={snapshot} fill={fill} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Bar({ form, choice, snapshot, fill }: { form: Form; choice: Choice; snapshot: Snapshot; fill: Fill }) {
  const { answered, responses } = reportOf(snapshot, form);
  const count = responses.find(({ response_id }) => response_id === choice.id)?.students ?? 0;
  const percent = answered === 0 ? 0 : computePercent(count / answered);
  return (
    <div className={styles.bar}>
      <svg width="100%" height="10" className="cw-directed">
        <rect x="0" y="0.5" width="100%" height="9" fill="none" stroke="#000" strokeWidth="0.5" strokeDasharray="1 3" />
        {count > 0 && <rect x="0.5" y="0.5" width={`${percent}%`} height="9" fill={fill(form)} stroke="#000" />}
      </svg>
      <span>
        {form}: {count} · {percent}%
      </span>
    </div>
  );
}

/** The moves between Form - 1A and Form - 1B in words, with the gain. */
function Moves({ snapshot: { moves, gain, branches, incomplete } }: { snapshot: Snapshot }) {
  if (!moves) return null;
  return (
    <section className="cw-whole">
      <h2>{t('snapshot.moves', { from: moves.from, to: moves.to })}</h2>
      <table>
        <tbody>
          {MOVES.map((move) => (
            <tr key={move}>
              <th scope="row">{moveName(move)}</th>
              <td>{moves[move]}</td>
              <td>{t(`snapshot.moveHint.${move}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {gain && (
        <p>
          {t('gain.where', { gain: formatFixed(gain.value, 2), band: t(`gain.${bandOf(gain.value)}`) })}. {certaintyText(moves)}. {t('gain.hint')}
        </p>
      )}
      {branches && (
        <p>
          {t('snapshot.branches')}:{' '}
          {branches
            .map(
              ({ first, second, transfer, account_ids }) => `${[first, second, transfer].map((right) => (right ? '✓' : '✗')).join('')} ${account_ids.length}`,
            )
            .join(' · ')}{' '}
          · {t('snapshot.incomplete')} {incomplete?.length ?? 0}
        </p>
      )}
    </section>
  );
}

/** The students by move, with the letters that they chose. */
function Names({ snapshot }: { snapshot: Snapshot }) {
  return (
    <section>
      <h2>{t('snapshot.byMove')}</h2>
      <p>{t('snapshot.sheetLegend')}</p>
      {groupStudents(snapshot).map(({ group, students }) => (
        <div key={group} className="cw-whole">
          <h3>
            {groupName(group, snapshot)} ({students.length})
          </h3>
          <ul>
            {students.map(({ account_id, name, chosen }) => (
              <li key={account_id}>
                <bdi>{name}</bdi>
                {group !== 'absent' && (
                  <bdi className={styles.letters}>{chosen.map((one) => (one ? `${one.letter}${one.correct ? '✓' : '✗'}` : '–')).join(' ')}</bdi>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
