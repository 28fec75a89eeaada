import { Counter, Gauge, type Registry } from 'prom-client';
import type { BusCounts } from './bus/index.ts';
import type { LiveCounters } from './counters.ts';

/** The counters that rise and fall. All others only grow. */
const gauges: readonly (keyof LiveCounters)[] = ['connections', 'subscriptions'];

/** Registers the counters as Prometheus metrics, read on request. */
export function registerLiveMetrics(registry: Registry, counters: LiveCounters): void {
  for (const name of Object.keys(counters) as (keyof LiveCounters)[]) {
    const words = `classwright_live_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    const help = `Sockets and rooms of this process: ${name}`;
    if (gauges.includes(name)) {
      const gauge: Gauge = new Gauge({ name: words, help, registers: [], collect: () => gauge.set(counters[name]) });
      registry.registerMetric(gauge);
      continue;
    }
    registry.registerMetric(createCounter(words, help, () => counters[name]));
  }
}

const busHelp: Readonly<Record<keyof BusCounts, string>> = {
  said: 'Positions of rooms that this process told the others',
  heard: 'Positions of rooms that it heard from others',
  foreign: 'Texts where processes tell each other that were none of theirs',
  lost: 'How often its line to the broker stood still',
  reconnected: 'How often that line stood again',
};

/** Registers the counters of the bus in the same way. */
export function registerBusMetrics(registry: Registry, counts: Readonly<BusCounts>): void {
  for (const [name, help] of Object.entries(busHelp) as [keyof BusCounts, string][])
    registry.registerMetric(createCounter(`classwright_live_bus_${name}`, help, () => counts[name]));
}

function createCounter(words: string, help: string, read: () => number): Counter {
  return new Counter({
    name: `${words}_total`,
    help,
    registers: [],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}
