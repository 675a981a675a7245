// The papers of live merchants that have expired or will soon.
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { expiringPapers } from './business.ts'
import { reviewTexts } from './texts.ts'

/** Shows nothing while there are none. */
export function ExpiringPapers() {
  const t = reviewTexts()
  const papers = useLoad('business-papers', expiringPapers)
  const items = papers.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Card title={t.expiring}>
      <ul class="file-list" aria-label={t.expiring}>
        {items.map(({ merchant_code, name, kind, expires_on, is_expired, is_renewed }) => (
          <li key={`${merchant_code} ${kind} ${expires_on}`}>
            <span>
              <a href={`/console/merchants/${encodeURIComponent(merchant_code)}`}>{name}</a>
              {` · ${t.papersNames[kind]} · ${formatTime(expires_on, 'day')}`}
            </span>
            <Badge tone={is_renewed ? 'wait' : is_expired ? 'bad' : 'plain'}>
              {is_renewed ? t.renewed : is_expired ? t.expired : t.expiresSoon}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
