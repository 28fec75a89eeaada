import { FORM_KEYS, FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import { computePercent } from '@classwright/rules/live/figures/distribution';
import { useState } from 'react';
import { chartItems } from '../../moves/choices.ts';
import { flowsOf, movedTitle, movedTotal, moveName } from '../../moves/transitions.ts';
import { PairFigures } from '../../moves/PairFigures.tsx';
import { TransitionTable } from '../../moves/TransitionTable.tsx';
import { teacherFeed } from '../../../base/addresses.ts';
import { dayOf, timeOf } from '../../../base/dates.ts';
import { openDownload } from '../../../base/open-download.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useUser } from '../../../base/use-user.ts';
import { inOneLine } from '../../../base/in-one-line.ts';
import { useSite } from '../../use-site.ts';
import { Words } from '../../Words.tsx';
import { Bars } from '../../../ui/charts/Bars.tsx';
import { ChartTable } from '../../../ui/charts/index.ts';
import { Flows } from '../../../ui/moves/Flows.tsx';
import { Gain } from '../../../ui/moves/Gain.tsx';
import { Legend, Swatch } from '../../../ui/moves/Legend.tsx';
import { useMovePatterns } from '../../../ui/moves/MovePatterns.tsx';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button, buttonClasses } from '../../../ui/plain/Button.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { IconCircleCheckFilled, IconChartBar, IconTable, IconX } from '../../../ui/plain/icons.ts';
import { IconDownload, IconPrinter } from '../../../ui/feature-icons/icons.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { PhaseChip } from '../../../ui/plain/PhaseChip.tsx';
import { Box, Grid, Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { MathText } from '../../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx';
import { AskedAgain, MissedAlone } from './Afterwards.tsx';
import { Certainty, Votes } from './Certainty.tsx';
import { Compare } from './Compare.tsx';
import { type Chosen, groupStudents, isAsked, questionOf, reportOf, type Snapshot } from './model.ts';
import { Sheet } from './Sheet.tsx';
import { Reasons } from './Reasons.tsx';
import { Subgroups } from './Subgroups.tsx';
import styles from './snapshot.module.css';
import { t } from '../../../base/t.ts';
import { groupName, notAskedText, participationText } from './group-words.ts';

/**
 * Shows the results of a lesson to its staff: shares, moves, paths, and students. The printed sheet is next to it,
 * invisible.
 */
export function TeacherSnapshot({ snapshot }: { snapshot: Snapshot }) {
  const [asTable, setTable] = useState(false);
  const { rights } = useUser();
  const openSite = useSite('snapshot');
  const { details, session, took_part } = snapshot;
  const said = [
    details.class_name,
    details.teacher_name,
    details.grade,
    details.topic,
    details.standard,
    dayOf(session.started_at),
    participationText(took_part),
  ];
  return (
    <Stack gap={12}>
      <Row wrap gap={16} rowGap={8} align="start" justify="between">
        <div className={styles.about}>
          <h2>
            {details.title} <Chip>{t(`snapshot.state.${session.state}`)}</Chip>
          </h2>
          <p className={styles.note}>{inOneLine(said)}</p>
          {session.state === 'running' && <p className={styles.note}>{t('snapshot.running')}</p>}
        </div>
        <Row wrap gap={8} align="stretch">
          <AppLink to={`/teacher-live-learning?assessment_id=${details.assessment_id}`} className={buttonClasses()}>
            {t('snapshot.openLesson')}
          </AppLink>
          {session.state === 'finished' && (
            <AppLink to={`/class-attention/${session.class_id}?assessment_id=${details.assessment_id}`} className={buttonClasses()}>
              {t('snapshot.attention')}
            </AppLink>
          )}
          {session.state === 'finished' && rights.includes('ideas:view') && (
            <AppLink to={`/ideas?class_id=${session.class_id}&next=${session.class_id}`} className={buttonClasses()}>
              {t('nextQuestion.propose')}
            </AppLink>
          )}
          {openSite && <Button onClick={() => openSite(details.assessment_id)}>{t('snapshot.site')}</Button>}
          <Button icon={asTable ? IconChartBar : IconTable} aria-pressed={asTable} onClick={() => setTable(!asTable)}>
            {t(asTable ? 'snapshot.showFigure' : 'snapshot.showTable')}
          </Button>
          <Button icon={IconPrinter} onClick={() => window.print()}>
            {t('snapshot.print')}
          </Button>
          <Button icon={IconDownload} onClick={() => void download(details.assessment_id)}>
            {t('snapshot.download')}
          </Button>
        </Row>
      </Row>
      <Stems snapshot={snapshot} />
      <Grid gap={12} className={styles.shares}>
        {FORMS.map((form) => (
          <Share key={form} form={form} snapshot={snapshot} />
        ))}
        {snapshot.moves && (
          <Card className={styles.share}>
            <Gain moves={snapshot.moves} />
          </Card>
        )}
      </Grid>
      {session.state === 'finished' && <AskedAgain assessmentId={details.assessment_id} />}
      <Grid gap={12} align="start" className={styles.columns}>
        <Stack gap={12} shrinks>
          <Moves snapshot={snapshot} asTable={asTable} />
          {snapshot.pairs && snapshot.pairs.figures.length > 0 && (
            <Card className={styles.part} aria-label={t('pairs.ended.title')}>
              <h3>{t('pairs.ended.title')}</h3>
              <PairFigures figures={snapshot.pairs.figures} />
            </Card>
          )}
          <Distributions snapshot={snapshot} asTable={asTable} />
          <Reasons snapshot={snapshot} />
          <Certainty snapshot={snapshot} />
          <Ways snapshot={snapshot} />
          <Votes snapshot={snapshot} />
          {snapshot.subgroups && <Subgroups subgroups={snapshot.subgroups} />}
          <Late snapshot={snapshot} />
        </Stack>
        <Students snapshot={snapshot} />
      </Grid>
      {session.state === 'finished' && <MissedAlone assessmentId={details.assessment_id} />}
      {session.state === 'finished' && <OtherLessons snapshot={snapshot} />}
      <Sheet snapshot={snapshot} />
    </Stack>
  );
}

const download = (assessmentId: number) =>
  openDownload(`/api/live/learning/teachers/snapshot/export?assessment_id=${assessmentId}`).catch((error: unknown) =>
    showSnack(errorText(error), { color: 'red' }),
  );

/** The questions as they were asked, folded. */
function Stems({ snapshot }: { snapshot: Snapshot }) {
  const first = questionOf(snapshot, 'Form - 1A');
  return (
    <Card className={styles.part}>
      {snapshot.questions.map((question) => (
        <details key={question.id} className={styles.stem}>
          <summary>
            {t(question === first ? 'snapshot.question' : 'snapshot.transferQuestion')}: <MathText text={question.title} />
          </summary>
          <RichTextView document={question.description} />
        </details>
      ))}
    </Card>
  );
}

/** Loads other lessons when someone asks for them. */
function OtherLessons({ snapshot }: { snapshot: Snapshot }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className={styles.part} aria-label={t('compare.title')}>
      <Row wrap gap={16} rowGap={8} align="start" justify="between">
        <h3>{t('compare.title')}</h3>
        <Button size="s" icon={IconTable} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'compare.hide' : 'compare.show')}
        </Button>
      </Row>
      {isOpen && <Compare snapshot={snapshot} />}
    </Card>
  );
}

