import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import type { LiveCounters } from './counters.ts';

/** Shows the counters as Prometheus figures, read when somebody asks. */
export function registerLiveMetrics(registry: Registry, counters: LiveCounters): void {
  for (const name of Object.keys(counters) as (keyof LiveCounters)[]) {
    const gauge: Gauge = new Gauge({
      name: `classwright_live_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
      help: `Sockets and rooms of this process: ${name}`,
      registers: [],
      collect: () => gauge.set(counters[name]),
    });
    registry.registerMetric(gauge);
  }
}
