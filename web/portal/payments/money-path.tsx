// "Where is my money": one line from the card to the wallet or bank account, with the days that are past and those to come.
import type { ComponentChildren } from 'preact'
import type { MoneyPath as Path } from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import { targetText } from '../../ui/payouts/payout-facts.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, may } from '../access/session.ts'
import type { PaymentDetail } from '../api-types.ts'
import { disputePage } from '../disputes/address.ts'

type Data = Path['data']
type Step = {
  title: string
  note: ComponentChildren
  /** Whether it has happened, is awaited, or went wrong. */
  state: 'done' | 'ahead' | 'lost'
}

const texts = catalogue({
  fr: {
    title: 'Où est mon argent\u202f?',
    done: 'fait',
    ahead: 'à venir',
    lost: 'retiré',
    paid: 'Payé par le client',
    available: 'Disponible',
    payout: 'Versement',
    nextPayout: 'Premier versement possible',
    arrived: (where: string) => `Arrivé\u00a0: ${where}`,
    arrival: 'Votre portefeuille ou votre compte bancaire',
    onDay: (day: string) => `le ${day}`,
    from: (day: string) => `à partir du ${day}`,
    first: {
      REQUESTED: (amount: string) => `${amount}, en attente d’approbation`,
      APPROVED: (amount: string) => `${amount}, bientôt envoyé`,
      SENT: (amount: string, day: string) => `${amount}, envoyé le ${day}`,
    },
    request: 'à demander',
    requestWhen: (day: string) => `à demander à partir du ${day}`,
    schedule: 'ou choisissez un calendrier',
    after: 'après le versement',
    returned: 'Rendu au client',
    disputed: 'Contesté par le client',
    out: (amount: string) => `${amount} hors de votre solde`,
    respond: (day: string) => `Répondez avant le ${day}`,
    sent: 'Justificatifs reçus, à transmettre à la banque',
    filed: (day: string) => `Justificatifs transmis à la banque le ${day}`,
    decision: 'La banque décide',
    decisionNote: 'l’argent revient si elle vous donne raison',
    lostDispute: 'Rendu au client après le litige',
  },
  en: {
    title: 'Where is my money?',
    done: 'done',
    ahead: 'to come',
    lost: 'taken',
    paid: 'Paid by the customer',
    available: 'Available',
    payout: 'Payout',
    nextPayout: 'First possible payout',
    arrived: (where: string) => `Arrived: ${where}`,
    arrival: 'Your wallet or bank account',
    onDay: (day: string) => `on ${day}`,
    from: (day: string) => `from ${day}`,
    first: {
      REQUESTED: (amount: string) => `${amount}, awaiting approval`,
      APPROVED: (amount: string) => `${amount}, about to be sent`,
      SENT: (amount: string, day: string) => `${amount}, sent on ${day}`,
    },
    request: 'to be requested',
    requestWhen: (day: string) => `to be requested from ${day}`,
    schedule: 'or choose a schedule',
    after: 'after the payout',
    returned: 'Returned to the customer',
    disputed: 'Disputed by the customer',
    out: (amount: string) => `${amount} out of your balance`,
    respond: (day: string) => `Respond by ${day}`,
    sent: 'Evidence received, to be filed with the bank',
    filed: (day: string) => `Evidence filed with the bank on ${day}`,
    decision: 'The bank decides',
    decisionNote: 'the money comes back if it decides for you',
    lostDispute: 'Returned to the customer after the dispute',
  },
})

