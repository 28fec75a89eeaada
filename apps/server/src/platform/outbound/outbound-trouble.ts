/**
 * Why an address that a person typed was not read. `address`: it is none. `https`: it is no https address. `private`: it
 * leads into this machine or a network of its own. `name`: nobody knows the name. `connect`: nothing answers there. `tls`: its
 * certificate is not valid. `silence`: it took too long. `tooLong`: it sent too much. `redirect`: it leads elsewhere. `broken`: it broke off.
 */
export type OutboundProblem = 'address' | 'https' | 'private' | 'name' | 'connect' | 'tls' | 'silence' | 'tooLong' | 'redirect' | 'broken';

/** Says what went wrong and nothing of what was sent, so that it can stand in a log. */
export class OutboundTrouble extends Error {
  readonly problem: OutboundProblem;
  constructor(problem: OutboundProblem) {
    super(`outbound: ${problem}`);
    this.name = 'OutboundTrouble';
    this.problem = problem;
  }
}
