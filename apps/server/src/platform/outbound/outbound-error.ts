/**
 * The reason why an address that a person typed was not read. `address`: it is not an address. `https`: it is not an
 * https address. `private`: it leads to this machine or a private network. `name`: the name is unknown. `connect`:
 * nothing responds there. `tls`: its certificate is not valid. `silence`: it took too long. `tooLong`: it sent too
 * much. `redirect`: it redirects. `broken`: it broke off.
 */
export type OutboundProblem = 'address' | 'https' | 'private' | 'name' | 'connect' | 'tls' | 'silence' | 'tooLong' | 'redirect' | 'broken';

/** The error of an outbound call. It contains nothing of the request, so that it can be logged. */
export class OutboundError extends Error {
  readonly problem: OutboundProblem;
  constructor(problem: OutboundProblem) {
    super(`outbound: ${problem}`);
    this.name = 'OutboundTrouble';
    this.problem = problem;
  }
}
