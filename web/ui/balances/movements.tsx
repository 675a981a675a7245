// The movements of a balance, one line each: what was paid or taken back; a line opens to its amount and fee.

import type { ComponentChildren } from 'preact'
import type { NamedBalanceTransaction } from '../../api/schemas.generated.ts'
import { formatChange, formatMoney } from '../display/amount.tsx'
import { Facts } from '../display/facts.tsx'
import { dayOf, formatTime } from '../display/time.tsx'
import { ButtonLink } from '../forms/button.tsx'
import { type Fold, Folds } from '../rows/folds.tsx'
import { serviceNow } from '../service/clock.ts'
import { balanceTexts } from './texts.ts'

type Movement = NamedBalanceTransaction
/** What a movement comes from. */
type MovementSource = { page: 'payments' | 'payouts'; id: string }
type LinkOf = (source: MovementSource) => string

const pageOf = ({ type }: Movement) =>
  type === 'payout' || type === 'payout_return' ? 'payouts' : 'payments'

export function Movements({
  rows,
  linkOf,
  empty,
}: {
  rows: readonly Movement[]
  /** The address of the page of a payment or payout. */
  linkOf: LinkOf
  empty: ComponentChildren
}) {
  return (
    <Folds
      label={balanceTexts().movements}
      byDay
      rows={rows.map((movement) => rowOf(movement, linkOf))}
      empty={empty}
    />
  )
}

function rowOf(movement: Movement, linkOf: LinkOf): Fold {
  const t = balanceTexts()
  const { id, type, amount, fee, net, currency, available_on, source, created_at } = movement
  const { merchant_reference, description } = movement
  const day = formatTime(available_on, 'shortDay')
  const name = t.types[type]
  const reason = type === 'adjustment' ? description : ''
  const isPayout = pageOf(movement) === 'payouts'
  // The reference of a payment is known to whoever was paid; that of a payout may be ours.
  const title = (reason ? '' : description) || (isPayout ? name : merchant_reference) || name
  const clock = formatTime(created_at, 'clock')
  // What was taken becomes available to nobody, and a day that is past says nothing.
  const isAhead = available_on > dayOf(serviceNow().toISOString())
  const available =
    net.startsWith('-') || !isAhead ? '' : ` · ${t.availableFrom(day.replaceAll(' ', '\u00a0'))}`
  return {
    key: id,
    at: created_at,
    name: title,
    note: `${title === name ? clock : `${name}, ${clock}`}${available}`,
    end: formatChange(net, currency),
    body: (
      <>
        <Facts
          facts={(
            [
              [t.type, name],
              [t.reason, reason],
              [t.reference, isPayout ? merchant_reference : ''],
              [t.amount, formatMoney(amount, currency)],
              [t.fee, fee === '0.00' ? '' : formatMoney(fee, currency)],
              [t.availableOn, day],
            ] as const
          ).filter(([, value]) => value)}
        />
        {source && (
          <ButtonLink small href={linkOf({ page: pageOf(movement), id: source })}>
            {isPayout ? t.payout : t.payment}
          </ButtonLink>
        )}
      </>
    ),
  }
}
