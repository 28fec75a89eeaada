import type { EvidenceView, IdeaEvidence, ideaMerge } from '@classwright/contract/lesson/ideas/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { useUser } from '../../../base/use-user.ts';
import type { ideas } from '@classwright/contract/lists/idea';
import { type Choice, ChoiceField } from '../../../ui/form/index.ts';
import { FullDialog } from '../../../ui/full-dialog/index.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { MathText } from '../../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx';
import { IDEAS, ideaChoices, loadEvidence, MOMENTS, shareText, tallyText, yearText } from './calls.ts';
import { wordsOf } from './IdeaTable.tsx';
import styles from './ideas.module.css';

/** Shows the evidence about an idea: over classes and school years, by question, and the reasons that moved students. */
export function IdeaPanel({ id, onNext, onClose }: { id: number; onNext: (classId: number) => void; onClose: () => void }) {
  const { rights } = useUser();
  const [merging, setMerging] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ queryKey: [...IDEAS, 'evidence', id], queryFn: ({ signal }) => loadEvidence(id, signal) });
  return (
    <FullDialog
      reading
      title={data?.idea.name ?? t('list.idea')}
      onClose={onClose}
      locked={merging}
      {...(data && rights.includes('ideas:delete') && { actions: <Button onClick={() => setMerging(true)}>{t('idea.merge')}</Button> })}
    >
      <Stack gap={20} className={styles.panel}>
        {!data ? (
          error ? (
            <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />
          ) : (
            <SkeletonText lines={8} />
          )
        ) : (
          <Evidence data={data} onNext={onNext} />
        )}
      </Stack>
      {merging && data && (
        <MergeDialog
          idea={data.idea}
          onClose={() => setMerging(false)}
          onMerged={() => {
            setMerging(false);
            onClose();
          }}
        />
      )}
    </FullDialog>
  );
}

