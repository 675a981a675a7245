// Why payments or transfers failed, the most frequent reason first, each with its share.
import { formatShare } from '../display/amount.tsx'
import { Card } from '../display/facts.tsx'
import { Table } from '../display/table.tsx'
import { formatNumber } from '../language/language.ts'

export type FailureTexts = Readonly<Record<'reason' | 'count', string>>

/** Nothing where nothing failed. */
export function Failures({
  title,
  rows,
  texts: t,
}: {
  title: string
  rows: readonly { why: string; count: number }[]
  texts: FailureTexts
}) {
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  return (
    <Card title={title}>
      <Table
        caption={title}
        rows={rows}
        keyOf={({ why }) => why}
        columns={[
          { heading: t.reason, cell: ({ why }) => why },
          {
            heading: t.count,
            numeric: true,
            onCard: 'corner',
            cell: ({ count }) => (
              <>
                {formatNumber(count)} <small class="soft">{formatShare(count / total)}</small>
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}