/** The share of right answers in a form. */
function Share({ form, snapshot }: { form: Form; snapshot: Snapshot }) {
  const { question_id, answered, right } = reportOf(snapshot, form);
  return (
    <Card className={styles.share} aria-label={form}>
      <PhaseChip phase={form} />
      <Text weight={650} numbers above={8} className={styles.figure}>
        {answered === 0 ? '–' : `${computePercent(right / answered)}%`}
      </Text>
      <p className={styles.note}>
        {question_id === null ? notAskedText(snapshot) : t(form === 'Form - 2' ? 'snapshot.rightOfTransfer' : 'snapshot.rightAnswers', { right, answered })}
      </p>
    </Card>
  );
}

function Moves({ snapshot, asTable }: { snapshot: Snapshot; asTable: boolean }) {
  const { moves } = snapshot;
  const question = questionOf(snapshot, 'Form - 1A');
  if (!moves || !question)
    return <Card className={styles.part}>{t(snapshot.session.state === 'running' ? 'snapshot.movesLater' : 'snapshot.movesNotAsked')}</Card>;
  const flows = flowsOf(moves, question);
  return (
    <Card className={styles.part} aria-label={t('snapshot.moves', { from: moves.from, to: moves.to })}>
      <h3>{flows.length === 0 ? t('snapshot.nobodyMoved') : movedTitle(moves)}</h3>
      <Legend counts={moves} nameOf={moveName} />
      {flows.length > 0 && (
        <>
          {asTable ? (
            <TransitionTable flows={flows} from={moves.from} to={moves.to} />
          ) : (
            <>
              <Row align="stretch" justify="between" className={styles.ends}>
                <PhaseChip phase={moves.from} />
                <PhaseChip phase={moves.to} />
              </Row>
              <Flows flows={flows} nameOf={moveName} />
            </>
          )}
          <p className={styles.note}>{t('snapshot.chose', { count: movedTotal(moves) })}</p>
        </>
      )}
    </Card>
  );
}

