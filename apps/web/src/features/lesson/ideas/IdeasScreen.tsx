import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dayOn } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button, buttonClasses } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconPlus } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { PrintHead } from '../../../ui/print/PrintHead.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { MathText } from '../../../ui/rich-text/MathText.tsx';
import { AnswersPanel } from './AnswersPanel.tsx';
import { IDEAS, type IdeaTableData, loadQuestionIdeas, loadTable, reportFailure, shareText, yearText } from './calls.ts';
import { IdeaPanel } from './IdeaPanel.tsx';
import { IdeaTable } from './IdeaTable.tsx';
import styles from './ideas.module.css';
import { NameDialog, type Unnamed } from './NameDialog.tsx';
import { NextQuestionsDialog } from './NextQuestions.tsx';
import { type IdeasSearch, parseIdeasSearch } from './search.ts';
import type { ProposalView } from '@classwright/contract/lesson/ideas/calls';

/** Shows what classes believe: each idea by lesson, and wrong responses that stand for none yet. */
export function IdeasScreen() {
  const { rights } = useUser();
  const { search, replace, push } = usePageSearch(parseIdeasSearch);
  const { idea, assessment, next, ...filters } = search;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...IDEAS, 'table', filters],
    queryFn: ({ signal }) => loadTable(filters, signal),
    placeholderData: (before) => before,
  });
  const close = () => replace(filters);
  return (
    <Stack gap={16}>
      <PrintHead />
      <PageHeader
        title={t('idea.title')}
        sub={t('idea.about')}
        actions={
          <>
            <AppLink to="/all-ideas" className={buttonClasses()}>
              {t('idea.all')}
            </AppLink>
            {filters.class_id !== undefined && (
              <Button variant="filled" onClick={() => push({ ...filters, next: filters.class_id })}>
                {t('nextQuestion.propose')}
              </Button>
            )}
            {filters.class_id === undefined && rights.includes('ideas:create') && (
              <AppLink to="/all-ideas?create=true" className={buttonClasses()}>
                <IconPlus size={18} /> {t('idea.new')}
              </AppLink>
            )}
          </>
        }
      />
      {data ? (
        <>
          <Filters data={data} search={filters} onChange={replace} />
          {data.lessons.length === 0 ? (
            <EmptyState title={t('idea.noLessons')}>{t('idea.noLessonsHint')}</EmptyState>
          ) : data.ideas.length === 0 ? (
            <EmptyState compact title={t('idea.none')}>
              {t(data.unnamed.length > 0 ? 'idea.noneHint' : 'idea.noneHintBank')}
            </EmptyState>
          ) : (
            <>
              <Legend />
              <IdeaTable
                ideas={data.ideas}
                lessons={data.lessons}
                onIdea={(id) => push({ ...filters, idea: id })}
                onCell={(id, assessmentId) => push({ ...filters, idea: id, assessment: assessmentId })}
              />
            </>
          )}
          {data.unnamed.length > 0 && <UnnamedList key={data.lessons[0]?.assessment_id} unnamed={data.unnamed} mayName={rights.includes('ideas:edit')} />}
        </>
      ) : error ? (
        <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonText lines={10} />
      )}
      {idea !== undefined && assessment !== undefined && <AnswersPanel id={idea} assessmentId={assessment} onClose={close} />}
      {idea !== undefined && assessment === undefined && next === undefined && (
        <IdeaPanel id={idea} onNext={(classId) => push({ ...filters, idea, next: classId })} onClose={close} />
      )}
      {next !== undefined && <NextQuestionsDialog classId={next} ideaId={idea} onClose={() => replace(idea === undefined ? filters : { ...filters, idea })} />}
    </Stack>
  );
}

