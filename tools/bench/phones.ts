import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

type Message = { kind: string };

export interface Phones<To extends Message, From extends Message> {
  /** Has the phones do something, and returns what they say when they have. */
  ask: <Kind extends From['kind']>(message: To, kind: Kind) => Promise<Extract<From, { kind: Kind }>>;
  /** The next thing of this kind that they say. Rejects when they end, or say that they failed. */
  hear: <Kind extends From['kind']>(kind: Kind) => Promise<Extract<From, { kind: Kind }>>;
  end: () => void;
}

/** The phones of a bench, or whatever else is to be measured apart, in a process of their own; `file` stands beside this one. */
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