/** The results of each form side by side. */
function Distributions({ snapshot, asTable }: { snapshot: Snapshot; asTable: boolean }) {
  return (
    <Card className={styles.part} aria-label={t('snapshot.classResponses')}>
      <h3>{t('snapshot.classResponses')}</h3>
      <div className={styles.forms}>
        {FORMS.map((form) => {
          const report = reportOf(snapshot, form);
          const question = questionOf(snapshot, form);
          if (!question) return null;
          const counts = report.responses.map(({ response_id, students }) => ({ response_id, count: students }));
          const items = chartItems(question, counts, true);
          return (
            <Box key={form} shrinks className={styles.form}>
              <Row as="p" gap={8} justify="between" size={13} tone="dimmed" below={8}>
                <PhaseChip phase={form} />
                <span>{t('snapshot.answersOf', { count: report.answered })}</span>
              </Row>
              {asTable ? (
                <ChartTable items={items} heading={t('snapshot.response')} count={t('snapshot.answers')} caption={`${form}: ${t('snapshot.classResponses')}`} />
              ) : (
                <Bars items={items} />
              )}
              <p className={styles.note}>
                <AppLink to={teacherFeed(snapshot.details.assessment_id, FORM_KEYS[form])}>
                  {t('snapshot.likesAndComments', { likes: report.total_likes, comments: report.total_comments })}
                </AppLink>
              </p>
            </Box>
          );
        })}
      </div>
    </Card>
  );
}

