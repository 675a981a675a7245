// A list that reloads itself. Rows change in place; new ones are announced, so that no row moves under a finger.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type Paged, PagedList } from '../../ui/display/pager.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { formatNumber, plural } from '../../ui/language/language.ts'
import { type Headings, type Line, Lines } from '../../ui/rows/rows.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import type { Filtered } from '../parts/filters.tsx'
import { countText } from '../parts/list.tsx'
import { freshTexts } from '../texts.ts'

const everyMs = 15_000

type FreshLinesProps<Item> = {
  by: Filtered<string>
  load: (query: Record<string, string>, signal: AbortSignal) => Promise<Paged<Item>>
  lineOf: (item: Item) => Line
  caption: string
  headings: Headings
  empty: { title: string; text: string; way?: ComponentChildren }
}

export function FreshLines<Item>({ by, load, lineOf, caption, headings, empty }: FreshLinesProps<Item>) {
  // A later page would shift by the rows that are new, so only the first one reloads itself.
  const isFirst = by.query.page === '1'
  const loaded = useLoad(by.key, (signal) => load(by.query, signal), {
    everyMs: isFirst ? everyMs : undefined,
  })
  const lines = loaded.data?.items.map(lineOf)
  const { shown, added, show } = useAnnounced(by.key, lines)
  return (
    <>
      <div class="live" role="status">
        {added > 0 && (
          <button type="button" class="chip" onClick={show}>
            <span aria-hidden="true">↑</span> {`${formatNumber(added)} ${plural(added, freshTexts())}`}
          </button>
        )}
      </div>
      <Await of={loaded}>
        {({ pagination }) => (
          <PagedList pagination={pagination} hrefOf={by.hrefOf} count={countText(pagination)}>
            <Lines
              caption={caption}
              headings={headings}
              lines={shown}
              empty={
                <EmptyState title={empty.title}>
                  <p>{empty.text}</p>
                  {empty.way}
                </EmptyState>
              }
            />
          </PagedList>
        )}
      </Await>
    </>
  )
}

/** The lines shown first, each as it is now, and the number of those that came since. An empty list takes them at once. */
function useAnnounced(key: string, lines: readonly Line[] | undefined) {
  const [first, setFirst] = useState<{ key: string; lines: readonly Line[] }>()
  const kept = first?.key === key && first.lines.length > 0 ? first.lines : lines
  useEffect(() => {
    if (lines && kept === lines) setFirst({ key, lines })
  }, [key, lines !== undefined, lines?.length])
  const latest = new Map(lines?.map((line) => [line.key, line]))
  const known = new Set(kept?.map((line) => line.key))
  const show = () => {
    if (lines) setFirst({ key, lines })
    scrollTo(0, 0)
  }
  return {
    shown: (kept ?? []).map((line) => latest.get(line.key) ?? line),
    added: (lines ?? []).filter((line) => !known.has(line.key)).length,
    show,
  }
}
