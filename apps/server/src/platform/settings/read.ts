import { readFileSync } from 'node:fs';
import { type Setting, settings } from './declared.ts';
import { SettingProblem } from './parsers.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
export type SettingName = keyof typeof settings;
/** The value of every setting. */
export type Settings = { readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer T> ? T : never };

/** The settings that hold a secret. */
export const secrets = Object.entries<Setting<unknown>>(settings).flatMap(([name, { isSecret }]) => (isSecret ? [name] : []));
/** The names of all variables that the product reads: settings, and files that hold secrets. */
export const settingNames: ReadonlySet<string> = new Set([...Object.keys(settings), ...secrets.map((name) => `${name}_FILE`)]);
/** Prefixes of our settings. An unknown name with one of them is a mistake. */
const ourPrefixes = /^(CLASSWRIGHT|S3|GOOGLE)_/;
/** Variables of other programs with the same prefixes. */
const othersNames = /^GOOGLE_(APPLICATION_CREDENTIALS|CLOUD_.*|API_KEY|GENAI_.*)$/;

/** Reads every setting. Adds a problem, which begins with the setting's name, for each that is unknown or malformed. */
export function readSettings(given: Environment, problems: string[]): Settings {
  const environment = withSecretFiles(given, problems);
  for (const name of Object.keys(environment).sort())
    if (ourPrefixes.test(name) && !othersNames.test(name) && !settingNames.has(name)) problems.push(`${name} is not a setting`);
  const values = Object.entries<Setting<unknown>>(settings).map(([name, { parse, fallback }]) => {
    const text = environment[name]?.trim();
    if (text === undefined || text === '') return [name, fallback];
    try {
      return [name, parse(text)];
    } catch (error) {
      if (!(error instanceof SettingProblem)) throw error;
      problems.push(`${name} ${error.message}`);
      return [name, fallback];
    }
  });
  return Object.fromEntries(values) as Settings;
}

/** Returns the environment with each secret read from the file named for it. */
function withSecretFiles(environment: Environment, problems: string[]): Environment {
  const read: Record<string, string> = {};
  for (const name of secrets) {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (environment[name]?.trim()) problems.push(`${name} and ${name}_FILE say the same, so only one of them may be set`);
    try {
      read[name] = readFileSync(file, 'utf8').trim();
      if (read[name] === '') problems.push(`${name}_FILE names an empty file`);
    } catch {
      problems.push(`${name}_FILE must name a file that can be read`);
    }
  }
  return { ...environment, ...read };
}