/** Shows right and wrong over the three forms, and the transfer question by the preceding move. */
function Ways({ snapshot: { branches, incomplete, transfer_by_move } }: { snapshot: Snapshot }) {
  if (!branches || !incomplete || !transfer_by_move) return null;
  return (
    <Card className={styles.part} aria-label={t('snapshot.branches')}>
      <h3>{t('snapshot.branches')}</h3>
      <p className={styles.note}>{t('snapshot.branchesHint')}</p>
      <div className={styles.tables}>
        <table className={styles.table}>
          <thead>
            <tr>
              {FORMS.map((form) => (
                <th key={form} scope="col">
                  {form}
                </th>
              ))}
              <th scope="col">{t('snapshot.people')}</th>
            </tr>
          </thead>
          <tbody>
            {branches.map(({ first, second, transfer, account_ids }) => (
              <tr key={`${first} ${second} ${transfer}`} data-none={account_ids.length === 0 || undefined}>
                {[first, second, transfer].map((right, index) => (
                  <td key={index}>
                    <Mark correct={right} />
                  </td>
                ))}
                <td>{account_ids.length}</td>
              </tr>
            ))}
            <tr>
              <th scope="row" colSpan={3}>
                {t('snapshot.incomplete')}
              </th>
              <td>{incomplete.length}</td>
            </tr>
          </tbody>
        </table>
        <table className={styles.table}>
          <caption>{t('snapshot.transferByMove')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('snapshot.move')}</th>
              <th scope="col">{t('snapshot.transferRight')}</th>
            </tr>
          </thead>
          <tbody>
            {transfer_by_move.map(({ move, right, answered }) => (
              <tr key={move}>
                <th scope="row">{moveName(move)}</th>
                <td>{answered === 0 ? '–' : t('snapshot.rightAnswers', { right, answered })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function Mark({ correct, letter }: { correct: boolean; letter?: string }) {
  const Icon = correct ? IconCircleCheckFilled : IconX;
  return (
    <Row as="span" inline gap={4} nowrap className={styles.mark} data-right={correct}>
      <Icon size={16} stroke={2.25} aria-hidden />
      <span className={letter === undefined ? undefined : 'visually-hidden'}>{t(correct ? 'snapshot.right' : 'snapshot.wrong')}</span>
      {letter !== undefined && <b>{letter}</b>}
    </Row>
  );
}

/** Lists all students by name, first those whom the discussion did not help. */
function Students({ snapshot }: { snapshot: Snapshot }) {
  const patterns = useMovePatterns();
  const noAnswer = FORMS.map((form) => (isAsked(snapshot, form) ? t('snapshot.noAnswer') : t('snapshot.neverOpened')));
  return (
    <Card className={styles.students} aria-label={t('snapshot.byMove')}>
      {patterns.defs}
      <h3>{t('snapshot.byMove')}</h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('snapshot.student')}</th>
            {FORMS.map((form) => (
              <th key={form} scope="col" aria-label={form}>
                {form.replace('Form - ', '')}
              </th>
            ))}
          </tr>
        </thead>
        {groupStudents(snapshot).map(({ group, students }) => (
          <tbody key={group}>
            <tr className={styles.group}>
              <th scope="rowgroup" colSpan={4}>
                <Row as="span" gap={8} rowGap={4} className={styles.groupName}>
                  {group !== 'absent' && group !== 'incomplete' && <Swatch move={group} patterns={patterns} />}
                  {groupName(group, snapshot)} <b>{students.length}</b>
                </Row>
              </th>
            </tr>
            {students.map(({ account_id, name, chosen }) => (
              <tr key={account_id}>
                <th scope="row" dir="auto">
                  {name}
                  <Company of={account_id} snapshot={snapshot} />
                </th>
                {chosen.map((one, index) => (
                  <td key={index}>
                    <ChosenMark chosen={one} without={noAnswer[index] ?? ''} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Card>
  );
}

/** With whom a student talked between the first two forms. */
function Company({ of, snapshot: { pairs, students } }: { of: number; snapshot: Snapshot }) {
  const group = pairs?.groups.find((ids) => ids.includes(of)) ?? [];
  const names = students.filter(({ account_id }) => account_id !== of && group.includes(account_id)).map(({ name }) => name);
  if (names.length === 0) return null;
  return <span className={styles.company}>{t('pairs.wasWith', { names: names.join(', ') })}</span>;
}

function ChosenMark({ chosen, without }: { chosen: Chosen | null /** The text for no choice. */; without: string }) {
  return chosen ? (
    <Mark correct={chosen.correct} letter={chosen.letter} />
  ) : (
    <span className={styles.note}>
      <span className="visually-hidden">{without}</span>
      <span aria-hidden>–</span>
    </span>
  );
}

/** Lists late answers by name. */
function Late({ snapshot }: { snapshot: Snapshot }) {
  const late = FORMS.flatMap((form) => reportOf(snapshot, form).late);
  if (late.length === 0) return null;
  return (
    <Card className={styles.part} aria-label={t('snapshot.lateTitle')}>
      <h3>{t('snapshot.lateTitle')}</h3>
      <p className={styles.note}>{t('snapshot.lateHint')}</p>
      <Stack as="ul" gap={10} above={8}>
        {late.map((one, index) => (
          <li key={index}>
            <PhaseChip phase={one.form} /> <b dir="auto">{one.student_name}</b>{' '}
            <span className={styles.note}>
              {t(one.kind === 'draft' ? 'snapshot.lateDraft' : 'snapshot.lateAnswer')} · {timeOf(one.received_at)}
            </span>
            {one.response !== null && (
              <p>
                <MathText text={one.response} />
              </p>
            )}
            <Words comment={one.comment} />
          </li>
        ))}
      </Stack>
    </Card>
  );
}
