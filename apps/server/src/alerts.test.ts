import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from './testing/temporary-folder.ts';

/**
 * Every alert for operators is made to fire on purpose: Prometheus itself (promtool) evaluates the rules on figures in which one thing is
 * wrong, and on figures in which nothing is.
 */
const RULES = fileURLToPath(new URL('../../../docs/operations/prometheus-alerts.yml', import.meta.url));

/** The figures of two hours in which nothing is wrong, a value for each half minute. */
const WELL: Readonly<Record<string, string>> = {
  'classwright_closings_late_oldest_seconds{job="classwright"}': '0x240',
  'classwright_room_outbox_oldest_seconds{job="classwright"}': '0x240',
  'classwright_live_event_age_seconds_bucket{job="classwright", instance="a", le="0.1"}': '0+20x240',
  'classwright_live_event_age_seconds_bucket{job="classwright", instance="a", le="5"}': '0+20x240',
  'classwright_live_event_age_seconds_bucket{job="classwright", instance="a", le="+Inf"}': '0+20x240',
  ...ofCalls('join', '0+10x240', '0+10x240'),
  ...ofCalls('answer', '0+10x240', '0+10x240'),
  'classwright_lesson_call_seconds_count{job="classwright", call="join", outcome="failed"}': '0x240',
  'up{job="classwright", instance="a"}': '1x240',
  'classwright_build_info{job="classwright", instance="a", version="1.0.0", role="web"}': '1x240',
  'classwright_build_info{job="classwright", instance="b", version="1.0.0", role="jobs"}': '1x240',
  'classwright_live_bus_lost_total{job="classwright", instance="a"}': '1x240',
  'classwright_live_bus_reconnected_total{job="classwright", instance="a"}': '1x240',
  'classwright_replica_well{job="classwright", instance="a"}': '1x240',
  'classwright_live_bus_foreign_total{job="classwright", instance="a"}': '3x240',
  'nodejs_eventloop_lag_p99_seconds{job="classwright", instance="a"}': '0.02x240',
  'classwright_unexpected_errors_total{job="classwright", instance="a", endpoint="course.list"}': '2x240',
  'classwright_database_up{job="classwright", instance="a"}': '1x240',
  'classwright_database_restarts_total{job="classwright", instance="a"}': '1x240',
  'classwright_database_connections{job="classwright", instance="a", state="waiting"}': '0x240',
  'classwright_data_free_bytes{job="classwright", instance="a"}': '20000000000x240',
  'classwright_archive_well{job="classwright", instance="a"}': '1x240',
  'classwright_jobs_due_oldest_seconds{job="classwright", lane="heavy"}': '5x240',
  'classwright_jobs_given_up{job="classwright"}': '0x240',
};

function ofCalls(call: string, quick: string, all: string): Record<string, string> {
  const bucket = (le: string): string => `classwright_lesson_call_seconds_bucket{job="classwright", call="${call}", outcome="done", le="${le}"}`;
  return { [bucket('0.1')]: quick, [bucket('5')]: all, [bucket('+Inf')]: all };
}

/** The figures that are wrong, by the alert that must fire, and `null` for those that are missing. */
const WRONG: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  ClasswrightFormsOpenTooLong: { 'classwright_closings_late_oldest_seconds{job="classwright"}': '0x200 20x40' },
  ClasswrightEventsWaitForNumbers: { 'classwright_room_outbox_oldest_seconds{job="classwright"}': '0x200 20x40' },
  ClasswrightEventsArriveLate: { 'classwright_live_event_age_seconds_bucket{job="classwright", instance="a", le="0.1"}': '0+10x240' },
  ClasswrightJoinsSlow: ofCalls('join', '0+5x240', '0+10x240'),
  ClasswrightAnswersSlow: ofCalls('answer', '0+5x240', '0+10x240'),
  ClasswrightLessonCallsFail: { 'classwright_lesson_call_seconds_count{job="classwright", call="join", outcome="failed"}': '0+1x240' },
  ClasswrightProcessAway: { 'up{job="classwright", instance="a"}': '1x200 0x40' },
  ClasswrightNobodyDoesJobs: { 'classwright_build_info{job="classwright", instance="b", version="1.0.0", role="jobs"}': null },
  ClasswrightVersionsDiffer: { 'classwright_build_info{job="classwright", instance="c", version="1.1.0", role="web"}': '1x240' },
  ClasswrightLineLost: { 'classwright_live_bus_lost_total{job="classwright", instance="a"}': '1x200 2x40' },
  ClasswrightReplicaLeftOut: { 'classwright_replica_well{job="classwright", instance="a"}': '1x200 0x40' },
  ClasswrightStrangerOnTheLine: { 'classwright_live_bus_foreign_total{job="classwright", instance="a"}': '3+1x240' },
  ClasswrightEventLoopBusy: { 'nodejs_eventloop_lag_p99_seconds{job="classwright", instance="a"}': '0.02x200 0.5x40' },
  ClasswrightUnexpectedErrors: { 'classwright_unexpected_errors_total{job="classwright", instance="a", endpoint="course.list"}': '2x230 4x10' },
  ClasswrightDatabaseAway: { 'classwright_database_up{job="classwright", instance="a"}': '1x200 0x40' },
  ClasswrightDatabaseRestarted: { 'classwright_database_restarts_total{job="classwright", instance="a"}': '1x230 2x10' },
  ClasswrightConnectionsShort: { 'classwright_database_connections{job="classwright", instance="a", state="waiting"}': '0x200 3x40' },
  ClasswrightDiskNearlyFull: { 'classwright_data_free_bytes{job="classwright", instance="a"}': '20000000000x200 500000000x40' },
  ClasswrightArchiveNotWell: { 'classwright_archive_well{job="classwright", instance="a"}': '1x200 0x40' },
  ClasswrightJobsWait: { 'classwright_jobs_due_oldest_seconds{job="classwright", lane="heavy"}': '5x200 900x40' },
  ClasswrightJobsGivenUp: { 'classwright_jobs_given_up{job="classwright"}': '0x200 1x40' },
};

const alerts = [...readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name as string);

test('[B2989] every alert has figures on which it must fire', () => {
  expect(Object.keys(WRONG).toSorted()).toEqual(alerts.toSorted());
});

const hasPromtool = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status === 0;
test.skipIf(!hasPromtool)(
  '[B2989] each alert fires when its figure is wrong, alone, and none does while all is well (skipped where no promtool is installed)',
  () => {
    const series = (figures: Readonly<Record<string, string | null>>) =>
      Object.entries(figures).flatMap(([name, values]) => (values === null ? [] : [{ series: name, values }]));
    const firing = (names: readonly string[]) => ({
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: '119m',
      exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
    });
    const tests = [['nothing is wrong', {}, []] as const, ...Object.entries(WRONG).map(([name, figures]) => [name, figures, [name]] as const)];
    const file = join(temporaryFolder(), 'alerts.json'); // JSON is YAML too
    writeFileSync(
      file,
      JSON.stringify({
        rule_files: [RULES],
        evaluation_interval: '30s',
        tests: tests.map(([name, figures, names]) => ({
          name,
          interval: '30s',
          input_series: series({ ...WELL, ...figures }),
          promql_expr_test: [firing(names)],
        })),
      }),
    );
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  },
);
