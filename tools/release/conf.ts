import { type Setting, settings } from '@classwright/server/platform/settings/declared';

const WIDTH = 96;

/** The settings that the package itself makes. */
const set: Readonly<Record<string, string>> = { NODE_ENV: 'production', DATA_DIR: '/var/lib/classwright/data' };

const head = `Settings of Classwright, read at the start. Each is shown with its default; remove the # in front of one to change it.
Put a value with blanks or other special characters into double quotes. After a change: systemctl restart with the unit
that you run. The same list with more about each is docs/operations.md.`;

const tail = `Read by the package, not by the product: "off" upgrades without the backup that an upgrade otherwise makes first.`;

/** Returns the settings file of the package, /etc/classwright/classwright.conf, with every declared setting. */
export function writeConf(): string {
  const blocks = Object.entries<Setting<unknown>>(settings).map(([name, one]) => {
    const more = one.isSecret ? ` Or ${name}_FILE, which names a file with the value.` : '';
    const value = set[name];
    return `${comment(`${toPlainText(one.meaning)}.${more}${showDefault(one)}`)}\n${value === undefined ? `#${name}=${readDefault(one)}` : `${name}=${value}`}`;
  });
  return `${[comment(head.replaceAll('\n', ' ')), ...blocks, `${comment(tail)}\n#BACKUP_BEFORE_UPGRADE=on`].join('\n\n')}\n`;
}

const toPlainText = (meaning: string): string => meaning.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');

/** A default that is a plain value is in the line itself. */
const readDefault = ({ fallback }: Setting<unknown>): string =>
  typeof fallback === 'boolean' ? (fallback ? 'on' : 'off') : typeof fallback === 'string' || typeof fallback === 'number' ? String(fallback) : '';

function showDefault({ shownDefault }: Setting<unknown>): string {
  return shownDefault === undefined || shownDefault === '–' ? '' : ` Default: ${toPlainText(shownDefault)}.`;
}

/** Returns a text as commented lines of at most `WIDTH` characters. */
function comment(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines.join('\n');
}
