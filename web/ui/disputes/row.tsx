// A dispute in a list, the same for merchants and admins: what is contested, its state, and until when to respond.

import type { ComponentChildren } from 'preact'
import type { DisputeSummary } from '../../api/schemas.generated.ts'
import { formatMoney } from '../display/amount.tsx'
import { Badge, type Tone } from '../display/badge.tsx'
import { formatTime } from '../display/time.tsx'
import { catalogue } from '../language/language.ts'
import { stateTexts } from '../language/states.ts'
import type { Fold } from '../rows/folds.tsx'
import { serviceNow } from '../service/clock.ts'

const texts = catalogue({
  fr: {
    respond: (day: string) => `avant le ${day}`,
    opened: (day: string) => `ouvert le ${day}`,
    late: 'Délai dépassé',
    returned: (sum: string) => `${sum} revenus sur le solde`,
    unchanged: 'solde inchangé',
  },
  en: {
    respond: (day: string) => `respond by ${day}`,
    opened: (day: string) => `opened ${day}`,
    late: 'Deadline passed',
    returned: (sum: string) => `${sum} returned`,
    unchanged: 'balance unchanged',
  },
})

const tones: Record<DisputeSummary['state'], Tone> = {
  INQUIRY: 'wait',
  OPEN: 'bad',
  EVIDENCE_SENT: 'wait',
  WON: 'good',
  LOST: 'bad',
  ACCEPTED: 'plain',
}

/** @param late whether nobody can respond any more, though the bank has not decided */
export const DisputeBadge = ({ state, late }: Pick<DisputeSummary, 'state'> & { late: boolean }) =>
  late ? (
    <Badge tone="wait">{texts().late}</Badge>
  ) : (
    <Badge tone={tones[state]}>{stateTexts().dispute[state]}</Badge>
  )

/** Whether the deadline of an open dispute has passed. */
export const isLate = ({ state, respond_by }: Pick<DisputeSummary, 'state' | 'respond_by'>) =>
  state === 'OPEN' && respond_by !== null && Date.parse(respond_by) <= serviceNow().getTime()

/** @param more what else the row says, such as the merchant; `badge` takes the place of that of the state */
export function disputeRow(
  dispute: DisputeSummary,
  href: string,
  { more, badge }: { more?: ComponentChildren; badge?: ComponentChildren } = {},
): Fold {
  const { dispute_id, merchant_reference, amount, currency, state } = dispute
  return {
    key: dispute_id,
    href,
    name: merchant_reference,
    note: (
      <>
        {state === 'WON' ? outcomeText(dispute) : whenText(dispute)}
        {more && <> · {more}</>}
      </>
    ),
    side: badge ?? <DisputeBadge state={state} late={isLate(dispute)} />,
    end: formatMoney(amount, currency),
  }
}

/** What a dispute that was won has brought back, since its row shows what was contested. */
function outcomeText({ returned, currency }: DisputeSummary): string {
  return Number(returned) > 0 ? texts().returned(formatMoney(returned, currency)) : texts().unchanged
}

/** The day to respond by, until the evidence is with the bank; otherwise the day it was opened. */
function whenText(dispute: DisputeSummary): string {
  const t = texts()
  const { state, respond_by, created_at, submitted_at } = dispute
  const isToDo = state === 'OPEN' || (state === 'EVIDENCE_SENT' && submitted_at === null)
  const isAwaited = isToDo && respond_by !== null && !isLate(dispute)
  const day = formatTime(isAwaited ? respond_by : created_at, 'shortDay').replaceAll(' ', '\u00a0')
  return isAwaited ? t.respond(day) : t.opened(day)
}
