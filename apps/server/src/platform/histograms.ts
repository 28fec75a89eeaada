import { Histogram, type Registry } from 'prom-client';

export interface HistogramDefinition {
  /** As Prometheus shows it: `classwright_…`, ending with the unit. */
  name: string;
  help: string;
  /** Upper bounds, ascending. */
  buckets: readonly number[];
  /** Names of labels; of each label few values. */
  labels?: readonly string[];
}

export interface Histograms<Name extends string> {
  /** Counts one value. What is no number, and what lies below zero because two clocks differ, counts as 0. */
  observe(name: Name, value: number, labels?: Readonly<Record<string, string>>): void;
  /** Shows them where the figures are asked for. */
  register(registry: Registry): void;
}

/** How something measured is distributed, by process, in figures that add up over processes. */
export function createHistograms<Name extends string>(definitions: Readonly<Record<Name, HistogramDefinition>>): Histograms<Name> {
  const histograms = new Map<string, Histogram>();
  for (const [key, { name, help, buckets, labels = [] }] of Object.entries<HistogramDefinition>(definitions))
    histograms.set(key, new Histogram({ name, help, buckets: [...buckets], labelNames: [...labels], registers: [] }));
  return {
    observe(name, value, labels = {}) {
      histograms.get(name)?.observe(labels, Number.isFinite(value) ? Math.max(0, value) : 0);
    },
    register(registry) {
      for (const histogram of histograms.values()) registry.registerMetric(histogram);
    },
  };
}

/** Bounds from milliseconds that nobody notices up to seconds that everybody does. */
export const SECONDS: readonly number[] = [0.005, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 10];
/** Bounds for how many are taken together. */
export const MEMBERS: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];
