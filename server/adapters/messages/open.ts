// Opens the channels that a deployment is configured with.
import type { Channels } from '../../messages/channel.ts'
import { openInbox } from './inbox.ts'
import { openSms, type SmsSettings } from './sms.ts'
import { openSmtp, type SmtpSettings } from './smtp.ts'
import { openWhatsapp, type WhatsappSettings } from './whatsapp.ts'

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
