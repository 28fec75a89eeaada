import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { scriptFetch } from '../../../testing/scripted-fetch.ts';
import { LessonsScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

test('[B1934] a lesson that is over says so in the words of every other list, not in the word of the wire', async () => {
  const lesson = { assessment_id: 3, title: 'Simple circuits', class_id: 1, class_name: 'Physics 9B', teacher_name: 'Ms Okafor' };
  const schedule_time = { schedule_date: '2026-11-20', start_time: null, end_time: null };
  scriptFetch({
    'GET /live/learning/lessons': pageOf([{ ...lesson, schedule_time, status: 'finished', running: false, form: null, is_owner: true, is_today: false }]),
  });
  openScreen(() => <LessonsScreen />, { address: '/teacher-live-learning', rights: ['assessments:view'] });
  expect(await screen.findByText('Finished')).toBeDefined();
  expect(screen.queryByText('finished')).toBeNull();
});
