import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createChance } from '../simulate-class/chance.ts';
import type { Ways } from './calls.ts';
import { Device } from './device.ts';
import { Line } from './line.ts';
import type { Script } from './plan.ts';
import type { Program, TabGlobals } from './program.ts';
import { Student } from './student.ts';

/** The pages that were opened, each with its token, and the tokens of those that got their closing event. */
interface Seen {
  opened: string[];
  left: string[];
  /** Has the page opened last open another address. */
  leaveLast: (place: string) => void;
}

interface Storage {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
}

/** A page that only notes how it begins and ends. */
function notingProgram(seen: Seen): Program {
  return ((globals: TabGlobals) => ({
    createDeviceDatabase: () => ({}),
    openHome: ({ token }: { token: string }) => {
      seen.opened.push(`home of ${token}`);
      return { place: () => 'home', model: () => null };
    },
    openPhone: ({ token, onLeft }: { token: string; onLeft: (place: string) => void }) => {
      seen.opened.push(token);
      seen.leaveLast = onLeft;
      (globals.addEventListener as (name: string, listener: () => void) => void)('pagehide', () => seen.left.push(token));
      return { place: () => 'loading', model: () => null };
    },
  })) as unknown as Program;
}

const nothingSeen = (): Seen => ({ opened: [], left: [], leaveLast: () => undefined });

/** A page on a disk that responds no more. */
const silentProgram = (() => ({
  createDeviceDatabase: () => ({}),
  openPhone: () => ({ place: () => 'running', model: () => null, submit: () => new Promise(() => undefined) }),
})) as unknown as Program;

function openDevice(seen: Seen, isSeat = true, program = notingProgram(seen)): Device {
  const ways = { inTurn: () => [], send: () => Promise.reject(new Error('no network')) } as unknown as Ways;
  const line = new Line({ ways, address: '10.0.0.1', chance: createChance(1), onSent: () => undefined, onReceived: () => undefined });
  const person = { token: 'first', user: { account_id: 1 } as never };
  return new Device({ program, line, clockMs: 0, disk: null, person, isSeat, assessmentId: 1, onOutcome: () => undefined });
}

test('[B2399] a press of Submit ends with its page, also when the disk responds no more', async () => {
  const device = openDevice(nothingSeen(), true, silentProgram);
  device.open();
  const pressed = device.submit();
  device.close();
  await expect(pressed).resolves.toBeUndefined();
});

test('[B2399] a page that is replaced on a phone gets its closing event first, once', () => {
  const seen = nothingSeen();
  const device = openDevice(seen);
  device.open();
  device.token = 'second';
  device.open();
  expect(seen).toMatchObject({ opened: ['first', 'second'], left: ['first'] });
  device.close();
  device.close();
  expect(seen.left).toEqual(['first', 'second']);
});

test('[B2399] a page stores what it leaves behind in its closing event, and nothing after it', () => {
  const storages: Storage[] = [];
  const program = ((globals: TabGlobals) => ({
    createDeviceDatabase: () => ({}),
    openPhone: () => {
      const storage = globals.localStorage as Storage;
      storages.push(storage);
      (globals.addEventListener as (name: string, listener: () => void) => void)('pagehide', () => storage.setItem('left', 'words'));
      return { place: () => 'loading', model: () => null };
    },
  })) as unknown as Program;
  const device = openDevice(nothingSeen(), true, program);
  device.open();
  device.close();
  storages[0]!.removeItem('left');
  storages[0]!.setItem('late', 'words');
  device.open();
  expect(['left', 'late'].map((key) => storages[1]!.getItem(key))).toEqual(['words', null]);
  device.close();
});

test('[B2399] a page that opens another address gets its closing event then, and what it last showed can be read', async () => {
  const seen = nothingSeen();
  const device = openDevice(seen);
  device.open();
  seen.leaveLast('home');
  expect(seen.left).toEqual([]);
  await pause(20);
  expect(seen.left).toEqual(['first']);
  expect(device.page?.place()).toBe('loading');
  device.close();
  expect(seen.left).toEqual(['first']);
});

test('[B2410] a page that opens Home is replaced by it, and Home delivers what the device still has', async () => {
  const seen = nothingSeen();
  const device = openDevice(seen, false);
  device.open();
  seen.leaveLast('home');
  await pause(20);
  expect(seen).toMatchObject({ opened: ['first', 'home of first'], left: ['first'] });
  expect(device.page?.place()).toBe('home');
  device.close();
});

test('[B2400] a student who moves to another phone first arrives on the own one, and each phone has the seat that it took', async () => {
  const seen = nothingSeen();
  const over = new AbortController();
  let seats = 0;
  const send = async () => {
    await pause(30);
    seats += 1;
    return { status: 200, headers: {}, text: JSON.stringify({ seat: { state: 'seated', api_token: `seat ${seats}` } }) };
  };
  const turn = { typesAtMs: 0, choice: null, words: 0, isCensored: false, submitsAtMs: null, afterwards: 'stays' as const };
  const nothing = { remarks: [], asksAt: null, sentOutAt: null, leavesAt: null, clockMs: 0, disk: null };
  const script: Script = { ...nothing, arrivesAtMs: 50, turns: [turn, turn, turn], hasSeat: true, movesAt: { form: 0, atMs: 10 } };
  const student = new Student({
    seed: 1,
    program: notingProgram(seen),
    ways: { inTurn: () => [], send } as unknown as Ways,
    person: { accountId: 1, email: '', token: '' },
    password: '',
    address: '10.0.0.1',
    assessmentId: 1,
    script,
    chance: createChance(1),
    desk: { code: 'code', letIn: async () => undefined },
    over: over.signal,
  });
  const parts = [student.arrive(), student.takePart(0)];
  await expect.poll(() => seen.opened).toEqual(['seat 1', 'seat 2']);
  over.abort();
  await Promise.allSettled(parts);
  expect(student.devices.map(({ token }) => token)).toEqual(['seat 1', 'seat 2']);
  expect(student.endedSeats).toMatchObject([{ token: 'seat 1', device: 0 }]);
  student.leave();
});

test('[B3061] a page’s socket offers the subprotocols that the page names, as a ticket for its channels travels', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'classwright' });
  await once(server, 'listening');
  const offered = new Promise((resolve) => server.on('connection', (_, { headers }) => resolve(headers['sec-websocket-protocol'])));
  const program = ((globals: TabGlobals) => ({
    createDeviceDatabase: () => ({}),
    openPhone: () => {
      const WebSocket = globals.WebSocket as new (url: string, protocols: string[]) => unknown;
      const socket = new WebSocket('ws://127.0.0.1/app/key', ['classwright', 'ticket.text']);
      return { place: () => 'loading', model: () => null, socket };
    },
  })) as unknown as Program;
  const ways = { inTurn: () => [(server.address() as AddressInfo).port] } as unknown as Ways;
  const line = new Line({ ways, address: '10.0.0.1', chance: createChance(1), onSent: () => undefined, onReceived: () => undefined });
  const person = { token: 'first', user: { account_id: 1 } as never };
  const device = new Device({ program, line, clockMs: 0, disk: null, person, isSeat: false, assessmentId: 1, onOutcome: () => undefined });
  device.open();
  expect(await offered).toBe('classwright,ticket.text');
  device.close();
  server.close();
});
