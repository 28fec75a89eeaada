import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

type Message = { kind: string };

export interface Phones<To extends Message, From extends Message> {
  /** Sends the phones a command, and returns their reply. */
  ask: <Kind extends From['kind']>(message: To, kind: Kind) => Promise<Extract<From, { kind: Kind }>>;
  /** Returns the phones' next message of this kind. Rejects when they end, or report that they failed. */
  hear: <Kind extends From['kind']>(kind: Kind) => Promise<Extract<From, { kind: Kind }>>;
  end: () => void;
}

/**
 * Starts a bench's phones, or anything else to be measured separately, in a separate process. `file` is next to this
 * one.
 */
export function startPhones<To extends Message, From extends Message>(file: string, flags: readonly string[] = []): Phones<To, From> {
  const phones = fork(fileURLToPath(new URL(file, import.meta.url)), { execArgv: [...flags] });
  const hear = <Kind extends From['kind']>(kind: Kind): Promise<Extract<From, { kind: Kind }>> =>
    new Promise((resolve, reject) => {
      const onExit = (): void => reject(new Error('the phones have ended early'));
      const onMessage = (reply: Message & { problem?: string }): void => {
        if (reply.kind === 'failed') reject(new Error(reply.problem));
        if (reply.kind !== kind) return;
        phones.off('message', onMessage).off('exit', onExit);
        resolve(reply as Extract<From, { kind: Kind }>);
      };
      phones.on('message', onMessage).once('exit', onExit);
    });
  return {
    ask: (message, kind) => {
      const answer = hear(kind);
      phones.send(message);
      return answer;
    },
    hear,
    end: () => void phones.kill(),
  };
}
