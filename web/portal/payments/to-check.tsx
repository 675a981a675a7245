// What to look through once a day: payments that may have been made twice, and money that came too late, each with its way back.
import { useLocation } from 'preact-iso'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { cardText } from '../../ui/display/card.ts'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { dayOf, formatTime, Time } from '../../ui/display/time.tsx'
import { walletText } from '../../ui/display/wallet.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { EmptyState, Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { ShownBadge } from '../../ui/payments/shown-state.tsx'
import { Await } from '../../ui/service/await.tsx'
import { queryText } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api, may } from '../access/session.ts'
import type { PaymentsToCheck } from '../api-types.ts'
import { toCheckTexts } from './to-check-texts.ts'

type Twin = PaymentsToCheck['twins'][number]['payments'][number]
type Late = PaymentsToCheck['late'][number]

const addressOf = (date: string) => `/portal/to-check${queryText({ date })}`

/** The list of the day on which a payment was made. */
export const toCheckPage = (createdAt: string): string => addressOf(dayOf(createdAt))

const neighbour = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

export function ToCheckPage() {
  const t = toCheckTexts()
  const { query } = useLocation()
  const { date } = query
  const found = useLoad(`payments to check ${date ?? ''}`, (signal) =>
    api.get<PaymentsToCheck>('payments-to-check', { date }, signal),
  )
  return (
    <Page title={t.title} intro={t.intro}>
      <Await of={found}>
        {({ date: day, twins, late, is_cut }) => (
          <div class="stack">
            <DayChoice key={day} day={day} />
            {is_cut && <Notice>{t.cut}</Notice>}
            {twins.length + late.length === 0 && (
              <EmptyState title={t.none}>
                <p>{t.noneHint}</p>
              </EmptyState>
            )}
            {twins.length > 0 && (
              <section class="stack">
                <h2>{t.twins}</h2>
                <p class="small-print">{t.twinsHint}</p>
                {twins.map(({ payments }) => (
                  <Twins key={payments[0]?.transaction_uuid} payments={payments} />
                ))}
              </section>
            )}
            {late.length > 0 && (
              <section class="stack">
                <h2>{t.late}</h2>
                <p class="small-print">{t.lateHint}</p>
                {late.map((money) => (
                  <LateMoney key={money.collection_id} money={money} />
                ))}
              </section>
            )}
          </div>
        )}
      </Await>
    </Page>
  )
}

function DayChoice({ day }: { day: string }) {
  const t = toCheckTexts()
  const { route } = useLocation()
  return (
    <form
      class="day-choice"
      onSubmit={(event) => {
        event.preventDefault()
        route(addressOf(String(new FormData(event.currentTarget).get('date'))))
      }}
    >
      <Field name="date" type="date" label={t.day} value={day} required />
      <div class="actions">
        <Button small>{t.show}</Button>
        <ButtonLink small href={addressOf(neighbour(day, -1))}>
          {t.before}
        </ButtonLink>
        <ButtonLink small href={addressOf(neighbour(day, 1))}>
          {t.after}
        </ButtonLink>
      </div>
    </form>
  )
}

const pageOf = (uuid: string) => `/portal/payments/${encodeURIComponent(uuid)}`

function Twins({ payments }: { payments: readonly Twin[] }) {
  const [first] = payments
  if (!first) return null
  return (
    <Card title={`${formatMoney(first.amount, first.currency)} · ${first.merchant_reference}`}>
      <ul class="plain-list twins">
        {payments.map((payment) => (
          <li key={payment.transaction_uuid}>
            <div>
              <a href={pageOf(payment.transaction_uuid)}>{formatTime(payment.created_at, 'exact')}</a>{' '}
              <ShownBadge payment={payment} />
              <p class="small-print">
                {[cardText(payment) || walletText(payment), payment.customer_name]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <GiveBack payment={payment} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The refund is made on the page of the payment, with its rights and confirmations. */
function GiveBack({ payment }: { payment: Twin }) {
  const t = toCheckTexts()
  if (payment.give_back !== 'possible') return <p class="small-print">{t.giveBack[payment.give_back]}</p>
  if (!may('refund')) return null
  return (
    <ButtonLink small href={`${pageOf(payment.transaction_uuid)}#refund`}>
      {t.giveBack.possible}
    </ButtonLink>
  )
}

const tones = { RETURNING: 'wait', REFUSED: 'bad', RETURNED: 'good' } as const

function LateMoney({ money }: { money: Late }) {
  const t = toCheckTexts()
  return (
    <Card
      title={formatMoney(money.amount, money.currency)}
      side={<Badge tone={tones[money.state]}>{t.states[money.state]}</Badge>}
    >
      <p>{t.reasons[money.reason]}</p>
      <Facts
        facts={[
          [
            t.reference,
            <a key="payment" href={pageOf(money.transaction_uuid)}>
              {money.merchant_reference}
            </a>,
          ],
          [t.wallet, walletText(money)],
          [t.debited, <Time key="debited" at={money.debited_at} look="list" />],
          ...(money.returned_at
            ? [[t.returned, <Time key="returned" at={money.returned_at} look="list" />] as const]
            : []),
        ]}
      />
    </Card>
  )
}
