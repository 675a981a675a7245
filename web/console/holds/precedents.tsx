// How transfers that resembled the same list entry were decided before, and how long each decision took.
import type * as schemas from '../../api/schemas.generated.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { formatDuration } from '../../ui/display/duration.ts'
import { Card } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { holdTexts } from './texts.ts'

export function Precedents({ precedents }: { precedents: readonly schemas.HoldPrecedent[] }) {
  const t = holdTexts()
  if (precedents.length === 0) return null
  return (
    <Card title={t.precedents}>
      <p class="soft">{t.precedentsText}</p>
      <ul class="precedents">
        {precedents.map((one) => (
          <li key={`${one.list} ${one.entry_id} ${one.transaction_id}`}>
            <p>
              <Badge tone={one.decision === 'released' ? 'good' : 'bad'}>{t.decisions[one.decision]}</Badge>{' '}
              <strong>{one.entry_name}</strong> {one.same_name && <Badge tone="wait">{t.sameName}</Badge>}
            </p>
            <p>{one.reason}</p>
            <p class="soft">
              {t.decidedBy(one.decided_by)} · <Time at={one.decided_at} /> ·{' '}
              {t.after(formatDuration(one.held_seconds * 1000))} ·{' '}
              <a href={`/console/transfers/${one.transaction_id}`}>{t.seeTransfer}</a>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
