// `npm run doctor` examines everything that a start would refuse or warn of, and what a running installation needs.
import { examine } from './doctor/examine.ts';
import { type Finding, toLine } from './doctor/finding.ts';
import { runMaintenance } from './backup/run-maintenance.ts';

await runMaintenance({
  inVain: 'Not everything was examined.',
  help: 'npm run doctor: examines settings, database, mail, files, broker, address and space, one line each, and changes nothing. Ends with 1 when there is a problem.',
  async work() {
    const found: Finding[] = [];
    await examine((finding) => {
      found.push(finding);
      console.log(toLine(finding));
    });
    const count = (state: Finding['state']): number => found.filter((finding) => finding.state === state).length;
    const [problems, warnings] = [count('problem'), count('warning')];
    console.log(
      `\n${problems === 0 ? 'No problem was found' : `${problems === 1 ? 'One problem' : `${problems} problems`} to solve`}${warnings === 0 ? '.' : `, and ${warnings} to look at.`}`,
    );
    return problems === 0;
  },
});
