// What the SMS gateway and WhatsApp share: one HTTP call for each message, which is never repeated after it may have arrived.
import type { Channel, OutgoingMessage, SendResult } from '../../messages/channel.ts'
import { openUpstream } from '../../platform/network/upstream.ts'

const timeoutMs = 20_000

/** A message to a phone. */
export type PhoneMessage = Extract<OutgoingMessage, { channel: 'sms' | 'whatsapp' }>

/**
 * @param call.url where messages are posted.
 * @param call.bodyOf the body for a message.
 */
function openPhoneGateway(
  name: string,
  call: { url: string; token: string; bodyOf: (message: PhoneMessage) => object },
): Channel {
  const upstream = openUpstream(name)
  const url = new URL(call.url)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${call.token}` }
  return {
    acceptsRepeats: false,
    async send(message): Promise<SendResult> {
      if (message.channel === 'email') return { kind: 'refused', reason: 'CHANNEL' }
      const body = new TextEncoder().encode(JSON.stringify(call.bodyOf(message)))
      const reply = await upstream.call({ method: 'POST', url, headers, body, timeoutMs })
      if (reply.kind === 'no_reply') return { kind: reply.sent ? 'unknown' : 'failed', reason: reply.cause }
      return resultOf(reply.status)
    },
    close: () => upstream.close(),
  }
}

/**
 * 400, 404, 410 and 422 are about the message. Other refusals, such as a wrong token or too many requests, may end. A failure of
 * the gateway leaves open whether it sent the message, except 503, by which it refuses work.
 */
function resultOf(status: number): SendResult {
  const reason = String(status)
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if ([400, 404, 410, 422].includes(status)) return { kind: 'refused', reason }
  return { kind: status >= 500 && status !== 503 ? 'unknown' : 'failed', reason }
}

export type SmsSettings = { url: string; token: string; sender: string }

export function openSms({ url, token, sender: from }: SmsSettings): Channel {
  return openPhoneGateway('sms', {
    ...{ url, token },
    bodyOf: ({ id, address: to, text }) => ({ id, from, to, text }),
  })
}

// WhatsApp by the Cloud API. A business may write first only in an approved template: ours has one text in its body.

export type WhatsappSettings = {
  /** Of our number, as https://graph.facebook.com/v21.0/<phone number id>. */
  url: string
  token: string
  /** The name of the template, approved in French and English. */
  template: string
}

export function openWhatsapp({ url, token, template: name }: WhatsappSettings): Channel {
  return openPhoneGateway('whatsapp', {
    url: `${url}/messages`,
    token,
    bodyOf: ({ address, language: code, text }) => ({
      messaging_product: 'whatsapp',
      to: address.replace('+', ''),
      type: 'template',
      template: {
        name,
        language: { code },
        components: [{ type: 'body', parameters: [{ type: 'text', text }] }],
      },
    }),
  })
}