function Evidence({ data: { idea, total, groups, others, questions, reasons }, onNext }: { data: IdeaEvidence; onNext: (classId: number) => void }) {
  const classes = [...new Map(groups.map(({ class_id, class_name }) => [class_id, class_name]))];
  return (
    <>
      <Stack gap={8}>
        <Text size={16} breaks>
          <MathText text={idea.sentence} />
        </Text>
        <Row wrap gap={8}>
          {idea.subject_name && <Chip>{idea.subject_name}</Chip>}
          {idea.standard_name && <Chip>{idea.standard_name}</Chip>}
          {idea.is_shared && <Chip hue="blue">{t('idea.sharedBy', { school: idea.school_name })}</Chip>}
        </Row>
      </Stack>
      <Stack as="section" gap={8} aria-labelledby="idea-evidence">
        <h3 id="idea-evidence">{t('idea.evidence')}</h3>
        {total.lessons === 0 ? (
          <Text tone="dimmed">{t('idea.noEvidence')}</Text>
        ) : (
          <>
            <Moments evidence={total} />
            <div className={styles.wide} tabIndex={0} role="region" aria-label={t('idea.byClass')}>
              <table className={styles.evidence}>
                <caption className="visually-hidden">{t('idea.byClass')}</caption>
                <thead>
                  <tr>
                    <th scope="col">{t('idea.class')}</th>
                    <th scope="col">{t('idea.year')}</th>
                    <th scope="col">{t('idea.lessons')}</th>
                    {MOMENTS.map((moment) => (
                      <th key={moment} scope="col">
                        {t(`idea.moment.${moment}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {groups.map((group) => (
                    <tr key={`${group.class_id} ${group.year}`}>
                      <th scope="row">
                        {group.class_name}
                        {group.level_name && (
                          <Text as="span" size={13} tone="dimmed">
                            {' '}
                            {group.level_name}
                          </Text>
                        )}
                      </th>
                      <td>{yearText(group.year)}</td>
                      <td>{group.lessons}</td>
                      {MOMENTS.map((moment) => (
                        <td key={moment} title={group[moment] ? shareText(group[moment]) : undefined}>
                          {group[moment] ? tallyText(group[moment]) : '–'}
                        </td>
                      ))}
                    </tr>
                  ))}
                  {others && (
                    <tr>
                      <th scope="row" colSpan={2}>
                        {t('idea.others')}
                      </th>
                      <td>{others.lessons}</td>
                      {(['first', 'second', 'transfer'] as const).map((moment) => (
                        <td key={moment}>{others[moment] ? tallyText(others[moment]) : '–'}</td>
                      ))}
                      <td>–</td>
                      <td>–</td>
                    </tr>
                  )}
                </tbody>
              </table>
            </div>
          </>
        )}
        {classes.length > 0 && (
          <Row wrap gap={8}>
            {classes.map(([id, name]) => (
              <Button key={id} size="s" onClick={() => onNext(id)}>
                {t('idea.nextFor', { class: name })}
              </Button>
            ))}
          </Row>
        )}
      </Stack>
      <Stack as="section" gap={8} aria-labelledby="idea-questions">
        <h3 id="idea-questions">{t('idea.questions')}</h3>
        {questions.length === 0 && <Text tone="dimmed">{t('idea.noQuestions')}</Text>}
        <Stack as="ul" gap={8} className={styles.plain}>
          {questions.map(({ question_id, title, responses, lessons, ...held }) => (
            <Stack as="li" key={question_id} gap={4} bordered radius="md" className={styles.card}>
              <AppLink to={`/all-questions?view=${question_id}`}>
                <MathText text={title} />
              </AppLink>
              {responses.map((response) => (
                <Text key={response} size={14} tone="dimmed" breaks>
                  <MathText text={response} />
                </Text>
              ))}
              <Text size={14}>
                {t('idea.inLessons', { count: lessons })} {wordsOf(held)}
              </Text>
            </Stack>
          ))}
        </Stack>
      </Stack>
      <Reasons reasons={reasons} />
    </>
  );
}

/** Shows the shares that held an idea at each moment, as sentences. */
function Moments({ evidence }: { evidence: EvidenceView }) {
  return (
    <Stack as="ul" gap={4} className={styles.plain}>
      {MOMENTS.map((moment) => {
        const tally = evidence[moment];
        return tally && <li key={moment}>{t(`idea.said.${moment}`, { share: shareText(tally) })}</li>;
      })}
    </Stack>
  );
}

/** Lists the justifications that stood in sight of students who left an idea, with the author where staff may know it. */
export function Reasons({ reasons }: { reasons: readonly (IdeaEvidence['reasons'][number] & { author?: string })[] }) {
  return (
    <Stack as="section" gap={8} aria-labelledby="idea-reasons">
      <h3 id="idea-reasons">{t('idea.reasons')}</h3>
      {reasons.length === 0 ? (
        <EmptyState compact title={t('idea.noReasons')}>
          {t('idea.noReasonsHint')}
        </EmptyState>
      ) : (
        <Stack as="ul" gap={8} className={styles.plain}>
          {reasons.map(({ response, is_valid, comment, moved, was_dealt, author }, place) => (
            <Stack as="li" key={place} gap={4} bordered radius="md" className={styles.card}>
              <Row wrap gap={8}>
                <Text as="span" weight={600} breaks>
                  <MathText text={response} />
                </Text>
                {is_valid && <Chip hue="green">{t('analysis.valid')}</Chip>}
                {was_dealt && <Chip>{t('idea.wasDealt')}</Chip>}
              </Row>
              <RichTextView document={comment} />
              <Text size={13} tone="dimmed">
                {author ? t('idea.movedWith', { count: moved, author }) : t('idea.moved', { count: moved })}
              </Text>
            </Stack>
          ))}
        </Stack>
      )}
    </Stack>
  );
}

/** Merges an idea into another one. Undo restores it. */
function MergeDialog({ idea, onClose, onMerged }: { idea: { id: number; name: string }; onClose: () => void; onMerged: () => void }) {
  const queries = useQueryClient();
  const [into, setInto] = useState<Choice | null>(null);
  const [fault, setFault] = useState<string>();
  const [error, setError] = useState<unknown>(null);
  const refresh = () => void queries.invalidateQueries({ queryKey: IDEAS });
  const submit = async (): Promise<boolean> => {
    setFault(into ? undefined : t('idea.choose'));
    setError(null);
    if (!into) return false;
    try {
      const { message } = await api<typeof ideaMerge>('POST', '/ideas/:id/merge', { params: { id: idea.id }, body: { into_id: into.id } });
      refresh();
      showSnack(message, {
        undo: async () => {
          const restored = await api<typeof ideas.endpoints.restore>('POST', '/ideas/:id/restore', { params: { id: idea.id } });
          refresh();
          return restored.message;
        },
      });
      onMerged();
      return false; // the page of the merged idea closes with the dialog
    } catch (failure) {
      setError(failure);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={t('idea.mergeTitle', { name: idea.name })}
      submitLabel={t('idea.mergeButton')}
      dirty={into !== null}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{errorText(error)}</Notice>}
    >
      <ChoiceField
        label={t('idea.mergeInto')}
        description={t('idea.mergeHint')}
        source={ideaChoices}
        value={into ? [into] : []}
        error={fault}
        onChange={([one]) => setInto(one ?? null)}
      />
    </FormDialog>
  );
}
