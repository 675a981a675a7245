// WhatsApp by the Cloud API. A business may write first only in an approved template: ours has one text in its body.
import type { Channel } from '../../messages/channel.ts'
import { openPhoneGateway } from './phone-gateway.ts'

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
