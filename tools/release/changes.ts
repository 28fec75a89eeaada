/** Returns the notes of a version from the change log: its section, and before it what is not released yet. @throws Error when the version has none */
export function writeChanges(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m);
  const own = sections.find((section) => /^## (\S+)/.exec(section)?.[1] === version);
  if (own === undefined) throw new Error(`CHANGELOG.md has no section of ${version}.`);
  const ahead = sections.find((section) => section.startsWith('## Unreleased'));
  const isEmpty = ahead === undefined || ahead.replace('## Unreleased', '').trim() === '';
  return `# Classwright ${version}\n\n${[...(isEmpty ? [] : [ahead]), own].map((section) => section.trim()).join('\n\n')}\n`;
}
