/** What journeys stand on: the product as a process, people with browsers and lines that can be cut, pictures, axe. */
export { listenToAnswers } from './answers.ts';
export { type FakePicker, startFakePicker } from './fake-picker.ts';
export { type Journey, journey, openBrowser, sharedJourney } from './journey.ts';
export { findBarriers, type Person, showIn } from './person.ts';
export type { ProductServer } from './server.ts';
export { type Viewport, viewports } from './viewports.ts';
