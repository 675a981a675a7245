// The first question of the portal: how the merchant sells. It decides what the portal shows first.
import { useFault } from '../../ui/forms/form.tsx'
import { Drawing } from '../../ui/frame/tabs.tsx'
import { catalogue } from '../../ui/language/language.ts'
import type { SalesChannel } from '../preferences.ts'

/** The question and its answers, which are also asked above the overview. */
export const channelTexts = catalogue({
  fr: {
    question: 'Comment voulez-vous utiliser Likuta\u202f?',
    link: 'Je vends par lien',
    linkHint: 'WhatsApp, SMS, code QR\u00a0: aucun site nécessaire.',
    site: 'J’ai un site ou une application',
    siteHint: 'Le paiement s’intègre à votre boutique.',
    transfer: 'J’envoie des transferts',
    transferHint: 'Vers le mobile money, depuis vos systèmes.',
    later: 'Vous pourrez changer à tout moment.',
  },
  en: {
    question: 'How will you use Likuta?',
    link: 'I sell by link',
    linkHint: 'WhatsApp, SMS, QR code: no website needed.',
    site: 'I have a site or an app',
    siteHint: 'Payments become part of your shop.',
    transfer: 'I send transfers',
    transferHint: 'To mobile money, from your systems.',
    later: 'You can switch at any time.',
  },
})

export const channels: readonly SalesChannel[] = ['link', 'site', 'transfer']

/** One picture of 24 by 24 per channel, as strokes. */
const drawings: Record<SalesChannel, string> = {
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.500 1.500M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.500-1.500',
  site: 'M4 5h16v14H4zM4 9h16M7 7h.01M10 7h.01',
  transfer: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM12 16V8m-3 3 3-3 3 3',
}

/** @param value the answer given before, if any */
export function ChannelField({ value = null }: { value?: SalesChannel | null }) {
  const t = channelTexts()
  const fault = useFault('sells_by')
  return (
    <fieldset class="channels" aria-describedby={fault ? 'channel-fault' : 'channel-hint'}>
      <legend>{t.question}</legend>
      {channels.map((channel) => (
        <label key={channel}>
          <input
            type="radio"
            name="sells_by"
            value={channel}
            defaultChecked={channel === value}
            aria-invalid={fault ? 'true' : undefined}
          />
          <Drawing of={drawings[channel]} />
          <span>
            <strong>{t[channel]}</strong>
            <small>{t[`${channel}Hint`]}</small>
          </span>
        </label>
      ))}
      {fault ? (
        <p class="fault" id="channel-fault">
          {fault}
        </p>
      ) : (
        <p class="hint" id="channel-hint">
          {t.later}
        </p>
      )}
    </fieldset>
  )
}
