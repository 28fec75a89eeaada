import { draftList, questionBlocks, questionGet, questionList, questionTagList } from '@classwright/contract';
import { toSearchQuery, toTypedTerms } from '@classwright/rules/questions/index';
import { appNow } from '../../../platform/clock.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { getVisibleQuestion, readerOf } from './access.ts';
import { listDrafts, listOwnInterests, tagListQuery } from './bank-queries.ts';
import { toQuestionView } from './bank-views.ts';
import type { BankDependencies } from './dependencies.ts';
import { findBlockInBank, findInBank } from './find-in-bank.ts';
import { loadQuestionView } from './present.ts';

/** The number of tags in a page of the bank for its filter; others are found by typing. */
const TAGS_OF_PAGE = 300;

/** Implements reading pages of the bank and of drafts, one question, and tags. */
export function implementQuestionRead(dependencies: BankDependencies): Implementation[] {
  const { fileLinks } = dependencies;
  return [
    implement(questionList, async ({ tx, actor, input }) => {
      const reader = readerOf(actor);
      const own = input.scope === 'own' ? await listOwnInterests(tx, actor.accountId) : null;
      const [{ rows, total, isMore }, tags, now] = await Promise.all([
        findInBank(tx, reader, input, own),
        tagListQuery('', TAGS_OF_PAGE, reader).execute(tx),
        appNow(tx),
      ]);
      const urlOf = fileLinks.at(now);
      const data = rows.map((row) => toQuestionView(row, reader, urlOf));
      return { data, questions: data, tags: tags.rows.map(({ tag }) => tag), pagination: toPagination(input, total), is_more: isMore, ...(own ? { own } : {}) };
    }),
    implement(questionBlocks, async ({ tx, actor, input }) => {
      const reader = readerOf(actor);
      const own = input.scope === 'own' ? await listOwnInterests(tx, actor.accountId) : null;
      const [{ data, ...block }, now] = await Promise.all([findBlockInBank(tx, reader, input, own), appNow(tx)]);
      const urlOf = fileLinks.at(now);
      return { ...block, data: data.map((row) => toQuestionView(row, reader, urlOf)) };
    }),
    implement(questionGet, async ({ tx, actor, input }) => {
      const reader = readerOf(actor);
      const question = await loadQuestionView(tx, reader, await getVisibleQuestion(tx, reader, input.id), dependencies);
      return { question, data: question };
    }),
    implement(draftList, async ({ tx, actor, input }) => {
      const reader = readerOf(actor);
      const words = toSearchQuery(toTypedTerms(input.search_text));
      const page = { words, limit: input.per_page, offset: (input.page - 1) * input.per_page };
      const { rows, total } = await listDrafts(tx, actor.accountId, page);
      const urlOf = fileLinks.at(await appNow(tx));
      const data = rows.map((row) => toQuestionView(row, reader, urlOf));
      return { data, questions: data, tags: [...new Set(rows.flatMap(({ tag }) => tag))].toSorted(), pagination: toPagination(input, total) };
    }),
    implement(questionTagList, async ({ tx, actor, input }) => {
      const tags = (await tagListQuery(input.query, input.limit, readerOf(actor)).execute(tx)).rows.map(({ tag }) => tag);
      return { data: tags, tags };
    }),
  ];
}
