import type { CallResult } from '@classwright/contract/core/endpoint';
import type { Form } from '@classwright/contract/lesson/live/forms';
import type { liveReasonDeal, liveVoteClose, liveVoteOpen, ReasonsView, ReasonView } from '@classwright/contract/lesson/live/reasons';
import { useEffect, useState } from 'react';
import { useEvent } from '../../../../../base/use-event.ts';
import { api } from '../../../../../base/api.ts';
import { Button } from '../../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../../../ui/plain/error-text.ts';
import { Letter } from '../../../../../ui/plain/Letter.tsx';
import { Notice } from '../../../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../../../ui/plain/Skeleton.tsx';
import { Box, Row, Stack, Text } from '../../../../../ui/plain/layout/layout.tsx';
import { MathText } from '../../../../../ui/rich-text/MathText.tsx';
import { choicesOf } from '../../../../../lesson/moves/choices.ts';
import { Words } from '../../../../../lesson/Words.tsx';
import { t } from '../../../../../base/t.ts';
import { questionOf } from '../../lesson/model.ts';
import { useLive, useModel, usePhase } from '../../use-live.ts';
import styles from './Reasons.module.css';
import { ShownVote } from './ShownVote.tsx';

/** The choice of two reasons of a form, and the vote of the class about them. */
export function ReasonsDialog({ onClose }: { onClose: () => void }) {
  const phase = usePhase();
  return (
    <Dialog opened onClose={onClose} title={t('reasons.title')} width={720} shape="full">
      {phase ? <Reasons key={phase.form} form={phase.form} /> : <Text leading={1.4}>{t('reasons.notBegun')}</Text>}
    </Dialog>
  );
}

type Answer = CallResult<typeof liveReasonDeal>;

function Reasons({ form }: { form: Form }) {
  const { lesson } = useLive();
  const assessment_id = lesson.assessmentId;
  const isOpen = usePhase()?.closed === false;
  const shown = useModel((model) => model.known?.vote ?? null);
  const question = useModel((model) => questionOf(model, form));
  const [reasons, setReasons] = useState<ReasonsView | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [problem, setProblem] = useState<unknown>(null);
  const [pending, setPending] = useState<string | null>(null);

  /** Makes a call, shows what it returned, and says a refusal in place. */
  async function run(what: string, call: () => Promise<Answer | void>): Promise<void> {
    setPending(what);
    setProblem(null);
    try {
      const answer = await call();
      if (answer) setReasons(answer.reasons);
    } catch (error) {
      setProblem(error);
    }
    setPending(null);
  }
  const deal = useEvent((response_id?: number) =>
    run(response_id === undefined ? 'deal' : `deal ${response_id}`, () =>
      api<typeof liveReasonDeal>('POST', '/live/learning/reasons/deal', { body: { assessment_id, form, ...(response_id !== undefined && { response_id }) } }),
    ),
  );
  // once the form has closed, what came last is dealt too; a vote that another teacher opened is read with it
  const shownId = shown?.id;
  useEffect(() => void deal(), [deal, isOpen, shownId]);

  const toggle = (id: number) => setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id].slice(-2)));
  const [first_id, second_id] = chosen;
  const put = () =>
    first_id !== undefined &&
    second_id !== undefined &&
    run('put', () => api<typeof liveVoteOpen>('POST', '/live/learning/reasons/vote/open', { body: { assessment_id, first_id, second_id } }));
  const takeAway = (vote_id: number) =>
    run('close', async () => {
      await api<typeof liveVoteClose>('POST', '/live/learning/reasons/vote/close', { body: { assessment_id, vote_id } });
      setChosen([]);
    });

  if (!reasons || !question) return problem ? <Notice>{errorText(problem)}</Notice> : <SkeletonText lines={6} />;
  const vote = shown?.isShown && reasons.vote?.id === shown.id ? reasons.vote : null;
  if (vote) return <ShownVote vote={vote} question={question} pending={pending === 'close'} problem={problem} onTakeAway={() => void takeAway(vote.id)} />;
  return (
    <Stack gap={16}>
      <Text leading={1.4} tone="dimmed">
        {t('reasons.hint')}
      </Text>
      {choicesOf(question).map(({ id, letter, text }) => {
        const choice = reasons.choices.find(({ response_id }) => response_id === id);
        return (
          <Stack as="section" key={id} gap={8} aria-label={t('reasons.ofChoice', { letter })}>
            <Row gap={10}>
              <Letter letter={letter} />
              <Text as="h3" weight={600} leading={1.35} grow shrinks>
                <MathText text={text} />
              </Text>
              {choice && choice.reasons.length > 0 && (
                <Button
                  size="s"
                  variant="light"
                  disabled={!choice.has_more}
                  pending={pending === `deal ${id}`}
                  aria-label={t('reasons.anotherOf', { letter })}
                  onClick={() => void deal(id)}
                >
                  {t('reasons.another')}
                </Button>
              )}
            </Row>
            {choice?.reasons.map((reason) => (
              <DealtReason key={reason.id} reason={reason} checked={chosen.includes(reason.id)} onToggle={() => toggle(reason.id)} />
            ))}
            {(!choice || choice.reasons.length === 0) && (
              <Text size={14} tone="dimmed">
                {t('reasons.none')}
              </Text>
            )}
          </Stack>
        );
      })}
      {problem !== null && <Notice>{errorText(problem)}</Notice>}
      <Row gap={12} wrap className={styles.bar} ground="surface">
        <Button variant="filled" size="l" disabled={isOpen || chosen.length < 2} pending={pending === 'put'} onClick={() => void put()}>
          {t('reasons.put')}
        </Button>
        <Text size={14} tone="dimmed" leading={1.4} grow shrinks role="status">
          {t(isOpen ? 'reasons.waitForClosing' : chosen.length < 2 ? 'reasons.chooseTwo' : 'reasons.ready', { form })}
        </Text>
      </Row>
    </Stack>
  );
}

/** A dealt reason with its checkbox. One that may no longer be shown cannot be chosen. */
function DealtReason({ reason, checked, onToggle }: { reason: ReasonView; checked: boolean; onToggle: () => void }) {
  return (
    <Row as="label" gap={12} align="start" radius="lg" leading={1.4} bordered className={styles.reason} data-chosen={checked || undefined}>
      <input type="checkbox" checked={checked} disabled={reason.comment === null} onChange={onToggle} />
      <Box grow shrinks>
        {reason.comment ? <Words comment={reason.comment} /> : t('vote.gone')}
        <Text size={13} tone="dimmed" numbers>
          {reason.is_from_before ? t('reasons.before') : t('reasons.likes', { count: reason.likes })}
        </Text>
      </Box>
    </Row>
  );
}
