// The movements of a balance, one line each: what was paid or taken back; a line opens to its amount and commission.
import type { ComponentChildren } from 'preact'
import type { BalanceTransaction } from '../../api/schemas.generated.ts'
import { formatChange, formatMoney } from '../display/amount.tsx'
import { Facts } from '../display/facts.tsx'
import { formatTime } from '../display/time.tsx'
import { ButtonLink } from '../forms/button.tsx'
import { type Fold, Folds } from '../rows/folds.tsx'
import { balanceTexts } from './texts.ts'

/** A movement, with the reference of its payment where the service tells it. */
type Movement = BalanceTransaction & { merchant_reference?: string | null }
type LinkOf = (transactionUuid: string) => string

export function Movements({
  rows,
  linkOf,
  empty,
}: {
  rows: readonly Movement[]
  /** The address of the page of a payment. */
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
  const { id, type, amount, fee, net, currency, available_on, source, merchant_reference, created_at } =
    movement
  const day = formatTime(available_on, 'shortDay')
  const name = t.types[type]
  const made = `, ${formatTime(created_at, 'clock')}`
  // What was taken becomes available to nobody.
  const available = net.startsWith('-') ? '' : ` · ${t.availableFrom(day.replaceAll(' ', '\u00a0'))}`
  return {
    key: id,
    at: created_at,
    name: merchant_reference || name,
    note: `${name}${made}${available}`,
    end: formatChange(net, currency),
    body: (
      <>
        <Facts
          facts={[
            [t.type, name],
            [t.amount, plain(amount, currency)],
            [t.fee, fee === '0.00' ? '' : plain(fee, currency)],
            [t.availableOn, day],
          ]}
        />
        {source && (
          <ButtonLink small href={linkOf(source)}>
            {t.payment}
          </ButtonLink>
        )}
      </>
    ),
  }
}

/** Without a plus sign, and with a true minus sign. */
function plain(amount: string, currency: string): string {
  return amount.startsWith('-') ? formatChange(amount, currency) : formatMoney(amount, currency)
}
