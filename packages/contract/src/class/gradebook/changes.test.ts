import { describe, expect, test } from 'vitest';
import { bulkGradeChanges, gradeChanges, MAX_CHANGES } from './changes.ts';

const draft = (draftGrade: unknown) => ({ courseWorkId: 7, account_id: 9, submission: { type: 'DRAFT_GRADE', draftGrade } });
const columns = (count: number) => ({ course_work_id: Array(count).fill(7), account_id: Array(count).fill(9), to: Array(count).fill(5) });
const problemsOf = (value: unknown) => gradeChanges.safeParse(value).error?.issues.map(({ path }) => path.join('.'));

describe('changes of grades', () => {
  test('as a list and in columns are read to the same', () => {
    const read = [{ courseWorkId: 7, submissionId: null, accountId: 9, submission: { type: 'DRAFT_GRADE', draftGrade: 5 }, was: undefined, problem: null }];
    expect(gradeChanges.parse([draft(5)])).toEqual(read);
    expect(gradeChanges.parse(columns(1))).toEqual(read);
  });

  test.each([
    ['a list', (count: number) => Array(count).fill(draft(5))],
    ['columns', columns],
  ])('%s: there is one at least, and 20,000 at most', (_, make) => {
    expect(problemsOf(make(0))).toEqual(['']);
    expect(gradeChanges.parse(make(MAX_CHANGES))).toHaveLength(MAX_CHANGES);
    expect(problemsOf(make(MAX_CHANGES + 1))).toEqual(['']);
  });

  test('a wrong value is named by its cell and refuses all, or only its own cell where each is alone', () => {
    const changes = [draft(5), draft('many')];
    expect(problemsOf(changes)).toEqual(['1.submission.draftGrade']);
    expect(bulkGradeChanges.parse(changes).map(({ problem }) => problem === null)).toEqual([true, false]);
    expect(problemsOf({ ...columns(2), to: [5, 'many'] })).toEqual(['to.1']);
    expect(bulkGradeChanges.parse({ ...columns(2), to: [5, 'many'] }).map(({ problem }) => problem === null)).toEqual([true, false]);
  });

  test.each([
    [null, ''],
    ['all', ''],
    [{ ...columns(2), to: [5] }, ''],
    [[{ ...draft(5), courseWorkId: 'x' }], '0.courseWorkId'],
    [[{ ...draft(5), account_id: undefined }], '0.submissionId'],
    [[{ ...draft(5), was: {} }], '0.was'],
    [[{ ...draft(5), submission: { type: 'EXCUSED', excused: 'yes' } }], '0.submission.excused'],
  ])('%j is refused at %j', (value, path) => {
    expect(problemsOf(value)).toEqual([path]);
  });
});
