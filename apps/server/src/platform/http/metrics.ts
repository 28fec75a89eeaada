import client from 'prom-client';

/**
 * Creates the Prometheus metrics of one process. It has a separate registry, so that several servers can run in one
 * test.
 */
export function createMetrics() {
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  return {
    registry,
    httpSeconds: new client.Histogram({
      name: 'classwright_http_seconds',
      help: 'Time of a call, by endpoint and status',
      labelNames: ['endpoint', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    unexpectedErrors: new client.Counter({
      name: 'classwright_unexpected_errors_total',
      help: 'Errors nobody declared',
      labelNames: ['endpoint'],
      registers: [registry],
    }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
