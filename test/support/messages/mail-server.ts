// A real SMTP server for tests, whose behaviour is chosen for each recipient.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; messageId: string; raw: string }

export type MailServer = {
  /** For SMTP_URL. */
  url: string
  port: number
  /** What arrived whole, in order. */
  received: ReceivedMail[]
  /** How the server treats the next messages to an address: refuse with this code, or accept and break the connection. */
  treat(address: string, ...treatments: Treatment[]): void
  close(): Promise<void>
}
export type Treatment = number | 'break off' | { sender: number }

/** @param options.port to listen on again where a server was closed. */
export async function openMailServer(options: { port?: number } = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const treatments = new Map<string, Treatment[]>()
  let refusedSender: number | undefined
  const refusal = (code: number) => Object.assign(new Error('not now'), { responseCode: code })
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onMailFrom(_address, _session, done) {
      const code = refusedSender
      refusedSender = undefined
      done(code === undefined ? null : refusal(code))
    },
    onRcptTo({ address }, _session, done) {
      const [next] = treatments.get(address) ?? []
      if (typeof next !== 'number') return done()
      treatments.get(address)?.shift()
      done(refusal(next))
    },
    onData(stream, session, done) {
      void textOf(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        const [, messageId = ''] = /^Message-ID: (<[^>]+>)/im.exec(raw) ?? []
        received.push({ from: mailFrom ? mailFrom.address : '', to, messageId, raw })
        const [next] = treatments.get(to[0] ?? '') ?? []
        if (next !== 'break off') return done()
        treatments.get(to[0] ?? '')?.shift()
        for (const connection of connections) connection.destroy()
      })
    },
  })
  server.on('error', () => {})
  const connections = new Set<{ destroy(): void }>()
  server.server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  server.listen(options.port ?? 0, '0.0.0.0')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    treat(address, ...wanted) {
      for (const treatment of wanted)
        if (typeof treatment === 'object') refusedSender = treatment.sender
        else treatments.set(address, [...(treatments.get(address) ?? []), treatment])
    },
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      for (const connection of connections) connection.destroy()
      await promise
    },
  }
}
