// What the bank should book, in words: a settlement by its day, a payout as a link to it.
import type * as schemas from '../../api/schemas.generated.ts'
import { operatorName } from '../../ui/display/operators.ts'
import { formatTime } from '../../ui/display/time.tsx'
import { bankTexts } from './texts.ts'

type Named = Pick<schemas.BankMovement, 'kind' | 'key'>

/** The day, currency and operator in the key of a settlement, such as "production 2026-11-21 USD airtel"; the card gateway has no name. */
function settled({ kind, key }: Named) {
  const [, day, currency, operator] = key.split(' ')
  return kind === 'settlement' && day && currency ? { day, currency, operator } : undefined
}

export function movementName(movement: Named): string {
  const t = bankTexts()
  const settlement = settled(movement)
  return settlement
    ? t.settlementOf(
        formatTime(settlement.day, 'day'),
        settlement.currency,
        settlement.operator ? operatorName(settlement.operator) : '',
      )
    : t.kinds[movement.kind]
}

export function MovementName({ of: movement }: { of: Named }) {
  const { kind, key } = movement
  const name = movementName(movement)
  if (kind === 'settlement') return <>{name}</>
  const isPayout = kind === 'payout' || kind === 'payout_return'
  return (
    <>
      {isPayout ? <a href={`/console/payouts/${encodeURIComponent(key)}`}>{name}</a> : name}{' '}
      <code class="code soft">{key}</code>
    </>
  )
}
