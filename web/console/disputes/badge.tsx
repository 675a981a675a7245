// The state of a dispute as admins see it: evidence that was sent is ours to file, or is with the bank.
import type { DisputeSummary } from '../../api/schemas.generated.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { DisputeBadge, isLate } from '../../ui/disputes/row.tsx'
import { disputeTexts } from './texts.ts'

export function FilingBadge({
  dispute,
}: {
  dispute: Pick<DisputeSummary, 'state' | 'respond_by' | 'submitted_at'>
}) {
  const t = disputeTexts()
  if (dispute.state !== 'EVIDENCE_SENT') return <DisputeBadge state={dispute.state} late={isLate(dispute)} />
  return dispute.submitted_at ? <Badge tone="wait">{t.filed}</Badge> : <Badge tone="bad">{t.toFile}</Badge>
}
