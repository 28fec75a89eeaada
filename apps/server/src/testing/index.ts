/** The basis of tests through the HTTP server: a separate database, a movable clock, calls by endpoint, people. */
export { cloneDatabase, type TestDatabase } from './database.ts';
export { startTestApp, type TestApp, type TestReply } from './app.ts';
export { readStudentPage, type RunningLesson, runLesson, startLesson } from './running-lesson.ts';
export { createScenario, type Scenario, type TestClass, type TestLesson, type TestPerson } from './scenario.ts';
export { hear, until, untilNumbered } from './hear.ts';
export { createRandom, type Random } from './random.ts';
export { createListSamples, type ListSamples } from './lists.ts';
export { giveRights } from './rights.ts';
export { pngOf } from './pictures.ts';
export { createMailbox } from './mailbox.ts';
