// Reads the lockfile for the machine that this process runs on.

const machineLibc = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';

/**
 * Returns the packages of a lockfile that belong on this machine, as pairs of a folder and its entry in the lockfile.
 * Without `withTools` it leaves out the packages that only checks and tests need.
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
 * Returns whether npm on this version of Node installs all of these packages. Packages of a platform are marked optional, and
 * npm silently leaves out those that need a newer Node.
 */
export const suitsNode = (packages, version) => packages.every(([, { optional, engines }]) => !optional || !engines?.node || isInRange(version, engines.node));

/** Understands the ranges that packages of platforms use: `>=22.12.0` and `^20.19.0`, joined by `||`. Returns false for any other range. */
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
