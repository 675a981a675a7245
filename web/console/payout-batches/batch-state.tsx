import { Badge } from '../../ui/display/badge.tsx'
import type { Batch } from './batch.ts'
import { batchTexts } from './texts.ts'

const tones = { WAITING: 'wait', APPROVED: 'good', REJECTED: 'plain' } as const

export function BatchState({ is }: { is: Batch['state'] }) {
  return <Badge tone={tones[is]}>{batchTexts().states[is]}</Badge>
}
