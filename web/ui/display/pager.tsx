import type { ComponentChildren } from 'preact'
import { ButtonLink } from '../forms/button.tsx'
import { EmptyState } from '../frame/notice.tsx'
import { formatNumber } from '../language/language.ts'
import { uiTexts } from '../language/texts.ts'

export type Pagination = {
  page: number
  limit: number
  total: number
  pages: number
  /** The search stopped at its limit, so there may be more results. */
  cut?: boolean
  /** Counting stopped at its limit, so `total` is a minimum. */
  capped?: boolean
}

/** One page of a list, as the service returns it. */
export type Paged<Item> = { items: Item[]; pagination: Pagination }

type PagerProps = {
  pagination: Pagination
  /** The address of another page of the same list. */
  hrefOf: (page: number) => string
  /** The number of items as text: "12 payments". */
  count: string
}

/** One page of a list with links to the others, or a link to the last page when the address is beyond it. */
export function PagedList({ children, ...pager }: PagerProps & { children: ComponentChildren }) {
  const t = uiTexts()
  const { page, pages, total } = pager.pagination
  if (total > 0 && page > pages)
    return (
      <EmptyState title={t.noSuchPage(formatNumber(page))}>
        <p>{pager.count}</p>
        <ButtonLink href={pager.hrefOf(pages)}>{t.lastPage(formatNumber(pages))}</ButtonLink>
      </EmptyState>
    )
  return (
    <>
      {children}
      <Pager {...pager} />
    </>
  )
}

function Pager({ pagination, hrefOf, count }: PagerProps) {
  const t = uiTexts()
  const { page, pages, total } = pagination
  if (total === 0) return null
  return (
    <nav class="pager" aria-label={t.pagination}>
      <p>{pagination.cut || pagination.capped ? `${count} ${t.cut}` : count}</p>
      {pages > 1 && (
        <div>
          <Step href={page > 1 ? hrefOf(page - 1) : undefined} label={t.previous} />
          <span>{t.pageOf(formatNumber(page), formatNumber(pages))}</span>
          <Step href={page < pages ? hrefOf(page + 1) : undefined} label={t.next} />
        </div>
      )}
    </nav>
  )
}

function Step({ href, label }: { href: string | undefined; label: string }) {
  return href === undefined ? (
    <span class="button small" aria-disabled="true">
      {label}
    </span>
  ) : (
    <a class="button small" href={href}>
      {label}
    </a>
  )
}
