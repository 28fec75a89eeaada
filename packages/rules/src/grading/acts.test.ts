import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { checkProperty } from '../testing/property.ts';
import { type ActCell, type ComputedAct, computeAct } from './acts.ts';

const cell = (grade: number | null, more: Partial<ActCell> = {}): ActCell => ({
  grade,
  excused: false,
  state: 'TURNED_IN',
  isOverdue: false,
  lateMs: 0,
  lesson: {},
  ...more,
});
/** Returns the result for one cell: the new value, or the reason in words. */
function of(act: ComputedAct, one: ActCell, maxPoints: number | null = 50): unknown {
  const [outcome] = computeAct(act, maxPoints, [one]);
  return outcome && 'to' in outcome ? outcome.to : outcome?.left;
}
const HOUR = 3_600_000;

describe('filling', () => {
  const fill = (more: Partial<Extract<ComputedAct, { kind: 'fill' }>> = {}): ComputedAct => ({
    kind: 'fill',
    cells: 'empty',
    to: { points: 0 },
    leave_open: true,
    ...more,
  });
  const created = { state: 'CREATED' } as const;
  const overdue = { state: 'CREATED', isOverdue: true } as const;
  it.each<[string, ComputedAct, ActCell, unknown]>([
    ['an empty cell takes the value', fill({ to: { points: 40 } }), cell(null), 40],
    ['a typed 0 is a grade, so it is not empty', fill({ to: { points: 40 } }), cell(0), 'graded'],
    ['percent is of the most points', fill({ to: { percent: 92.5 } }), cell(null), 46.25],
    ['EX excuses', fill({ to: { excused: true } }), cell(null), 'EX'],
    ['who is excused stays so, also where all are filled', fill({ cells: 'all' }), cell(30, { excused: true }), 'excused'],
    ['all takes the place of what was there', fill({ cells: 'all', to: { points: 10 } }), cell(30), 10],
    ['what is not handed in stays open', fill(), cell(null, created), 'open'],
    ['overdue work too, since it counts 0 by itself', fill({ cells: 'overdue' }), cell(null, overdue), 'open'],
    ['unless that is not wanted', fill({ cells: 'overdue', leave_open: false }), cell(null, overdue), 0],
    ['an excuse keeps nobody from handing in', fill({ cells: 'overdue', to: { excused: true } }), cell(null, overdue), 'EX'],
    ['what has a grade is closed already', fill({ cells: 'all', to: { points: 5 } }), cell(4, created), 5],
    ['work that is not overdue', fill({ cells: 'overdue', leave_open: false }), cell(null, created), 'not-overdue'],
    ['overdue work with a grade', fill({ cells: 'overdue', leave_open: false }), cell(3, overdue), 'graded'],
  ])('%s', (_, act, before, after) => {
    expect(of(act, before)).toBe(after);
  });
});

describe('acts on grades', () => {
  const late = (percent: number, floor: number): ComputedAct => ({ kind: 'late', percent, floor });
  const scale = (by: 'factor' | 'percent' | 'top', value: number): ComputedAct => ({ kind: 'scale', by, value });
  it.each<[string, ComputedAct, ActCell, unknown]>([
    ['points are added, also above the most', { kind: 'add', points: 2.5 }, cell(49), 51.5],
    ['and taken away', { kind: 'add', points: -2.5 }, cell(49), 46.5],
    ['nothing falls below 0', { kind: 'add', points: -5 }, cell(3), 'below-zero'],
    ['nothing rises above what can be kept', { kind: 'add', points: 1 }, cell(99_999.99), 'too-high'],
    ['who has no grade gets none', { kind: 'add', points: 5 }, cell(null), 'ungraded'],
    ['a factor', scale('factor', 1.1), cell(41.5), 45.65],
    ['a factor below 0, which turns no sign', scale('factor', -0.5), cell(40), 'below-zero'],
    ['a factor with four decimals, half away from zero', scale('factor', 1.0005), cell(10), 10.01],
    ['percent', scale('percent', 90), cell(33.35), 30.02],
    ['the best grade becomes all of the points', scale('top', 100), cell(40), 50],
    ['a work that nobody has points in stays', scale('top', 100), cell(0), 'same'],
    ['at least so many points', { kind: 'at-least', to: { points: 20 } }, cell(12), 20],
    ['at least so many percent', { kind: 'at-least', to: { percent: 33.33 } }, cell(12), 16.67],
    ['what is above stays', { kind: 'at-least', to: { points: 20 } }, cell(21), 'same'],
    ['no grade is no 0', { kind: 'at-least', to: { points: 20 } }, cell(null, { isOverdue: true }), 'ungraded'],
    ['in time', late(10, 50), cell(40), 'not-late'],
    ['a millisecond late is a day that has begun', late(10, 50), cell(40, { lateMs: 1 }), 36],
    ['24 hours are one day', late(10, 50), cell(40, { lateMs: 24 * HOUR }), 36],
    ['and a millisecond more is two', late(10, 50), cell(40, { lateMs: 24 * HOUR + 1 }), 32],
    ['the floor stays', late(10, 50), cell(40, { lateMs: 30 * 24 * HOUR }), 20],
    ['without a floor nothing stays', late(10, 0), cell(40, { lateMs: 30 * 24 * HOUR }), 0],
    ['rounded once: 33.33 × 85% = 28.3305', late(15, 0), cell(33.33, { lateMs: 1 }), 28.33],
    ['an excuse', { kind: 'excuse' }, cell(30), 'EX'],
    ['an excuse of who is excused', { kind: 'excuse' }, cell(30, { excused: true }), 'same'],
    ['clearing', { kind: 'clear' }, cell(30), null],
    ['clearing an excuse', { kind: 'clear' }, cell(30, { excused: true }), null],
    ['clearing nothing', { kind: 'clear' }, cell(null), 'same'],
  ])('%s', (_, act, before, after) => {
    expect(of(act, before)).toBe(after);
  });

  test('the best grade is that of the chosen cells that count', () => {
    const outcomes = computeAct(scale('top', 90), 50, [cell(30), cell(20), cell(50, { excused: true }), cell(null)]);
    expect(outcomes).toEqual([{ to: 45 }, { to: 30 }, { left: 'excused' }, { left: 'ungraded' }]);
  });

  test('work without points takes nothing', () => {
    expect(of({ kind: 'clear' }, cell(3), null)).toBe('no-points');
  });
});

