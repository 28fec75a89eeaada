import type { BankSort, Block, BlockRequest } from '@classwright/contract';
import { isMisspellingOf, SEARCH_WEIGHTS, MIN_MISSPELLED_LENGTH, toSearchQuery, toTypedTerms } from '@classwright/rules/questions/index';
import type { Db } from '../../../platform/database/index.ts';
import { readBlock } from '../../../platform/keyset-queries.ts';
import {
  bankBlockSource,
  bankCountQuery,
  type BankFilters,
  type BankOrder,
  bankPageQuery,
  type BankRow,
  type BankSearch,
  findBankRow,
  listSimilarWords,
  listWholeWords,
  type NamedRow,
  type Onlooker,
  type Subject,
} from './bank-queries.ts';

/** The filters of a request to the bank, for pages or blocks. */
interface BankQuestion extends BankFilters {
  tag: readonly string[];
  'tag[]': readonly string[];
  sort?: BankSort | undefined;
  direction?: 'asc' | 'desc' | undefined;
  description: string;
  search_text: string;
}
/** The request for a page of the bank. */
export interface BankRequest extends BankQuestion {
  page: number;
  per_page: number;
  like?: number | undefined;
}
/** The reader's own subjects and levels; null if all are requested. */
type Own = { subjects: readonly NamedRow[]; levels: readonly NamedRow[] } | null;

/**
 * The number of results below which a search also looks for words that contain a typed one, as in German compounds.
 */
const LESS_THAN_A_PAGE = 25;
/** The number of results below which it also looks for words that may have been misspelled. */
const FEW = 5;
/**
 * The maximum count; larger results are shown newest first: a word in so many questions gives no useful order, and
 * nobody reads to the end.
 */
const MOST_COUNTED = 2_000;
/** The maximum number of words that one typed word may be a misspelling of. */
const MOST_SIMILAR = 8;
const MOST_WHOLE = 16;

/** Returns the search weights. Students cannot search the reasoning of other people's responses. */
const weightsFor = ({ seesKeys }: Onlooker): string => (seesKeys ? '' : SEARCH_WEIGHTS.head + SEARCH_WEIGHTS.responses + SEARCH_WEIGHTS.description);

function toBankSearch(request: BankQuestion, onlooker: Onlooker, own: Own): BankSearch {
  return {
    ...request,
    past_results: onlooker.seesKeys ? request.past_results : undefined,
    worth: onlooker.seesFigures ? request.worth : undefined,
    tags: [...request.tag, ...request['tag[]']],
    own: own && { subjectIds: own.subjects.map(({ id }) => id), levelIds: own.levels.map(({ id }) => id) },
    words: toSearchQuery(toTypedTerms(request.search_text), { weights: weightsFor(onlooker) }),
    descriptionWords: toSearchQuery(toTypedTerms(request.description), { weights: SEARCH_WEIGHTS.description }),
  };
}

/**
 * Returns one page of the bank as somebody may see it, and the total; `isMore`: the search found more than it counts.
 */
export async function findInBank(db: Db, onlooker: Onlooker, request: BankRequest, own: Own): Promise<{ rows: BankRow[]; total: number; isMore: boolean }> {
  const offset = (request.page - 1) * request.per_page;
  const page = { limit: request.per_page, offset, order: orderOf(request, onlooker), like: await subjectOf(db, onlooker, request.like) };
  const exact = toBankSearch(request, onlooker, own);
  if (exact.words === null) {
    const [rows, total] = await Promise.all([bankPageQuery(exact, onlooker, { ...page, byRank: false }).execute(db), count(db, exact, onlooker)]);
    return { rows: rows.rows, total, isMore: false };
  }
  const most = Math.max(MOST_COUNTED, offset + request.per_page);
  const { search, total } = await widenIfFew(db, request, exact, onlooker, most);
  const { rows } = await bankPageQuery(search, onlooker, { ...page, byRank: total <= MOST_COUNTED }).execute(db);
  return { rows, total: Math.min(total, most), isMore: total > most };
}

/** Returns a block of the bank as somebody may see it, with the same rows and order as its pages. */
export async function findBlockInBank(db: Db, onlooker: Onlooker, request: BankQuestion & BlockRequest, own: Own): Promise<Block<BankRow>> {
  const exact = toBankSearch(request, onlooker, own);
  const order = orderOf(request, onlooker);
  if (exact.words === null) return readBlock(db, request, bankBlockSource(exact, onlooker, { byRank: false, order }));
  const { search, total } = await widenIfFew(db, request, exact, onlooker, MOST_COUNTED);
  return readBlock(db, request, bankBlockSource(search, onlooker, { byRank: total <= MOST_COUNTED, order }));
}

/** Widens a search to similar words if it finds little; `total` stops one above `most`. */
async function widenIfFew(db: Db, request: BankQuestion, exact: BankSearch, onlooker: Onlooker, most: number): Promise<{ search: BankSearch; total: number }> {
  const total = await count(db, exact, onlooker, most + 1);
  const wider = total < LESS_THAN_A_PAGE ? await widen(db, request, exact, onlooker, { isMisspelt: total < FEW }) : null;
  return wider ? { search: wider, total: await count(db, wider, onlooker, most + 1) } : { search: exact, total };
}

/** Returns the order of the rows; a reader who may not see results cannot sort by them. */
function orderOf({ sort, direction = 'desc' }: BankQuestion, { seesFigures }: Onlooker): BankOrder | null {
  return sort === undefined || (sort === 'timesAsked' && !seesFigures) ? null : { by: sort, direction };
}

/** Returns the subject to which others should be similar; null if the reader may not see that question. */
async function subjectOf(db: Db, onlooker: Onlooker, id: number | undefined): Promise<Subject | null> {
  const row = id === undefined ? null : await findBankRow(db, onlooker, id);
  return row && { questionId: row.id, topicId: row.topic_id, standardId: row.standard_id, tags: row.tag };
}

async function count(db: Db, search: BankSearch, onlooker: Onlooker, most: number | null = null): Promise<number> {
  return (await bankCountQuery(search, onlooker, most).execute(db)).rows[0]?.total ?? 0;
}

/**
 * Returns the same search with words that contain the typed ones, and possibly corrections of misspelled ones; null if
 * there are none.
 */
async function widen(
  db: Db,
  { search_text }: BankQuestion,
  exact: BankSearch,
  onlooker: Onlooker,
  { isMisspelt }: { isMisspelt: boolean },
): Promise<BankSearch | null> {
  const terms = toTypedTerms(search_text);
  const meant = await listWholeWords(db, terms.flat(), MOST_WHOLE);
  if (isMisspelt)
    for (const word of terms.flat().filter(({ length }) => length >= MIN_MISSPELLED_LENGTH)) {
      const similar = (await listSimilarWords(db, word)).filter((known) => known !== word && isMisspellingOf(word, known));
      meant.set(word, [...(meant.get(word) ?? []), ...similar.slice(0, MOST_SIMILAR)]);
    }
  const ofTerms = new Map(terms.map((term) => [term[0], [...new Set(term.flatMap((word) => meant.get(word) ?? []))]]));
  if ([...ofTerms.values()].every(({ length }) => length === 0)) return null;
  return { ...exact, exactWords: exact.words, words: toSearchQuery(terms, { weights: weightsFor(onlooker), meant: ofTerms }) };
}
