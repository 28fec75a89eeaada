import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailer } from './index.ts';

/** A minimal SMTP server that records everything it receives. */
let server: Server;
let said: string[];
let refusesWith: string | null;
beforeEach(async () => {
  said = [];
  refusesWith = null;
  server = createServer((socket) => {
    let isData = false;
    socket.write('220 school.test\r\n');
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\r\n').slice(0, -1)) {
        said.push(line);
        if (isData) {
          if (line !== '.') continue;
          isData = false;
          socket.write('250 kept\r\n');
        } else if (/^(EHLO|HELO)/.test(line)) socket.write('250 school.test\r\n');
        else if (line === 'STARTTLS') socket.write('502 not here\r\n');
        else if (line.startsWith('RCPT') && refusesWith) socket.write(`${refusesWith}\r\n`);
        else if (line === 'DATA') {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 fine\r\n');
      }
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const mailer = () => createMailer(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, 'Riverside <school@school.test>');
const mail = (values: object = {}) => ({
  to: { name: 'Zoë O’Neill', address: 'zoe@school.test' },
  subject: 'Ihr Zugang: Äpfel',
  text: 'Hello Zoë,\n\nhttps://school.test/choose-password#code=abc\n',
  ...values,
});

test('a mail goes to one address, as plain text, from the school', async () => {
  const own = mailer();
  await own.send(mail());
  own.close();
  expect(said).toContain('RCPT TO:<zoe@school.test>');
  expect(said.some((line) => line.startsWith('MAIL FROM:<school@school.test>'))).toBe(true);
  expect(said).toContain('Content-Type: text/plain; charset=utf-8');
  expect(said.find((line) => line.startsWith('From:'))).toBe('From: Riverside <school@school.test>');
  expect(said.join('\n')).toContain('https://school.test/choose-password#code=3Dabc'); // quoted-printable
});

test('[B2962] a school’s own name and address replace those of the installation, each on its own, and add no header', async () => {
  const own = mailer();
  for (const from of [
    { name: 'Oak, School', address: null },
    { name: null, address: 'office@oak.test' },
    { name: 'x\r\nBcc: all@school.test', address: 'office@oak.test' },
  ])
    await own.send(mail({ from }));
  own.close();
  expect(said.filter((line) => line.startsWith('From:'))).toEqual([
    'From: "Oak, School" <school@school.test>',
    'From: Riverside <office@oak.test>',
    expect.stringMatching(/^From: .* <office@oak\.test>$/),
  ]);
  expect(said.filter((line) => line.startsWith('MAIL FROM:')).map((line) => /<(.*?)>/.exec(line)![1])).toEqual([
    'school@school.test',
    'office@oak.test',
    'office@oak.test',
  ]);
  expect(said.filter((line) => /^bcc:/i.test(line))).toEqual([]);
});

test('a name or subject with line breaks adds neither header nor recipient', async () => {
  const own = mailer();
  await own.send(mail({ to: { name: 'x\r\nBcc: everybody@school.test', address: 'zoe@school.test' }, subject: 'a\r\nBcc: all@school.test' }));
  own.close();
  expect(said.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<zoe@school.test>']);
  expect(said.filter((line) => /^bcc:/i.test(line))).toEqual([]);
});

test('[B910] a mail that can be ended says where in its headers, in one piece; one press in the mail program is offered over HTTPS alone', async () => {
  const code = `12.20910.${'announcement-comment_daily~'.repeat(8)}weekly-figures_now.${'x'.repeat(43)}`;
  const own = mailer();
  await own.send(mail({ endAt: new URL(`https://school.test/end-mails?code=${code}`) }));
  const [first] = said.splice(0).join('\n').split('\n\n');
  await own.send(mail({ endAt: new URL('http://school.test/end-mails?code=abc') }));
  const [second] = said.splice(0).join('\n').split('\n\n');
  await own.send(mail());
  own.close();
  expect(first?.replaceAll(/\n(?=[ \t])/g, '')).toContain(`\nList-Unsubscribe: <https://school.test/end-mails?code=${code}>\n`);
  expect(first).toContain('\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n');
  expect(second).toContain('\nList-Unsubscribe: <http://school.test/end-mails?code=abc>\n');
  expect(second).not.toContain('List-Unsubscribe-Post');
  expect(said.join('\n')).not.toContain('List-Unsubscribe');
});

test('a refusal, and a server that is not there, are failures to be tried again', async () => {
  refusesWith = '450 later';
  const own = mailer();
  await expect(own.send(mail())).rejects.toThrow(/450/);
  own.close();
  const nowhere = createMailer('smtp://127.0.0.1:1', 'school@school.test');
  await expect(nowhere.send(mail())).rejects.toThrow(/ECONNREFUSED/);
  nowhere.close();
});

test('[B141] to another machine mail goes out encrypted or not at all, unless its address settles that', async () => {
  const { port } = server.address() as AddressInfo;
  // The address of all interfaces, which is not known to be this machine's own.
  const elsewhere = createMailer(`smtp://0.0.0.0:${port}`, 'school@school.test');
  await expect(elsewhere.send({ to: { name: 'Ada', address: 'ada@school.test' }, subject: 'Hello', text: 'secret link' })).rejects.toThrow();
  elsewhere.close();
  expect(said.join(' ')).not.toContain('secret link');
  const settled = createMailer(`smtp://0.0.0.0:${port}?ignoreTLS=true`, 'school@school.test');
  await settled.send({ to: { name: 'Ada', address: 'ada@school.test' }, subject: 'Hello', text: 'secret link' });
  settled.close();
  expect(said.join(' ')).toContain('secret link');
});
