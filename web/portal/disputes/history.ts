// What happened in a dispute, with what it moved on the balance.
import type { DisputeHistoryLine } from '../../api/schemas.generated.ts'
import { formatChange } from '../../ui/display/amount.tsx'
import type { Moment } from '../../ui/display/timeline.tsx'
import { disputeTexts } from './texts.ts'

type Disputed = { history: readonly DisputeHistoryLine[]; currency: string }

/** The history as moments, for the page of the dispute and that of its payment. */
export function disputeMoments({ history, currency }: Disputed): Moment[] {
  const t = disputeTexts()
  return history.map(({ event, at, by, balance_change }) => {
    const tone = event === 'won' ? 'good' : event === 'lost' || event === 'opened' ? 'bad' : 'plain'
    const moved = Number(balance_change) === 0 ? [] : [t.moved(formatChange(balance_change, currency))]
    return { at, title: t.events[event], detail: [t.by[by], ...moved].join(' · '), tone }
  })
}
