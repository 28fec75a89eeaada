import type { TestApp } from './app.ts';
import type { TestPerson } from './scenario.ts';

/** Well under what a token may do at once. */
const CALLS_PER_TOKEN = 200;

/** A person who signs in again before there are too many calls: for tests that walk everything. */
export function tireless(app: TestApp, person: TestPerson): TestPerson {
  let token = Promise.resolve(person.token);
  let calls = 0;
  return {
    ...person,
    async call(endpoint, args, options) {
      calls += 1;
      if (calls % CALLS_PER_TOKEN === 0) token = app.signIn(person.accountId);
      return app.call(endpoint, args, { token: await token, ...options });
    },
  };
}
