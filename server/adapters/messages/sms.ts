// SMS by a gateway with a simple HTTP API: `POST {id, from, to, text}` with a bearer token.
import type { Channel } from '../../messages/channel.ts'
import { openPhoneGateway } from './phone-gateway.ts'

export type SmsSettings = { url: string; token: string; sender: string }

export function openSms({ url, token, sender: from }: SmsSettings): Channel {
  return openPhoneGateway('sms', {
    ...{ url, token },
    bodyOf: ({ id, address: to, text }) => ({ id, from, to, text }),
  })
}
