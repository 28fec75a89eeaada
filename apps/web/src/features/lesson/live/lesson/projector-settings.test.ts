import { afterEach, expect, test, vi } from 'vitest';
import { controlProjector, followProjectorSettings } from './projector-settings.ts';

const stops: (() => void)[] = [];
const desk = (id: number) => {
  const control = controlProjector(id);
  stops.push(control.stop);
  return control;
};
const wall = (id: number) => {
  const wishes = followProjectorSettings(id);
  stops.push(wishes.stop);
  return wishes;
};
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test('a wall follows the desk of its own lesson and of no other', async () => {
  const [control, shown, other] = [desk(1), wall(1), wall(2)];
  control.change({ hidden: ['Form - 1A'] });
  await vi.waitFor(() => expect(shown.get()).toEqual({ hidden: ['Form - 1A'], results: false }), 10_000);
  control.change({ hidden: [], results: true });
  await vi.waitFor(() => expect(shown.get()).toEqual({ hidden: [], results: true }), 10_000);
  expect(other.get()).toEqual({ hidden: [], results: false });
});

test('a wall that opens later, and a desk that was loaded again, know what was wished', async () => {
  const first = desk(3);
  first.change({ hidden: ['Form - 1B'] });
  const late = wall(3);
  await vi.waitFor(() => expect(late.get().hidden).toEqual(['Form - 1B']), 10_000);
  first.stop();
  expect(desk(3).get().hidden).toEqual(['Form - 1B']);
});

test('a message of another program is not believed', async () => {
  const shown = wall(4);
  const channel = new BroadcastChannel('cw.wall.4');
  stops.push(() => channel.close());
  channel.postMessage({ hidden: 'Form - 1A', results: 'yes' });
  channel.postMessage({ hidden: ['Form - 9', 'Form - 2'], results: true });
  await vi.waitFor(() => expect(shown.get()).toEqual({ hidden: ['Form - 2'], results: true }), 10_000);
});
