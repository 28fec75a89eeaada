// What the lockfile says about packages, for the machine that we are on.

const machineLibc = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';

/**
 * The packages of a lockfile that belong on this machine, as pairs of their folder and what the lockfile says of them.
 * Without `withTools` these are the ones that the product is built with and runs on, and none for checks and tests.
 */
export function listPackages({ packages }, { withTools }) {
  return Object.entries(packages).filter(
    ([path, locked]) => path.includes('node_modules/') && !locked.link && (withTools || !locked.dev) && isForThisMachine(locked),
  );
}

/** Packages of other platforms are left out; of those for ours none may be missing, though they are marked optional. */
function isForThisMachine({ os, cpu, libc, optional }) {
  if (!os && !cpu) return !optional;
  return suits(os, process.platform) && suits(cpu, process.arch) && suits(libc, machineLibc);
}

const suits = (wanted, ours) => wanted === undefined || [wanted].flat().includes(ours);

/**
 * Whether npm on this version of Node installs all of these packages. Those of a platform are marked optional, and npm leaves
 * them out, without a word, where they ask for a newer Node.
 */
export const suitsNode = (packages, version) => packages.every(([, { optional, engines }]) => !optional || !engines?.node || isInRange(version, engines.node));

/** Reads ranges as packages of platforms write them: `>=22.12.0` and `^20.19.0`, joined by `||`. Of any other it says no. */
function isInRange(version, range) {
  const [major, ...ours] = numbersOf(version);
  return range.split('||').some((part) => {
    const [, sign, text] = /^\s*(>=|\^)\s*([\d.]+)\s*$/.exec(part) ?? [];
    if (sign === undefined) return false;
    const [wantedMajor, ...wanted] = numbersOf(text);
    return major === wantedMajor ? isAtLeast(ours, wanted) : sign === '>=' && major > wantedMajor;
  });
}

const numbersOf = (version) => version.split('.').map(Number);

const isAtLeast = ([minor = 0, patch = 0], [wantedMinor = 0, wantedPatch = 0]) => (minor === wantedMinor ? patch >= wantedPatch : minor > wantedMinor);
