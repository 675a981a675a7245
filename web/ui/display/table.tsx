// A real table; on a narrow screen each row becomes a card that repeats the headings.
import type { ComponentChildren } from 'preact'
import { EmptyState } from '../frame/notice.tsx'

export type Column<Row> = {
  /** Of the column; also names the value on a card. */
  heading: string
  cell: (row: Row) => ComponentChildren
  /** Numbers line up at the right. */
  numeric?: boolean
  /**
   * Where a card has the value, without its heading, if at all; a line of its own with the heading otherwise. What is
   * long stands below its heading, and has more room in a table too.
   */
  onCard?: 'corner' | 'left' | 'right' | 'hidden' | 'below'
}

type TableProps<Row> = {
  /** What the table lists, for who cannot see it; with `shown` for everybody. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** Where a row leads; the first cell holds the link, the whole row takes the press. */
  hrefOf?: (row: Row) => string
  /** In place of a table without rows. */
  empty?: ComponentChildren
}

// Styled as cards, a table would lose its meaning for screen readers; the roles keep it.
export function Table<Row>({ caption, columns, rows, keyOf, hrefOf, empty }: TableProps<Row>) {
  if (rows.length === 0) return <>{empty ?? <EmptyState title={caption} />}</>
  const [first, ...others] = columns
  return (
    <div class="table-around">
      <table role="table" class="table">
        <caption class="heard">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ heading, numeric }) => (
              <th key={heading} role="columnheader" scope="col" class={numeric ? 'numeric' : undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" class={hrefOf ? 'leads' : undefined}>
              {first && (
                <th role="rowheader" scope="row" class={first.numeric ? 'numeric' : undefined}>
                  {hrefOf ? <a href={hrefOf(row)}>{first.cell(row)}</a> : first.cell(row)}
                </th>
              )}
              {others.map(({ heading, cell, numeric, onCard }) => (
                <td
                  key={heading}
                  role="cell"
                  class={[numeric && 'numeric', onCard].filter(Boolean).join(' ')}
                >
                  {(!onCard || onCard === 'below') && (
                    <span class="name" aria-hidden="true">
                      {heading}
                    </span>
                  )}
                  <span class="value">{cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
