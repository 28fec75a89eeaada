import { useEffect, useRef, useState } from 'react';
import { isApiError } from '../../base/api.ts';

/** An import as the server has it. */
export interface ImportState {
  id: number;
  status: 'preview' | 'waiting' | 'running' | 'finished' | 'refused' | 'failed';
}

/** The calls of one kind of import. */
export interface ImportCalls<State extends ImportState, Answer extends { import: State }, Options> {
  /** What needs no server to be seen, in words; null: nothing. */
  wrongWith: (file: File) => string | null;
  preview: (file: File, signal: AbortSignal) => Promise<State>;
  apply: (id: number, options: Options, signal: AbortSignal) => Promise<Answer>;
  load: (id: number, signal: AbortSignal) => Promise<Answer>;
  /** The import has ended well. */
  onDone: (answer: Answer) => Promise<void> | void;
}

const LOOK_AGAIN_MS = 1_000;
/** So many looks in a row may fail before it is said. */
const PATIENCE = 5;
const isUnderWay = (status: ImportState['status'] | undefined): boolean => status === 'waiting' || status === 'running';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One import from the chosen file to its end: read, shown, applied, followed where it is a job. */
export function useImportRun<State extends ImportState, Answer extends { import: State }, Options>(calls: ImportCalls<State, Answer, Options>) {
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState(false);
  const [current, setCurrent] = useState<State | null>(null);
  const [fault, setFault] = useState<string | undefined>();
  const [error, setError] = useState<unknown>(null);
  const [changing, setChanging] = useState(false);
  const [reads, setReads] = useState(0);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);

  /** A question that ends the one before it. */
  function ask(): AbortSignal {
    asking.current?.abort();
    asking.current = new AbortController();
    return asking.current.signal;
  }

  function refuse(failure: unknown): void {
    const [words] = (isApiError(failure) && failure.errors['file']) || [];
    if (words) setFault(words);
    else setError(failure);
  }

  /** Looks until the job is done. @throws what kept it from seeing, after some tries */
  async function follow(id: number, signal: AbortSignal): Promise<Answer> {
    for (let failures = 0; ; ) {
      try {
        const answer = await calls.load(id, signal);
        setCurrent(answer.import);
        if (!isUnderWay(answer.import.status)) return answer;
        failures = 0;
      } catch (failure) {
        failures += 1;
        if (signal.aborted || failures > PATIENCE || !isApiError(failure) || !failure.isTransient) throw failure;
      }
      await pause(LOOK_AGAIN_MS);
    }
  }

  async function run(id: number, options: Options, signal: AbortSignal): Promise<Answer> {
    if (isUnderWay(current?.status)) return follow(id, signal);
    try {
      const answer = await calls.apply(id, options, signal);
      setCurrent(answer.import);
      return isUnderWay(answer.import.status) ? await follow(id, signal) : answer;
    } catch (failure) {
      if (signal.aborted || !isApiError(failure) || !failure.isTransient) throw failure;
      const answer = await follow(id, signal); // no answer came: it may have begun
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
    fault,
    error,
    /** The file as it was read, and what became of it; null before. */
    current,
    isUnderWay: isUnderWay(current?.status),
    isDone: current?.status === 'finished' || current?.status === 'failed',
    say: setFault,
    /** Has the server read a file, or forgets the one before. */
    async choose(chosen: File | null): Promise<void> {
      const signal = ask();
      setFile(chosen);
      setCurrent(null);
      setError(null);
      const wrong = chosen && calls.wrongWith(chosen);
      setFault(wrong ?? undefined);
      setReading(Boolean(chosen) && !wrong);
      setChanging(false);
      if (!chosen || wrong) return;
      try {
        const read = await calls.preview(chosen, signal);
        if (!signal.aborted) take(read);
      } catch (failure) {
        if (!signal.aborted) refuse(failure);
      } finally {
        if (!signal.aborted) setReading(false);
      }
    },
    /** Shows an import of before, or how one stands by now; follows it while a job has it. */
    async show(state: State): Promise<void> {
      setFile(null);
      setFault(undefined);
      setError(null);
      setReading(false);
      setCurrent(state);
      if (!isUnderWay(state.status)) return;
      try {
        const answer = await follow(state.id, ask());
        if (answer.import.status === 'finished') await calls.onDone(answer);
      } catch (failure) {
        refuse(failure);
      }
    },
    /** The file is being read again. */
    changing,
    /** How often it was read. */
    reads,
    /** Has the file read again as something else. False: it stays as it was, and why is said. */
    async change(readAgain: (id: number, signal: AbortSignal) => Promise<State>): Promise<boolean> {
      if (!current) return false;
      const signal = ask();
      setFault(undefined);
      setError(null);
      setChanging(true);
      try {
        const read = await readAgain(current.id, signal);
        if (signal.aborted) return false;
        take(read);
        return true;
      } catch (failure) {
        if (!signal.aborted) refuse(failure);
        return false;
      } finally {
        if (!signal.aborted) setChanging(false);
      }
    },
    /** Does what the preview showed, and waits until it is done. */
    async apply(options: Options): Promise<void> {
      if (!current) return;
      const signal = ask();
      setFault(undefined);
      setError(null);
      try {
        const answer = await run(current.id, options, signal);
        if (answer.import.status === 'finished' && !signal.aborted) await calls.onDone(answer);
      } catch (failure) {
        if (!signal.aborted) refuse(failure);
      }
    },
  };
}
