// The simulators' controls and books.

export type Simulators = {
  /** The operators' own books. */
  operatorBooks(query?: string): Promise<any>
  /** Makes the simulators misbehave; `off` stops it. */
  fault(fault: Record<string, unknown>): Promise<void>
  books(): Promise<any>
}

export function openSimulators(sandboxUrl: string): Simulators {
  return {
    async fault(fault) {
      await fetch(`${sandboxUrl}/sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ target: 'gateway', ...fault }),
      })
    },
    async books() {
      return ((await (await fetch(`${sandboxUrl}/sandbox/books`)).json()) as { card_gateway: unknown })
        .card_gateway
    },
    async operatorBooks(query = '') {
      const books = await (await fetch(`${sandboxUrl}/sandbox/books?${query}`)).json()
      return (books as { operators: unknown }).operators
    },
  }
}
