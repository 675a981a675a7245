// Resends the webhooks that did not arrive in the last hours or days.
import { Card } from '../../ui/display/facts.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import { serviceNow } from '../../ui/service/clock.ts'
import { api } from '../access/session.ts'

const texts = catalogue({
  fr: {
    title: 'Rattraper les webhooks manqués',
    intro:
      'Ceux que votre serveur n’a pas reçus sont renvoyés peu à peu. Les nouveaux webhooks ne les attendent pas.',
    period: 'Créés depuis',
    periods: { 1: '1\u00a0heure', 24: '24\u00a0heures', 168: '7\u00a0jours' },
    resend: 'Renvoyer les webhooks manqués',
    tooMany: 'Plus de 10\u202f000\u00a0webhooks\u00a0: choisissez une période plus courte.',
    none: 'Aucun webhook manqué sur cette période.',
    sent: (count: number) =>
      plural(count, {
        one: `${formatNumber(count)} webhook est renvoyé.`,
        other: `${formatNumber(count)} webhooks sont renvoyés.`,
      }),
  },
  en: {
    title: 'Catch up on missed webhooks',
    intro:
      'Those that your server did not receive are resent a few at a time. New webhooks do not wait for them.',
    period: 'Created in the last',
    periods: { 1: 'hour', 24: '24 hours', 168: '7 days' },
    resend: 'Resend missed webhooks',
    tooMany: 'More than 10,000 webhooks: choose a shorter period.',
    none: 'No webhook was missed in this period.',
    sent: (count: number) =>
      plural(count, {
        one: `${formatNumber(count)} webhook is being resent.`,
        other: `${formatNumber(count)} webhooks are being resent.`,
      }),
  },
})

const hourMs = 3_600_000

/** @param done called when webhooks are resent */
export function ResendMissed({ done }: { done: () => void }) {
  const t = texts()
  const resend = async ({ hours = '24' }: Record<string, string>) => {
    const now = serviceNow()
    const from = new Date(now.getTime() - Number(hours) * hourMs)
    const range = { from: from.toISOString(), to: now.toISOString(), rate: 3 }
    let count = 0
    for (const state of ['FAILED', 'DEAD'])
      count += (await api.post<{ count: number }>('deliveries/resend', { ...range, state })).count
    toast(count === 0 ? t.none : t.sent(count))
    done()
  }
  const options = ([1, 24, 168] as const).map((hours) => [String(hours), t.periods[hours]] as const)
  return (
    <Card title={t.title}>
      <p class="soft">{t.intro}</p>
      <Form action={t.resend} appearance="plain" known={{ 'RMT-409': t.tooMany }} submit={resend}>
        <Select name="hours" label={t.period} value="24" options={options} />
      </Form>
    </Card>
  )
}
