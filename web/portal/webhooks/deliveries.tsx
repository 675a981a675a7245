// Webhook deliveries, one per line: the event, what it is about, and what came back. An opened row has the address, the
// attempts and a resend button.
import { useState } from 'preact/hooks'
import { About, eventName, Failing, failingText, Latest } from '../../ui/deliveries/row.tsx'
import { formatMilliseconds } from '../../ui/display/duration.ts'
import { Body } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { reason } from '../../ui/language/reasons.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import { Folds } from '../../ui/rows/folds.tsx'
import { StatusMark } from '../../ui/rows/icons.tsx'
import { deliveryMarks } from '../../ui/rows/marks.ts'
import { Await } from '../../ui/service/await.tsx'
import { RequestError } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api, may } from '../access/session.ts'
import type { Attempt, Delivery } from '../api-types.ts'
import { labelOf } from '../labels.ts'

const texts = catalogue({
  fr: {
    caption: 'Webhooks envoyés',
    none: 'Aucun webhook pour l’instant',
    noneSuch: 'Aucun webhook dans cet état',
    noneHint:
      'Un webhook part dès que le résultat est connu, si une adresse est indiquée. Vous pourrez le renvoyer d’ici.',
    to: 'À',
    next: 'Prochaine tentative',
    resend: 'Renvoyer',
    resent: 'Webhook renvoyé\u00a0: même événement, même identifiant.',
    body: 'Contenu envoyé',
    attempts: 'Tentatives',
    noAttempt: 'Pas encore envoyé.',
    responded: (status: string) => `Réponse HTTP ${status}`,
    response: 'Réponse de votre serveur',
    event: 'Événement',
  },
  en: {
    caption: 'Webhooks sent',
    none: 'No webhooks yet',
    noneSuch: 'No webhooks with this status',
    noneHint:
      'A webhook is sent once the outcome is known, if there is an address for it. You can resend it from here.',
    to: 'To',
    next: 'Next attempt',
    resend: 'Resend',
    resent: 'Webhook resent: same event, same ID.',
    body: 'Body sent',
    attempts: 'Attempts',
    noAttempt: 'Not sent yet.',
    responded: (status: string) => `HTTP ${status}`,
    response: 'Your server’s response',
    event: 'Event',
  },
})

/**
 * @param of whether each row names its payment or transfer, as in the list of all; on the page of one it goes without saying
 * @param changed called after a webhook was resent
 */
export function Deliveries({
  deliveries,
  of: scope,
  isFiltered = false,
  changed,
}: {
  deliveries: readonly Delivery[]
  of: 'all' | 'one'
  isFiltered?: boolean
  changed: () => void
}) {
  const t = texts()
  return (
    <Folds
      label={t.caption}
      byDay={scope === 'all'}
      empty={
        isFiltered ? (
          <EmptyState title={t.noneSuch} />
        ) : (
          <EmptyState title={t.none}>
            <p>{t.noneHint}</p>
          </EmptyState>
        )
      }
      rows={deliveries.map((delivery) => ({
        key: delivery.id,
        at: delivery.created_at,
        name: eventName(delivery),
        note: noteOf(delivery, scope),
        side: <Latest of={delivery} isInDay={scope === 'all'} />,
        end: (
          <StatusMark mark={deliveryMarks[delivery.status]}>
            {labelOf('delivery', delivery.status)}
          </StatusMark>
        ),
        body: <Opened delivery={delivery} changed={changed} />,
      }))}
    />
  )
}

function noteOf(delivery: Delivery, scope: 'all' | 'one') {
  const about = scope === 'all' ? delivery.about : null
  if (!about && failingText(delivery) === undefined) return undefined
  return (
    <>
      {about && <About of={about} base="/portal" />}
      <Failing of={delivery} />
    </>
  )
}

function Opened({ delivery, changed }: { delivery: Delivery; changed: () => void }) {
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
  const { event_type, event_id, status, url, attempts, next_attempt_at } = delivery
  return (
    <>
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
      <SentBody delivery={delivery} />
      {may('keys') && (
        <Button
          small
          busy={busy}
          onClick={resend}
          aria-label={labelled(t.resend, `${event_type} ${event_id}`)}
        >
          {t.resend}
        </Button>
      )}
    </>
  )
}

/** The event as it was sent. A list does not have it, so it is read when it is opened. */
function SentBody({ delivery }: { delivery: Delivery }) {
  const t = texts()
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.body}</summary>
      <p class="small-print">
        {t.event} <span class="code">{delivery.event_type}</span>{' '}
        <span class="code">{delivery.event_id}</span>
      </p>
      {delivery.body !== undefined ? (
        <Body text={delivery.body} label={t.body} />
      ) : (
        isOpen && <ReadBody id={delivery.id} />
      )}
    </details>
  )
}

function ReadBody({ id }: { id: string }) {
  const read = useLoad(`delivery ${id}`, (signal) =>
    api.get<{ body: string }>(`deliveries/${id}`, {}, signal),
  )
  return <Await of={read}>{({ body }) => <Body text={body} label={texts().body} />}</Await>
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
          <Time at={at} look="exact" /> · {formatMilliseconds(duration_ms)}
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
