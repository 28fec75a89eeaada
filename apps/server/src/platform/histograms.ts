import { Histogram, type Registry } from 'prom-client';

export interface HistogramDefinition {
  /** The name as Prometheus shows it: `classwright_…`, ending with the unit. */
  name: string;
  help: string;
  /** Upper bounds, ascending. */
  buckets: readonly number[];
  /** The names of labels. Each label has few values. */
  labels?: readonly string[];
}

export interface Histograms<Name extends string> {
  /** Counts one value. A value that is not a number, or that is negative because two clocks differ, counts as 0. */
  observe(name: Name, value: number, labels?: Readonly<Record<string, string>>): void;
  /** Adds the histograms to a registry. */
  register(registry: Registry): void;
}

/** Creates histograms of this process, which can be added up over processes. */
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

/** Bounds from milliseconds that nobody notices to seconds that everybody does. */
export const SECONDS: readonly number[] = [0.005, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 10];
/** Bounds for the size of a batch. */
export const MEMBERS: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];
