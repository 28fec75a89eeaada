import { useState } from 'react';
import { isApiError } from '../../base/api.ts';
import { follow } from './follow.ts';
import { useOneRequest } from './use-one-request.ts';

/** An import as the server has it. */
export interface ImportState {
  id: number;
  status: 'preview' | 'waiting' | 'running' | 'finished' | 'refused' | 'failed';
}

/** The calls of one kind of import. */
export interface ImportCalls<State extends ImportState, Answer extends { import: State }, Options> {
  /** Returns an error that needs no server, as text, or null. */
  wrongWith: (file: File) => string | null;
  preview: (file: File, signal: AbortSignal) => Promise<State>;
  apply: (id: number, options: Options, signal: AbortSignal) => Promise<Answer>;
  load: (id: number, signal: AbortSignal) => Promise<Answer>;
  /** Called when the import has ended successfully. */
  onDone: (answer: Answer) => Promise<void> | void;
}

const LOOK_AGAIN_MS = 1_000;
/** The number of checks in a row that may fail before it is reported. */
const PATIENCE = 5;
const isUnderWay = (status: ImportState['status'] | undefined): boolean => status === 'waiting' || status === 'running';

/** Runs one import from the chosen file to its end: read, previewed, applied, and followed if it is a job. */
export function useImportRun<State extends ImportState, Answer extends { import: State }, Options>(calls: ImportCalls<State, Answer, Options>) {
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState(false);
  const [current, setCurrent] = useState<State | null>(null);
  const [changing, setChanging] = useState(false);
  const [reads, setReads] = useState(0);
  const request = useOneRequest();

  /** Polls until the job is done. @throws the error after several failed checks */
  const followJob = (id: number, signal: AbortSignal): Promise<Answer> =>
    follow<Answer>({
      load: (asked) => calls.load(id, asked),
      isUnderWay: (answer) => isUnderWay(answer.import.status),
      signal,
      everyMs: LOOK_AGAIN_MS,
      patience: PATIENCE,
      onAnswer: (answer) => setCurrent(answer.import),
    });

  async function run(id: number, options: Options, signal: AbortSignal): Promise<Answer> {
    if (isUnderWay(current?.status)) return followJob(id, signal);
    try {
      const answer = await calls.apply(id, options, signal);
      setCurrent(answer.import);
      return isUnderWay(answer.import.status) ? await followJob(id, signal) : answer;
    } catch (failure) {
      if (signal.aborted || !isApiError(failure) || !failure.isTransient) throw failure;
      const answer = await followJob(id, signal); // no answer came: it may have begun
      if (answer.import.status === 'preview') throw failure;
      return answer;
    }
  }

  function take(read: State): void {
    setCurrent(read);
    setReads((count) => count + 1);
  }

  return {
    file,
    reading,
    fault: request.fault,
    error: request.error,
    /** The file as read, then the result; null before. */
    current,
    isUnderWay: isUnderWay(current?.status),
    isDone: current?.status === 'finished' || current?.status === 'failed',
    say: request.say,
    /** Has the server read a file, or clears the previous one. */
    async choose(chosen: File | null): Promise<void> {
      setFile(chosen);
      setCurrent(null);
      setReading(false);
      setChanging(false);
      const wrong = chosen && calls.wrongWith(chosen);
      if (chosen && !wrong) {
        await request.run(async (signal) => {
          const read = await calls.preview(chosen, signal);
          if (!signal.aborted) take(read);
        }, setReading);
        return;
      }
      request.begin();
      request.fail(null);
      request.say(wrong ?? undefined);
    },
    /** Shows an earlier import, or its current state, and follows it while a job runs. */
    async show(state: State): Promise<void> {
      setFile(null);
      request.say(undefined);
      request.fail(null);
      setReading(false);
      setCurrent(state);
      if (!isUnderWay(state.status)) return;
      await request.run(async (signal) => {
        const answer = await followJob(state.id, signal);
        if (answer.import.status === 'finished') await calls.onDone(answer);
      });
    },
    /** True while the file is being read again. */
    changing,
    /** The number of times that it was read. */
    reads,
    /**
     * Has the file read again with other settings. Returns false if that failed: it is unchanged, and the reason is
     * shown.
     */
    async change(readAgain: (id: number, signal: AbortSignal) => Promise<State>): Promise<boolean> {
      if (!current) return false;
      return request.run(async (signal) => {
        const read = await readAgain(current.id, signal);
        if (!signal.aborted) take(read);
      }, setChanging);
    },
    /** Applies the preview, and waits until it is done. */
    async apply(options: Options): Promise<void> {
      if (!current) return;
      await request.run(async (signal) => {
        const answer = await run(current.id, options, signal);
        if (answer.import.status === 'finished' && !signal.aborted) await calls.onDone(answer);
      });
    },
  };
}

/** One import, from the chosen file to its end. */
export type ImportRun<State extends ImportState, Options> = Omit<ReturnType<typeof useImportRun<State, { import: State }, Options>>, 'change'>;
