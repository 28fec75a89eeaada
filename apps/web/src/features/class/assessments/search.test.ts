import { expect, test } from 'vitest';
import { parseAssessmentsSearch, filtersOf, listPart } from './search.ts';

test('an address is read leniently: what is no filter, page or dialog is left out', () => {
  expect(parseAssessmentsSearch({ assessment: '5', page: 1, class_id: 'x', schedule_date: '2026-03-31', create: 'true', other: 1 })).toEqual({
    assessment: 5,
    page: 1,
    schedule_date: '2026-03-31',
    create: true,
  });
  expect(parseAssessmentsSearch({ schedule_date: 'tomorrow', create: 'no', edit: -1 })).toEqual({});
});

test('dialogs are no part of what the list follows, page and search no filters', () => {
  const search = parseAssessmentsSearch({ page: 2, search_text: 'lamp', level_id: 4, edit: 7, delete: 8, archive: 9, question: 10, in_class: 11 });
  expect(listPart(search)).toEqual({ page: 2, search_text: 'lamp', level_id: 4 });
  expect(filtersOf(search)).toEqual({ level_id: 4 });
});
