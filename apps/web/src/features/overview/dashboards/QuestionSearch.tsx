import { useState } from 'react';
import { type Column, DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { type Choice, ChoiceField, SelectField } from '../../../ui/form/index.ts';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { authorsOf, type FoundQuestions, loadQuestions, questionsKey } from './calls.ts';
import styles from './dashboards.module.css';
import type { Asked, Definition } from './definitions.ts';
import { t } from '../../../base/t.ts';
import { useListState } from './use-list-state.ts';
import { numberText } from './words.ts';

const PER_PAGE = 10;
type Question = FoundQuestions['data'][number];

interface QuestionSearchProps {
  definition: Definition;
  asked: Asked;
  /** The account types of the authors. */
  types: readonly Choice[];
  /** True for one's own questions only: there is no author to choose. */
  isOwn: boolean;
}

/**
 * Shows the questions that match the dashboard's filters, searched by their text and author. Typed text does not enter
 * the address.
 */
export function QuestionSearch({ definition, asked, types, isOwn }: QuestionSearchProps) {
  const [{ page = 1, search_text = '' }, setState] = useListState(asked);
  const [type, setType] = useState('');
  const [author, setAuthor] = useState<Choice | undefined>();
  const of = { ...asked, ...(type && { account_type_id: Number(type) }) };
  const query = { page, per_page: PER_PAGE, search: search_text, ...(author && { account_id: author.id }) };
  const list = usePagedList([...questionsKey(definition), of], query, (page, signal) => loadQuestions({ ...of, ...page }, signal));
  const isAll = Object.keys(of).length === 0 && author === undefined && search_text === '';
  const toFirst = () => setState({ search_text });
  return (
    <section className={styles.rows} aria-labelledby="dashboard-questions">
      <h2 id="dashboard-questions">{t('dashboards.findQuestions')}</h2>
      {!isOwn && (
        <div className={styles.fields}>
          <SelectField
            label={t('dashboards.accountType')}
            value={type}
            options={[{ value: '', label: t('dashboards.any') }, ...types.map(({ id, name }) => ({ value: String(id), label: name }))]}
            onChange={(event) => {
              setType(event.target.value);
              setAuthor(undefined);
              toFirst();
            }}
          />
          <ChoiceField
            label={t('dashboards.account')}
            placeholder={t('dashboards.any')}
            source={authorsOf(of)}
            value={author ? [author] : []}
            onChange={([chosen]) => {
              setAuthor(chosen);
              toFirst();
            }}
          />
        </div>
      )}
      <DataTable
        caption={t('dashboards.findQuestions')}
        rowKey={({ id }) => id}
        list={list}
        state={{ page, search_text }}
        onState={setState}
        columns={columnsOf()}
        empty={
          <EmptyState compact title={t('dashboards.noQuestions')}>
            {t(isAll ? 'dashboards.noQuestionsYet' : 'dashboards.noQuestionsHint')}
          </EmptyState>
        }
      />
    </section>
  );
}

const columnsOf = (): Column<Question>[] => [
  { key: 'title', header: t('dashboards.question'), heading: true, cell: ({ title }) => <span dir="auto">{title}</span> },
  { key: 'author', header: t('dashboards.account'), cell: ({ author }) => <span dir="auto">{author}</span> },
  { key: 'assessments', header: t('dashboards.inAssessments'), align: 'end', cell: ({ assessments }) => numberText(assessments) },
];
