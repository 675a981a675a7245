import type { Tone } from '../../ui/display/badge.tsx'
import { eventDetail } from '../../ui/display/event-detail.ts'
import { Timeline } from '../../ui/display/timeline.tsx'
import type { TransferDetail } from '../api-types.ts'
import { labelOf } from '../labels.ts'

const tones: Readonly<Record<string, Tone>> = {
  'screening.hold': 'wait',
  'limit.hold': 'wait',
  'compliance.rejected': 'bad',
  'wallet.confirmed': 'good',
  // Money that comes back is no error.
  'wallet.released': 'plain',
  'wallet.reversed': 'good',
  'telco.conflict': 'bad',
  'merchant.callback.sent': 'good',
  'merchant.callback.failed': 'bad',
}

export function TransferTimeline({ events }: { events: TransferDetail['timeline'] }) {
  const moments = events.map(({ at, kind, detail }) => ({
    at,
    title: labelOf('timeline', kind),
    detail: eventDetail(detail),
    tone: tones[kind] ?? ('plain' as const),
  }))
  return <Timeline moments={moments} look="list" />
}
