// The codes of a list of payers, to be printed and cut: sixteen on a page of A4. They are drawn page by page, so that the browser responds
// meanwhile, and its print dialog opens once all are there.
import type { ComponentChild } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import type { LinkGroup, LinkOfGroup } from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Qr } from '../../ui/factors/qr.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { language } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import './sheet.css'
import { sheetTexts } from './texts.ts'

const linksAtOnce = 500
const linksOnPage = 16
const pagesAtOnce = 8

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
      <Await of={loaded}>{(links) => <Sheet key={language.value} links={links} />}</Await>
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
  // Drawn once each: what is the same object in the next round is left alone.
  const [pages, setPages] = useState<readonly ComponentChild[]>([])
  const [texts] = useState(openTexts)
  const drawn = pages.length * linksOnPage
  const isWhole = drawn >= links.length
  useEffect(() => {
    const draw = () => setPages([...pages, ...pagesFrom(links, pages.length, texts)])
    const timer = setTimeout(isWhole ? print : draw, isWhole ? 100 : 0)
    return () => clearTimeout(timer)
  }, [links, pages, isWhole, texts])
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
      <div class="sheets">{pages}</div>
    </>
  )
}

/** Sums and days in the reader's notation, each formatted once: a list has few different ones, and a format costs more than a code. */
function openTexts() {
  const known = new Map<string, string>()
  const once = (key: string, format: () => string) => {
    const text = known.get(key) ?? format()
    known.set(key, text)
    return text
  }
  return {
    money: (amount: string, currency: string) =>
      once(`${amount} ${currency}`, () => formatMoney(amount, currency)),
    day: (day: string) => once(day, () => formatTime(day, 'day')),
  }
}
type SlipTexts = ReturnType<typeof openTexts>

/** The next pages after so many. */
function pagesFrom(links: readonly LinkOfGroup[], first: number, texts: SlipTexts): ComponentChild[] {
  const numbers = Array.from({ length: pagesAtOnce }, (_, at) => first + at)
  return numbers
    .map((page) => links.slice(page * linksOnPage, (page + 1) * linksOnPage))
    .filter((slips) => slips.length > 0)
    .map((slips) => (
      <ul class="sheet" key={slips[0]?.code}>
        {slips.map((link) => (
          <Slip key={link.code} link={link} texts={texts} />
        ))}
      </ul>
    ))
}

/** Its lines are one text: a list of thousands has as few elements as it can. */
function Slip({ link, texts }: { link: LinkOfGroup; texts: SlipTexts }) {
  const t = sheetTexts()
  const { code, url, payer_label, merchant_reference, total, currency, next_due: due } = link
  const name = payer_label ?? merchant_reference
  const lines = [
    ...(total === null ? [] : [`${t.total} ${texts.money(total, currency)}`]),
    ...(due ? [t.due(texts.day(due.due_on), texts.money(due.amount, currency))] : []),
  ]
  return (
    <li>
      <Qr text={url} label={t.qr(name)} />
      <p>
        <strong>{name}</strong>
        {payer_label !== null && `${merchant_reference}\n`}
        <b>{code.replace(/(.{4})(?=.)/g, '$1 ')}</b>
        {`\n${lines.join('\n')}\n`}
        <small>
          {url.slice(0, -code.length).replace(/^https?:\/\//, '')}
          {/* An address too long for a line breaks before its code. */}
          <wbr />
          {`${code}\n${t.steps}`}
        </small>
      </p>
    </li>
  )
}