/** Nothing for a payment that was not made, and for users who may not see the money of the merchant. */
export function MoneyPath({ payment }: { payment: PaymentDetail }) {
  const isPaid = payment.financial.net_amount !== null
  const id = payment.transaction_uuid
  const { data } = useLoad(`money of ${id} ${payment.status} ${payment.dispute?.state}`, async (signal) =>
    isPaid && may('money')
      ? api.get<Data>(`payments/${encodeURIComponent(id)}/money`, {}, signal)
      : undefined,
  )
  if (!data?.paid_at) return null
  const t = texts()
  return (
    <Card title={t.title}>
      <ol class="money-path">
        {stepsOf(payment, data).map(({ title, note, state }) => (
          <li key={title} class={state}>
            <span class="visually-hidden">{uiTexts().labelled(t[state], '')}</span>
            <strong>{title}</strong>
            {note && <small>{note}</small>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

const dayText = (at: string) => formatTime(at, 'shortDay').replaceAll(' ', '\u00a0')

function stepsOf(payment: PaymentDetail, data: Data): Step[] {
  const t = texts()
  const { currency } = payment
  const paid: Step = {
    title: t.paid,
    note: `${formatMoney(payment.amount, currency)}, ${dayText(data.paid_at ?? '')}`,
    state: 'done',
  }
  const { dispute, status } = payment
  if (status === 'VOIDED' || status === 'REFUNDED')
    return [paid, { title: t.returned, note: lastChange(payment), state: 'done' }]
  if (payment.disputed && dispute && dispute.state !== 'INQUIRY')
    return [paid, ...disputeSteps(payment, dispute)]
  if (dispute?.state === 'LOST' || dispute?.state === 'ACCEPTED')
    return [
      paid,
      {
        title: t.lostDispute,
        note: (
          <a href={disputePage(dispute.dispute_id)}>
            {t.out(formatMoney(payment.financial.disputed_amount, currency))}
          </a>
        ),
        state: 'lost',
      },
    ]
  return [paid, availableStep(data), ...payoutSteps(data)]
}

/** The day of the refund or void that gave everything back. */
const lastChange = ({ moves }: PaymentDetail) => dayText(moves.at(-1)?.at ?? '')

function availableStep({ available_at, available_on }: Data): Step {
  const t = texts()
  const day = dayText(available_at ?? available_on ?? '')
  return { title: t.available, note: t.onDay(day), state: available_at ? 'done' : 'ahead' }
}

function payoutSteps({ payout, next_payout, available_at, available_on }: Data): [Step, Step] {
  const t = texts()
  if (payout) {
    const { amount, currency, created_at, sent_at, completed_at, destination, payout_id } = payout
    const isPaid = payout.state === 'PAID'
    const isLeft = isPaid || payout.state === 'SENT'
    const step = payout.state === 'REQUESTED' || payout.state === 'APPROVED' ? payout.state : 'SENT'
    const text = t.first[step](formatMoney(amount, currency), dayText(sent_at ?? created_at))
    return [
      {
        // Money has no name: what was available earlier may have taken the place in it.
        title: t.nextPayout,
        note: <a href={`/portal/payouts/${encodeURIComponent(payout_id)}`}>{text}</a>,
        state: isLeft ? 'done' : 'ahead',
      },
      {
        title: isPaid ? t.arrived(targetText(destination)) : targetText(destination),
        note: isPaid && completed_at ? t.onDay(dayText(completed_at)) : t.after,
        state: isPaid ? 'done' : 'ahead',
      },
    ]
  }
  const to = next_payout?.destination
  return [
    {
      title: t.payout,
      note: next_payout ? (
        t.from(dayText(next_payout.on))
      ) : (
        <>
          <a href="/portal/payouts">
            {available_at ? t.request : t.requestWhen(dayText(available_on ?? ''))}
          </a>
          {may('destinations') && (
            <>
              , <a href="/portal/payouts/settings">{t.schedule}</a>
            </>
          )}
        </>
      ),
      state: 'ahead',
    },
    { title: to ? targetText(to) : t.arrival, note: t.after, state: 'ahead' },
  ]
}

/** What a dispute has taken, what is left to do, and how it ends. */
function disputeSteps(
  { financial, currency }: PaymentDetail,
  { dispute_id, state, respond_by, submitted_at }: NonNullable<PaymentDetail['dispute']>,
): Step[] {
  const t = texts()
  const page = disputePage(dispute_id)
  const isSent = state === 'EVIDENCE_SENT'
  return [
    {
      title: t.disputed,
      note: <a href={page}>{t.out(formatMoney(financial.disputed_amount, currency))}</a>,
      state: 'lost',
    },
    isSent
      ? {
          title: submitted_at ? t.filed(dayText(submitted_at)) : t.sent,
          note: null,
          state: submitted_at ? 'done' : 'ahead',
        }
      : { title: respond_by ? t.respond(dayText(respond_by)) : t.decision, note: null, state: 'ahead' },
    { title: t.decision, note: t.decisionNote, state: 'ahead' },
  ]
}
