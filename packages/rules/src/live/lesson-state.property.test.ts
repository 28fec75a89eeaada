/* oxlint-disable vitest/no-conditional-expect -- a property speaks of the cases it is about; where they could be missing, a count says that there were some */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyScript, type LessonScript } from '../testing/lesson-script.ts';
import { checkProperty, deepFreeze } from '../testing/property.ts';
import { NOTHING_DIRTY } from './lesson-dirty.ts';
import type { LessonEvent } from './lesson-events.ts';
import { applyLessonEvent, applyLessonEvents, fromSession, type LessonState } from './lesson-state.ts';

const last = <Value>(values: readonly Value[]): Value => values[values.length - 1] as Value;
const first = ({ snapshots }: LessonScript): LessonState => deepFreeze(fromSession(snapshots[0] as LessonScript['snapshots'][number]));
const known = (state: LessonState | 'reload'): LessonState => {
  if (state === 'reload') throw new Error('the state was asked for');
  return state;
};

test('[LIVE-57] a state and the events after it equal a state fetched afresh, wherever one starts', () => {
  let forms = 0;
  let walls = 0;
  checkProperty(
    fc.property(anyScript, fc.nat(), (script, pick) => {
      const start = pick % script.events.length;
      const folded = known(applyLessonEvents(fromSession(script.snapshots[start] as LessonScript['snapshots'][number]), script.events.slice(start + 1)));
      // an action may announce two events; between them the state is ahead of its number, at the end it is not
      expect({ ...folded, dirty: NOTHING_DIRTY }).toEqual(fromSession(last(script.snapshots)));
      forms += folded.phases.length;
      walls += folded.wall ? 1 : 0;
    }),
  );
  expect(walls).toBeGreaterThan(10); // some end with a choice for the walls
  expect(forms).toBeGreaterThan(450); // most scripts leave Form - 1A
});

test('[LIVE-56] a state that is newer than its number ends where all others end', () => {
  checkProperty(
    fc.property(anyScript, fc.nat(), fc.nat(), (script, newer, older) => {
      const content = newer % script.events.length;
      const number = older % (content + 1);
      const ahead = {
        ...fromSession(script.snapshots[content] as LessonScript['snapshots'][number]),
        sequence: (script.events[number] as LessonEvent).sequence,
      };
      const folded = known(applyLessonEvents(ahead, script.events.slice(number + 1)));
      expect({ ...folded, dirty: NOTHING_DIRTY }).toEqual(fromSession(last(script.snapshots)));
    }),
  );
});

test('[LIVE-53] folding an event twice changes nothing', () => {
  checkProperty(
    fc.property(anyScript, (script) => {
      let lesson = first(script);
      for (const event of script.events.slice(1)) {
        const once = deepFreeze(known(applyLessonEvent(lesson, event)));
        expect(applyLessonEvent(once, event)).toBe(once);
        lesson = once;
      }
    }),
  );
});

test('[LIVE-55] repeated, reordered or lost on their way, events lead to the one state or make the client ask', () => {
  let complete = 0;
  let asked = 0;
  const delivery = fc.record({ script: anyScript, order: fc.array(fc.nat(), { maxLength: 120, size: 'max' }), tidy: fc.boolean() });
  checkProperty(
    fc.property(delivery, ({ script, order, tidy }) => {
      // tidy: all events in order, with repeats of earlier ones in between; otherwise any events in any order
      const stream = tidy
        ? script.events.flatMap((event, index) => [
            event,
            ...(order[index] === undefined ? [] : [script.events[(order[index] as number) % (index + 1)] as LessonEvent]),
          ])
        : order.map((pick) => script.events[pick % script.events.length] as LessonEvent);
      const expected = known(applyLessonEvents(first(script), script.events.slice(1)));
      let lesson = first(script);
      for (const event of stream) {
        const next = applyLessonEvent(lesson, event);
        if (next === 'reload') {
          asked += 1;
          expect(tidy).toBe(false);
          return;
        }
        expect(next.sequence).toBeGreaterThanOrEqual(lesson.sequence);
        lesson = next;
      }
      if (lesson.sequence === expected.sequence) {
        complete += 1;
        expect(lesson).toEqual(expected);
      }
    }),
    600,
  );
  expect(complete).toBeGreaterThan(100);
  expect(asked).toBeGreaterThan(100);
});

test('[LIVE-55] however the server joins events of one kind, the client ends in the same state', () => {
  checkProperty(
    fc.property(anyScript, (script) => {
      const single = script.events.flatMap((event): LessonEvent[] =>
        'items' in event ? event.items.map((item, index) => ({ ...event, items: [item], from: event.from + index, sequence: event.from + index })) : [event],
      );
      expect(applyLessonEvents(first(script), single)).toEqual(applyLessonEvents(first(script), script.events));
    }),
  );
});

test('[LIVE-56] nothing that is closed opens, nothing revealed is hidden, nothing ended goes on', () => {
  checkProperty(
    fc.property(anyScript, fc.array(fc.nat(), { maxLength: 60, size: 'max' }), (script, order) => {
      let lesson = first(script);
      for (const pick of order) {
        // renumbered, so that old events are folded into a newer state
        const event = { ...(script.events[pick % script.events.length] as LessonEvent), from: lesson.sequence + 1, sequence: lesson.sequence + 1 };
        const next = applyLessonEvent(lesson, event);
        if (next === 'reload') continue;
        for (const phase of lesson.phases) {
          const now = next.phases.find(({ form }) => form === phase.form);
          expect(now).toBeDefined();
          for (const flag of ['closed', 'distributionRevealed', 'correctnessRevealed'] as const) if (phase[flag]) expect(now?.[flag]).toBe(true);
        }
        if (lesson.state !== 'running') {
          expect(next.state).toBe(lesson.state);
          expect(next.phases.every(({ closed }) => closed)).toBe(true);
        }
        lesson = next;
      }
    }),
  );
});
