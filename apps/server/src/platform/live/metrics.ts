import { Counter, Gauge, type Registry } from 'prom-client';
import type { LiveCounters } from './counters.ts';

/** What rises and falls; everything else only grows. */
const gauges: readonly (keyof LiveCounters)[] = ['connections', 'subscriptions'];

/** Shows the counters as Prometheus figures, read when somebody asks. */
export function registerLiveMetrics(registry: Registry, counters: LiveCounters): void {
  for (const name of Object.keys(counters) as (keyof LiveCounters)[]) {
    const words = `classwright_live_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    const help = `Sockets and rooms of this process: ${name}`;
    if (gauges.includes(name)) {
      const gauge: Gauge = new Gauge({ name: words, help, registers: [], collect: () => gauge.set(counters[name]) });
      registry.registerMetric(gauge);
      continue;
    }
    const counter: Counter = new Counter({
      name: `${words}_total`,
      help,
      registers: [],
      collect() {
        counter.reset();
        counter.inc(counters[name]);
      },
    });
    registry.registerMetric(counter);
  }
}
