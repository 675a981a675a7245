// Opens the channels that a deployment is configured with.
import type { Channel, Channels, OutgoingMessage, SendResult } from '../../messages/channel.ts'
import { openUpstream } from '../../platform/network/upstream.ts'
import { openSms, openWhatsapp, type SmsSettings, type WhatsappSettings } from './phone-gateway.ts'
import { openSmtp, type SmtpSettings } from './smtp.ts'

export type ChannelSettings = {
  smtp: SmtpSettings | undefined
  sms: SmsSettings | undefined
  whatsapp: WhatsappSettings | undefined
  /** The origin of the simulators, if they run. */
  simulators: string | undefined
}

export function openChannels({ smtp, sms, whatsapp, simulators }: ChannelSettings): Channels {
  return {
    ...(smtp && { email: openSmtp(smtp) }),
    ...(sms && { sms: openSms(sms) }),
    ...(whatsapp && { whatsapp: openWhatsapp(whatsapp) }),
    ...(simulators !== undefined && { inbox: openInbox(simulators) }),
  }
}

const timeoutMs = 5_000

/** @param origin of the simulators. */
function openInbox(origin: string): Channel {
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
