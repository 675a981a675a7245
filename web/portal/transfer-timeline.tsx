import type { Tone } from '../ui/badge.tsx'
import { Timeline } from '../ui/timeline.tsx'
import type { TransferStory } from './records.ts'
import { word } from './words.ts'

const tones: Readonly<Record<string, Tone>> = {
  'screening.hold': 'wait',
  'compliance.rejected': 'bad',
  'wallet.confirmed': 'good',
  'wallet.released': 'bad',
  'wallet.reversed': 'bad',
  'telco.conflict': 'bad',
  'merchant.callback.sent': 'good',
  'merchant.callback.failed': 'bad',
}

/** The service's events in the reader's words; its details stay as they are, they name amounts and references. */
export function TransferTimeline({ events }: { events: TransferStory['timeline'] }) {
  const moments = events.map(({ at, kind, detail }) => ({
    at,
    title: word('timeline', kind),
    detail,
    tone: tones[kind] ?? ('plain' as const),
  }))
  return <Timeline moments={moments} />
}
