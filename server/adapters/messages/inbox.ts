// The inbox of the simulators, which shows messages of every kind instead of sending them.
import type { Channel, OutgoingMessage, SendResult } from '../../messages/channel.ts'
import { openUpstream } from '../../platform/network/upstream.ts'

const timeoutMs = 5_000

/** @param origin of the simulators. */
export function openInbox(origin: string): Channel {
  const upstream = openUpstream('inbox')
  const url = new URL('/inbox/messages', origin)
  return {
    // It stores a message once, by its id.
    acceptsRepeats: true,
    async send(message): Promise<SendResult> {
      const body = new TextEncoder().encode(JSON.stringify(bodyOf(message)))
      const headers = { 'content-type': 'application/json' }
      const reply = await upstream.call({ method: 'POST', url, headers, body, timeoutMs })
      if (reply.kind === 'no_reply') return { kind: reply.sent ? 'unknown' : 'failed', reason: reply.cause }
      const reason = String(reply.status)
      if (reply.status === 200) return { kind: 'sent' }
      return { kind: reply.status === 400 ? 'refused' : 'failed', reason }
    },
    close: () => upstream.close(),
  }
}

function bodyOf({ createdAt, ...message }: OutgoingMessage): object {
  return { ...message, created_at: createdAt.toString() }
}