function Filters({
  data: { classes, levels, years, schools = [] },
  search,
  onChange,
}: {
  data: IdeaTableData;
  search: IdeasSearch;
  onChange: (search: IdeasSearch) => void;
}) {
  const set = (key: 'class_id' | 'level_id' | 'year') => (value: string) => {
    const { [key]: _before, ...others } = search;
    onChange(value === '' ? others : { ...others, [key]: Number(value) });
  };
  const all = { value: '', label: t('list.any') };
  if (classes.length === 0 && schools.length < 2) return null;
  return (
    <Grid gap={12} className={styles.filters}>
      {schools.length > 1 && (
        <SelectField
          label={t('list.field.school')}
          value={search.school_id ?? ''}
          options={[all, ...schools.map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChange={({ target }) => {
            // classes and levels are those of a school
            const { school_id: _school, class_id: _class, level_id: _level, ...others } = search;
            onChange(target.value === '' ? others : { ...others, school_id: Number(target.value) });
          }}
        />
      )}
      <SelectField
        label={t('idea.class')}
        value={search.class_id ?? ''}
        options={[all, ...classes.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={(event) => set('class_id')(event.target.value)}
      />
      {levels.length > 1 && (
        <SelectField
          label={t('list.field.level')}
          value={search.level_id ?? ''}
          options={[all, ...levels.map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChange={(event) => set('level_id')(event.target.value)}
        />
      )}
      {years.length > 1 && (
        <SelectField
          label={t('idea.year')}
          value={search.year ?? ''}
          options={[all, ...years.map((year) => ({ value: String(year), label: yearText(year) }))]}
          onChange={(event) => set('year')(event.target.value)}
        />
      )}
    </Grid>
  );
}

/** Explains the bars of the table. */
function Legend() {
  return (
    <Row wrap gap={16} rowGap={4} size={13} tone="dimmed">
      {(['first', 'second', 'transfer'] as const).map((mark) => (
        <Row as="span" key={mark} gap={6}>
          <i className={styles.bar} data-mark={mark} aria-hidden>
            <i />
          </i>
          {t(`idea.moment.${mark}`)}
        </Row>
      ))}
    </Row>
  );
}

/** Lists wrong responses that many chose and that stand for no idea. One, or several together, are named. */
function UnnamedList({ unnamed, mayName }: { unnamed: IdeaTableData['unnamed']; mayName: boolean }) {
  const queries = useQueryClient();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [naming, setNaming] = useState<{ responses: readonly Unnamed[]; proposals: readonly ProposalView[] } | null>(null);
  const refresh = () => {
    setTicked(new Set());
    void queries.invalidateQueries({ queryKey: IDEAS });
  };
  const toggle = (id: number, on: boolean) =>
    setTicked((before) => {
      const after = new Set(before);
      if (on) after.add(id);
      else after.delete(id);
      return after;
    });
  const nameOne = async ({ response_id, question_id, title }: (typeof unnamed)[number]) => {
    try {
      const { responses } = await queries.fetchQuery({
        queryKey: [...IDEAS, 'question', question_id],
        queryFn: ({ signal }) => loadQuestionIdeas(question_id, signal),
      });
      const known = responses.find((response) => response.response_id === response_id);
      setNaming({ responses: [{ response_id, title, idea: null }], proposals: known?.proposals ?? [] });
    } catch (failure) {
      reportFailure(failure);
    }
  };
  const chosen = unnamed.filter(({ response_id }) => ticked.has(response_id));
  return (
    <Stack as="section" gap={10} aria-labelledby="unnamed">
      <h2 id="unnamed">{t('idea.unnamedTitle')}</h2>
      <Text size={14} tone="dimmed">
        {t('idea.unnamedHint')}
      </Text>
      <Stack as="ul" gap={8} className={styles.plain}>
        {unnamed.map((row) => {
          const { response_id, title, question_title, first, class_name, held_on } = row;
          return (
            <Row as="li" key={response_id} wrap gap={12} rowGap={8} align="start" bordered radius="md" ground="surface" className={styles.card}>
              {mayName && (
                <input
                  type="checkbox"
                  aria-label={t('idea.selectResponse', { response: title })}
                  checked={ticked.has(response_id)}
                  onChange={(event) => toggle(response_id, event.target.checked)}
                />
              )}
              <Stack gap={2} grow shrinks>
                <Text weight={600} breaks>
                  <MathText text={title} />
                </Text>
                <Text size={13} tone="dimmed" breaks>
                  <MathText text={question_title} />
                </Text>
                <Text size={14}>{t('idea.chose', { share: shareText(first), class: class_name, day: dayOn(held_on) })}</Text>
              </Stack>
              {mayName && (
                <Button size="s" variant="light" aria-label={t('idea.nameNamed', { response: title })} onClick={() => void nameOne(row)}>
                  {t('idea.nameIt')}
                </Button>
              )}
            </Row>
          );
        })}
      </Stack>
      {chosen.length > 1 && (
        <Row>
          <Button variant="filled" onClick={() => setNaming({ responses: chosen.map((row) => ({ ...row, idea: null })), proposals: [] })}>
            {t('idea.nameMany', { count: chosen.length })}
          </Button>
        </Row>
      )}
      {naming && <NameDialog {...naming} onClose={() => setNaming(null)} onChanged={refresh} />}
    </Stack>
  );
}
