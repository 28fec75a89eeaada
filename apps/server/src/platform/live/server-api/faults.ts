/** Why a request of the server HTTP API is not done: its status and, as the protocol has it, a sentence for a developer. */
export class ApiFault extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ApiFault';
    this.status = status;
  }
}
