// A table; on a narrow screen each row becomes a card that repeats the headings.
import type { ComponentChildren } from 'preact'
import { EmptyState } from '../frame/notice.tsx'

export type Column<Row> = {
  /** The column's heading, which also labels the value on a card. */
  heading: string
  cell: (row: Row) => ComponentChildren
  /** Aligns the column to the right. */
  numeric?: boolean
  /**
   * Where a card shows the value: in a corner, on one side or at the foot without its heading, nowhere, or below its
   * heading for long values, which also get more room in a table. By default the value has its own line, with the heading.
   */
  onCard?: 'corner' | 'left' | 'right' | 'foot' | 'hidden' | 'below'
}

type TableProps<Row> = {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The address of a row; the link is in the first cell, and the whole row is clickable. */
  hrefOf?: (row: Row) => string
  /** Shown instead of a table without rows. */
  empty?: ComponentChildren
}

// A table styled as cards loses its semantics for screen readers, so the roles are explicit.
export function Table<Row>({ caption, columns, rows, keyOf, hrefOf, empty }: TableProps<Row>) {
  if (rows.length === 0) return <>{empty ?? <EmptyState title={caption} />}</>
  const [first, ...others] = columns
  return (
    <div class="table-around">
      <table role="table" class="table">
        <caption class="visually-hidden">{caption}</caption>
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
