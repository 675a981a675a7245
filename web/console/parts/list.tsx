// The body of a list page: the rows, their number, and the links to the other pages.
import type { ComponentChildren } from 'preact'
import { type Paged, PagedList, type Pagination } from '../../ui/display/pager.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { formatNumber, plural } from '../../ui/language/language.ts'
import { type Fold, Folds } from '../../ui/rows/folds.tsx'
import { Await } from '../../ui/service/await.tsx'
import type { Loaded } from '../../ui/service/load.ts'
import { lineTexts } from '../texts.ts'

type ListProps<Item> = {
  of: Loaded<Paged<Item>>
  caption: string
  columns: readonly Column<Item>[]
  keyOf: (item: Item) => string | number
  hrefOf?: (item: Item) => string
  pageHref: (page: number) => string
  empty: { title: string; text?: string; way?: ComponentChildren }
}

export function List<Item>({ of, caption, columns, keyOf, hrefOf, pageHref, empty }: ListProps<Item>) {
  return (
    <Await of={of}>
      {({ items, pagination }) => (
        <PagedList pagination={pagination} hrefOf={pageHref} count={countText(pagination)}>
          <Table
            caption={caption}
            columns={columns}
            rows={items}
            keyOf={keyOf}
            {...(hrefOf && { hrefOf })}
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
  )
}

type DayListProps<Item> = {
  of: Loaded<Paged<Item>>
  by: { hrefOf: (page: number) => string }
  caption: string
  rowOf: (item: Item) => Fold
  empty: { title: string; text: string }
}

/** A list whose rows fold, by day. */
export function DayList<Item>({ of, by, caption, rowOf, empty }: DayListProps<Item>) {
  return (
    <Await of={of}>
      {({ items, pagination }) => (
        <PagedList pagination={pagination} hrefOf={by.hrefOf} count={countText(pagination)}>
          <Folds
            label={caption}
            byDay
            rows={items.map(rowOf)}
            empty={
              <EmptyState title={empty.title}>
                <p>{empty.text}</p>
              </EmptyState>
            }
          />
        </PagedList>
      )}
    </Await>
  )
}

/** "12 results". */
export function countText({ total }: Pagination): string {
  return `${formatNumber(total)} ${plural(total, lineTexts())}`
}