describe('grades from the lesson', () => {
  const act = (form: Extract<ComputedAct, { kind: 'lesson' }>['form']): ComputedAct => ({ kind: 'lesson', form });
  const both = cell(null, { lesson: { 'Form - 1B': { earned: 2, most: 4 }, 'Form - 2': { earned: 2, most: 3 } } });
  it.each<[string, ComputedAct, ActCell, unknown]>([
    ['the first question after the discussion', act('Form - 1B'), both, 25],
    ['the second question, scaled and rounded once', act('Form - 2'), both, 33.33],
    ['the better of the two', act('better'), both, 33.33],
    ['the one that there is', act('better'), cell(null, { lesson: { 'Form - 1B': { earned: 1, most: 4 } } }), 12.5],
    ['nothing was filed', act('better'), cell(null), 'no-choice'],
    ['another form was filed', act('Form - 2'), cell(null, { lesson: { 'Form - 1B': { earned: 1, most: 4 } } }), 'no-choice'],
    ['a question without points says nothing', act('Form - 2'), cell(null, { lesson: { 'Form - 2': { earned: 0, most: 0 } } }), 'no-choice'],
    ['a choice worth nothing is 0', act('Form - 1B'), cell(null, { lesson: { 'Form - 1B': { earned: 0, most: 4 } } }), 0],
  ])('%s', (_, lesson, before, after) => {
    expect(of(lesson, before)).toBe(after);
  });
});

describe('whatever the grades are', () => {
  const points = fc.integer({ min: 0, max: 9_999_999 }).map((hundredths) => hundredths / 100);
  const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
  const lateMs = fc.integer({ min: 1, max: 90 * 24 * HOUR });
  const maxPoints = fc.integer({ min: 1, max: 100_000 }).map((hundredths) => hundredths / 100);

  test('adding and taking away the same restores', () => {
    checkProperty(
      fc.property(points, points, (grade, more) => {
        const added = of({ kind: 'add', points: more }, cell(grade));
        if (typeof added !== 'number') return;
        expect(of({ kind: 'add', points: -more }, cell(added))).toBe(grade);
      }),
    );
  });
  test('a floor under grades never lowers one', () => {
    checkProperty(
      fc.property(points, percent, maxPoints, (grade, least, most) => {
        const raised = of({ kind: 'at-least', to: { percent: least } }, cell(grade), most);
        expect(raised === 'same' || (raised as number) > grade).toBe(true);
      }),
    );
  });
  test('scaling by 1, and by 100 percent, changes nothing', () => {
    checkProperty(
      fc.property(points, (grade) => {
        expect(of({ kind: 'scale', by: 'factor', value: 1 }, cell(grade))).toBe('same');
        expect(of({ kind: 'scale', by: 'percent', value: 100 }, cell(grade))).toBe('same');
      }),
    );
  });
  test('a deduction never raises a grade, never takes it below its floor, and another day never takes less', () => {
    checkProperty(
      fc.property(points, percent, percent, lateMs, (grade, daily, floor, ms) => {
        const after = (late: number): number => {
          const outcome = of({ kind: 'late', percent: daily, floor }, cell(grade, { lateMs: late }));
          return outcome === 'same' ? grade : (outcome as number);
        };
        expect(after(ms)).toBeLessThanOrEqual(grade);
        expect(Math.round(after(ms) * 100)).toBeGreaterThanOrEqual(Math.floor((Math.round(grade * 100) * Math.round(floor * 100)) / 10_000));
        expect(after(ms + 24 * HOUR)).toBeLessThanOrEqual(after(ms));
      }),
    );
  });
  test('every result is a grade that can be kept, the nearest one to the exact value', () => {
    checkProperty(
      fc.property(points, percent, (grade, share) => {
        const scaled = of({ kind: 'scale', by: 'percent', value: share }, cell(grade));
        const exact = BigInt(Math.round(grade * 100)) * BigInt(Math.round(share * 100));
        const nearest = Number((2n * exact + 10_000n) / 20_000n) / 100;
        expect(scaled === 'same' ? grade : scaled).toBe(nearest);
      }),
      1000,
    );
  });
});
