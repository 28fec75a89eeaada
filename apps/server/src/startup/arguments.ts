import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SERVER_ROLES, type ServerRole } from '../platform/processes/roles.ts';
import { StartRefusal } from '../platform/start-refusal.ts';

export interface Arguments {
  /** The role. Null: every process that the settings name. */
  role: ServerRole | null;
  /** The bundled server, which main.ts has loaded instead of the sources. Null: the sources. */
  program: string | null;
  /** The built web app. Null: the one that `npm run build` made. */
  webRoot: string | null;
  /** The number of the process that is building the web app into that folder; null means that the web app is built. */
  webBuilder: number | null;
  /** True when phones of the local network may join lessons of the demo. */
  phones: boolean;
  /** True when one of our processes started and supervises it. */
  isLaunched: boolean;
}

/** Reads the arguments. @throws StartRefusal with the valid arguments */
export function readArguments(given: readonly string[]): Arguments {
  const { role, program, web, 'built-by': builder, phones, launched } = parse(given);
  if (role !== undefined && !isRole(role))
    throw new StartRefusal(
      `There is no role ${role}. --role web serves people, --role jobs does the jobs, --role all does both; without --role a start runs what ROLES says.`,
    );
  return {
    role: role ?? null,
    program: program === undefined ? null : resolve(program),
    webRoot: web === undefined ? null : resolve(web),
    webBuilder: Number(builder) || null,
    phones,
    isLaunched: launched,
  };
}

function parse(given: readonly string[]): { role?: string; program?: string; web?: string; 'built-by'?: string; phones: boolean; launched: boolean } {
  try {
    const { values } = parseArgs({
      args: [...given],
      options: {
        role: { type: 'string' },
        program: { type: 'string' },
        web: { type: 'string' },
        'built-by': { type: 'string' },
        phones: { type: 'boolean', default: false },
        launched: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new StartRefusal(
      `${(error as Error).message.replace(/\.?$/, '.')} It takes --role web, --role jobs or --role all, --web with a folder, and --phones.`,
    );
  }
}

const isRole = (role: string): role is ServerRole => (SERVER_ROLES as readonly string[]).includes(role);
