import type { ListAnswer } from '../../../ui/data-table/index.ts';
import { nameOrEmail, type Member } from './calls.ts';

/** The number of rows on a page. */
const PER_PAGE = 25;

/** Folds case, accents and letter forms, so that they make no difference. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Returns a page of the members whose name and email contain every typed word. A page past the end is the last one.
 */
export function pageOfMembers(members: readonly Member[], text: string, page: number): ListAnswer<Member> {
  const words = folded(text).split(/\s+/u).filter(Boolean);
  const found = members.filter((member) => {
    const searched = folded(`${nameOrEmail(member)} ${member.email}`);
    return words.every((word) => searched.includes(word));
  });
  const last = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const current = Math.min(page, last);
  const data = found.slice((current - 1) * PER_PAGE, current * PER_PAGE);
  const from = data.length > 0 ? (current - 1) * PER_PAGE + 1 : null;
  return {
    data,
    pagination: { total: found.length, per_page: PER_PAGE, current_page: current, last_page: last, from, to: from && from + data.length - 1 },
  };
}
