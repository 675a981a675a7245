// The codes of a list of payers, to be printed and cut: many on a page of A4. They are drawn in small portions, so that the page responds
// meanwhile, and the browser's print dialog opens once all are there.
import { useEffect, useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import type { LinkGroup, LinkOfGroup } from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Qr } from '../../ui/factors/qr.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import './sheet.css'
import { sheetTexts } from './texts.ts'

const linksAtOnce = 500
const drawnAtOnce = 100

export function GroupSheetPage() {
  const { group = '' } = useRoute().params
  const { query } = useLocation()
  const t = sheetTexts()
  const path = `groups/${encodeURIComponent(group)}`
  const { page: _, ...filters } = query
  const loaded = useLoad(`sheet ${path} ${JSON.stringify(filters)}`, (signal) =>
    linksOf(path, filters, signal),
  )
  return (
    <Page title={t.title(group)} back={{ href: `/portal/${path}`, label: group }}>
      <Await of={loaded}>{(links) => <Sheet links={links} />}</Await>
    </Page>
  )
}

/** Every link that can still be paid. */
async function linksOf(path: string, filters: Record<string, string>, signal: AbortSignal) {
  const links: LinkOfGroup[] = []
  for (let page = 1; ; page += 1) {
    const query = { ...filters, page, limit: linksAtOnce }
    const { items, pagination } = await api.get<LinkGroup['data']>(`links/${path}`, query, signal)
    links.push(...items.filter(({ status }) => status === 'ACTIVE'))
    if (page >= pagination.pages) return links
  }
}

function Sheet({ links }: { links: readonly LinkOfGroup[] }) {
  const t = sheetTexts()
  const [drawn, setDrawn] = useState(drawnAtOnce)
  const isWhole = drawn >= links.length
  useEffect(() => {
    const timer = setTimeout(isWhole ? print : () => setDrawn(drawn + drawnAtOnce), isWhole ? 100 : 0)
    return () => clearTimeout(timer)
  }, [drawn, isWhole])
  return (
    <>
      <div class="sheet-bar">
        {isWhole ? (
          <Button appearance="main" onClick={() => print()}>
            {t.print}
          </Button>
        ) : (
          <div class="progress">
            <progress aria-label={t.progress} value={drawn} max={links.length} />
          </div>
        )}
      </div>
      <ul class="sheet">
        {links.slice(0, drawn).map((link) => (
          <Slip key={link.code} link={link} />
        ))}
      </ul>
    </>
  )
}

function Slip({ link }: { link: LinkOfGroup }) {
  const t = sheetTexts()
  const { code, url, payer_label, merchant_reference, total, currency, next_due: due } = link
  const name = payer_label ?? merchant_reference
  return (
    <li>
      <Qr text={url} label={t.qr(name)} />
      <div>
        <strong>{name}</strong>
        {payer_label !== null && <span>{merchant_reference}</span>}
        <span class="letters">{code.replace(/(.{4})(?=.)/g, '$1 ')}</span>
        {total !== null && (
          <span>
            {t.total} {formatMoney(total, currency)}
          </span>
        )}
        {due && (
          <span>
            {t.due} {formatTime(due.due_on, 'day')}
            {'\u00a0: '}
            {formatMoney(due.amount, currency)}
          </span>
        )}
        <span class="address">{url.replace(/^https?:\/\//, '')}</span>
        <small>{t.steps}</small>
      </div>
    </li>
  )
}
