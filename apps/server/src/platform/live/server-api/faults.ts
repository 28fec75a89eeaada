/**
 * The reason why a request of the server HTTP API fails: its status and, as in the protocol, a sentence for a
 * developer.
 */
export class ApiFault extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ApiFault';
    this.status = status;
  }
}
