// A list of webhook deliveries, each with its attempts and a resend button.
import { useState } from 'preact/hooks'
import { Body } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue, formatNumber } from '../../ui/language/language.ts'
import { reason } from '../../ui/language/reasons.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import { RequestError } from '../../ui/service/client.ts'
import { api } from '../access/session.ts'
import { DeliveryBadge } from '../account/status.tsx'
import type { Attempt, Delivery } from '../api-types.ts'
import { labelOf } from '../labels.ts'

const texts = catalogue({
  fr: {
    none: 'Aucun webhook pour l’instant',
    noneHint:
      'Un webhook est envoyé dès que le résultat est connu, si le paiement, le lien ou votre compte indique une adresse. Vous pouvez le renvoyer d’ici.',
    to: 'À',
    next: 'Prochaine tentative',
    resend: 'Renvoyer',
    resent: 'Webhook renvoyé\u00a0: même événement, même identifiant.',
    body: 'Contenu envoyé',
    attempts: 'Tentatives',
    noAttempt: 'Pas encore envoyé.',
    responded: (status: string) => `Réponse HTTP ${status}`,
    took: (ms: string) => `${ms} ms`,
    response: 'Réponse de votre serveur',
    event: 'Événement',
  },
  en: {
    none: 'No webhooks yet',
    noneHint:
      'A webhook is sent once the outcome is known, if the payment, the link or your account has an address. You can resend it from here.',
    to: 'To',
    next: 'Next attempt',
    resend: 'Resend',
    resent: 'Webhook resent: same event, same ID.',
    body: 'Body sent',
    attempts: 'Attempts',
    noAttempt: 'Not sent yet.',
    responded: (status: string) => `HTTP ${status}`,
    took: (ms: string) => `${ms} ms`,
    response: 'Your server’s response',
    event: 'Event',
  },
})

/** @param changed called after a webhook was resent */
export function Deliveries({
  deliveries,
  changed,
}: {
  deliveries: readonly Delivery[]
  changed: () => void
}) {
  const t = texts()
  if (deliveries.length === 0)
    return (
      <EmptyState title={t.none}>
        <p>{t.noneHint}</p>
      </EmptyState>
    )
  return (
    <ul class="deliveries">
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <OneDelivery delivery={delivery} changed={changed} />
        </li>
      ))}
    </ul>
  )
}

function OneDelivery({ delivery, changed }: { delivery: Delivery; changed: () => void }) {
  const t = texts()
  const { labelled } = uiTexts()
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    try {
      await api.post(`deliveries/${delivery.id}/resend`)
      toast(t.resent)
      changed()
    } catch (error) {
      if (error instanceof RequestError) toast(refusalText(error), 'bad')
    }
    setBusy(false)
  }
  const { event_type, event_id, status, url, body, attempts, next_attempt_at } = delivery
  const name = `${event_type} ${event_id}`
  return (
    <article class="delivery">
      <header>
        <h3>
          {labelOf('webhook', event_type)} <code>{event_type}</code>
        </h3>
        <DeliveryBadge status={status} />
        <Button small busy={busy} onClick={resend} aria-label={labelled(t.resend, name)}>
          {t.resend}
        </Button>
      </header>
      <p class="small-print">
        {t.to} <span class="address">{url}</span>
      </p>
      {status === 'PENDING' && next_attempt_at && attempts.length > 0 && (
        <p class="small-print">
          {labelled(t.next, '')}
          <Time at={next_attempt_at} look="exact" />
        </p>
      )}
      {attempts.length === 0 ? (
        <p class="small-print">{t.noAttempt}</p>
      ) : (
        <ol class="attempts" aria-label={t.attempts}>
          {attempts.map((attempt) => (
            <li key={attempt.at}>
              <OneAttempt attempt={attempt} />
            </li>
          ))}
        </ol>
      )}
      {body !== undefined && (
        <details>
          <summary>{t.body}</summary>
          <p class="small-print">
            {t.event} <span class="code">{event_id}</span>
          </p>
          <Body text={body} label={t.body} />
        </details>
      )}
    </article>
  )
}

function OneAttempt({ attempt }: { attempt: Attempt }) {
  const t = texts()
  const { at, http_status, error, duration_ms, response_head } = attempt
  const isGood = http_status !== null && http_status >= 200 && http_status < 300
  return (
    <>
      <div class="attempt">
        <p class={isGood ? 'outcome good' : 'outcome bad'}>
          {http_status === null ? reason('attempt', error ?? '') : t.responded(String(http_status))}
        </p>
        <p class="small-print">
          <Time at={at} look="exact" /> · {t.took(formatNumber(duration_ms))}
        </p>
      </div>
      {response_head && (
        <details>
          <summary>{t.response}</summary>
          <Body text={response_head} label={t.response} />
        </details>
      )}
    </>
  )
}
