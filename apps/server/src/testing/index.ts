/** What tests through the HTTP server stand on: a database of their own, a movable clock, calls by endpoint, people. */
export { cloneDatabase, type TestDatabase } from './database.ts';
export { startTestApp, type TestApp, type TestReply } from './app.ts';
export { lookAt, type RunningLesson, runLesson, startLesson } from './running-lesson.ts';
export { createScenario, type Scenario, type TestClass, type TestLesson, type TestPerson, type TestQuestion } from './scenario.ts';
export { type Ear, hear, type HeardEvent, until } from './hear.ts';
export { createRandom, type Random } from './random.ts';
export { type Body, createListSamples, type ListSamples } from './lists.ts';
export { giveRights } from './rights.ts';
export { pngOf } from './pictures.ts';
