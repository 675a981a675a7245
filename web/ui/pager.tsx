import { formatNumber } from './language.ts'
import { uiTexts } from './texts.ts'

export type Pagination = {
  page: number
  limit: number
  total: number
  pages: number
  /** There are more than a search looks through. */
  cut?: boolean
  /** There are more than anybody counted. */
  capped?: boolean
}

/** A page of a list, as the service answers it. */
export type Paged<Item> = { items: Item[]; pagination: Pagination }

/** @param hrefOf the address of another page of the same list; `count` says in words how many there are */
export function Pager({
  pagination,
  hrefOf,
  count,
}: {
  pagination: Pagination
  hrefOf: (page: number) => string
  count: string
}) {
  const t = uiTexts()
  const { page, pages, total } = pagination
  if (total === 0) return null
  return (
    <nav class="pager" aria-label={t.pagination}>
      <p>{pagination.cut || pagination.capped ? `${count} ${t.cut}` : count}</p>
      {pages > 1 && (
        <div>
          <Step href={page > 1 ? hrefOf(page - 1) : undefined} words={t.previous} />
          <span>{t.pageOf(formatNumber(page), formatNumber(pages))}</span>
          <Step href={page < pages ? hrefOf(page + 1) : undefined} words={t.next} />
        </div>
      )}
    </nav>
  )
}

function Step({ href, words }: { href: string | undefined; words: string }) {
  return href === undefined ? (
    <span class="button small" aria-disabled="true">
      {words}
    </span>
  ) : (
    <a class="button small" href={href}>
      {words}
    </a>
  )
}
