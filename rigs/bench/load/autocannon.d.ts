declare module 'autocannon' {
  type Client = { getRequestBuffer(): Buffer }
  type Options = {
    url: string
    connections: number
    duration: number
    sampleInt: number
    timeout: number
    reconnectRate: number
    setupClient: (client: Client) => void
  }
  type Run = Promise<{ errors: number }> & {
    on(
      event: 'response',
      listener: (client: Client, status: number, bytes: number, milliseconds: number) => void,
    ): void
  }
  export default function autocannon(options: Options): Run
}
