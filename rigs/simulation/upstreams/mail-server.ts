// The server that messages leave by: what it really received, and how it replied.
import type { Channel, SendResult } from '../../../server/messages/channel.ts'
import type { Wire } from '../kernel/upstream.ts'

/** @param mailbox filled with the ids of what arrived, in order. */
export function openMailServer(wire: Wire, mailbox: string[]): Channel {
  const { boundary, chance, faults } = wire
  return {
    acceptsRepeats: true,
    send({ id }) {
      const respond = draw(() => mailbox.push(id))
      return boundary.cross({
        name: 'message send',
        detail: id,
        waitMs: chance.spread(5, 200),
        replyMs: chance.spread(5, 300),
        apply: respond,
        survives: true,
      })
    },
    close: async () => {},
  }

  function draw(receive: () => void): () => SendResult {
    if (faults.happens('mail server is away')) return () => ({ kind: 'failed', reason: 'ECONNREFUSED' })
    if (faults.happens('mail server accepts, reply lost'))
      return () => {
        receive()
        return { kind: 'unknown', reason: 'ECONNECTION' }
      }
    return () => {
      receive()
      return { kind: 'sent' }
    }
  }
}
