/**
 * The database: one pool, plain SQL migrations, transactions with hooks after commit. Instants are UTC, and the time is
 * the database's (`platform/clock`).
 */
export { anyLength } from './fragments.ts';
export { AS_OF, isStillAhead } from './fragments.ts';
export { connect, type Db, TIME_LIMITS, type Tx } from './connect.ts';
export { findMissingLimits } from './limits-queries.ts';
export { familyNameOrder, firstNameOrder, nameOrder } from './fragments.ts';
export { PLANNED_EACH_TIME } from './named-statements.ts';
export { ask, askAll, type AnyQuestion, type Question, type QuestionsFor } from './questions.ts';
export { UNAWAITED } from './pipeline.ts';
export { type DataStep, runDataSteps } from './data-steps.ts';
export type { Database } from './schema.gen.ts';
export { foldTableChanges, getTableVersion, scopeVersion } from './table-versions-queries.ts';
export { afterCommit, afterFailure, databaseOf, inTransaction } from './transaction.ts';
export { readPosition, readReplicaState } from './replica-queries.ts';
export { type HeavyReads, readsOn, Replica, REPLICA_REASONS, type ReplicaReason } from './replica.ts';
export { createTrial } from './trial.ts';
export { isTakenAlready } from './unique.ts';
