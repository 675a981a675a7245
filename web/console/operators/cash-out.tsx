// What operators take for cashing out: the tables in use, and the form with which a new one is copied.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { walletName } from '../../ui/display/operators.ts'
import { type Column, Table } from '../../ui/display/table.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { Faults, type Values } from '../../ui/forms/form.tsx'
import { formatNumber, formatPercent } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api, session } from '../frame/session.ts'
import { Decision } from '../parts/decision.tsx'
import { cashOutTexts } from './cash-out-texts.ts'

type Item = schemas.CashOutTables['data']['items'][number]
type CashOutTable = NonNullable<Item['table']>

const path = '/operators/cash-out-tables'
const tones = { IN_USE: 'good', EXPIRED: 'bad', MISSING: 'wait' } as const

export function CashOut() {
  const t = cashOutTexts()
  const tables = useLoad('cash out tables', (signal) => api.get<{ items: Item[] }>(path, {}, signal))
  const [adding, setAdding] = useState<Item>()
  const isOurs = ({ environment }: Item) => environment === session.value?.me.environment
  return (
    <Card title={t.title}>
      <p class="soft">{t.lead}</p>
      <Await of={tables}>{({ items }) => <Tables items={items.filter(isOurs)} add={setAdding} />}</Await>
      {adding && <NewTable item={adding} done={tables.reload} close={() => setAdding(undefined)} />}
    </Card>
  )
}

function Tables({ items, add }: { items: readonly Item[]; add: (item: Item) => void }) {
  const t = cashOutTexts()
  const of = (show: (table: CashOutTable) => ComponentChildren) => (item: Item) =>
    item.table ? show(item.table) : '–'
  const rate = (text: string) => formatNumber(Number(text))
  const columns: Column<Item>[] = [
    { heading: t.operator, cell: ({ operator }) => walletName(operator) },
    {
      heading: t.state,
      onCard: 'corner',
      cell: ({ state }) => <Badge tone={tones[state]}>{t.states[state]}</Badge>,
    },
    {
      heading: t.validity,
      cell: of(({ first_day, last_day }) =>
        t.from(formatTime(first_day, 'day'), formatTime(last_day, 'day')),
      ),
    },
    {
      heading: t.fees,
      cell: of(({ tiers }) => tiers.map((tier) => <p key={tier.up_to}>{tierText(tier)}</p>)),
    },
    { heading: t.francs, cell: of(({ cdf_low, cdf_high }) => t.between(rate(cdf_low), rate(cdf_high))) },
    { heading: t.source, cell: of(({ source }) => source) },
    {
      heading: t.actions,
      onCard: 'foot',
      cell: (item) => (
        <ActButton right="pricing" small onClick={() => add(item)}>
          {t.add}…
        </ActButton>
      ),
    },
  ]
  return <Table caption={t.title} rows={items} keyOf={({ operator }) => operator} columns={columns} />
}

function tierText({ up_to, fee, percent }: CashOutTable['tiers'][number]): string {
  const share = Number(percent) === 0 ? [] : [formatPercent(Number(percent))]
  const fixed = Number(fee) === 0 && share.length > 0 ? [] : [formatMoney(fee, 'USD')]
  return cashOutTexts().tier(formatMoney(up_to, 'USD'), [...fixed, ...share].join(' + '))
}

function NewTable({ item, done, close }: { item: Item; done: () => void; close: () => void }) {
  const t = cashOutTexts()
  const name = walletName(item.operator)
  const { table } = item
  return (
    <Decision
      title={t.addTitle(name)}
      explanation={t.addText}
      action={t.save}
      decide={async (values) => {
        await api.post(`/operators/${item.environment}/${item.operator}/cash-out-table`, bodyOf(values))
        done()
      }}
      done={t.saved(name)}
      close={close}
    >
      <Field
        name="source"
        label={t.source}
        hint={t.sourceHint}
        value={table?.source}
        maxLength={200}
        required
      />
      <Field name="first_day" label={t.firstDay} type="date" required />
      <Field name="last_day" label={t.lastDay} type="date" required />
      <Field name="cdf_low" label={t.low} inputMode="decimal" value={table?.cdf_low} required />
      <Field name="cdf_high" label={t.high} inputMode="decimal" value={table?.cdf_high} required />
      <TextArea
        name="tiers"
        label={t.tiers}
        hint={t.tiersHint}
        rows={6}
        value={table?.tiers.map(({ up_to, fee, percent }) => [up_to, fee, percent].join('; ')).join('\n')}
        required
      />
    </Decision>
  )
}

/** The request that the form describes. @throws Faults */
function bodyOf({ tiers = '', cdf_low = '', cdf_high = '', ...values }: Values) {
  const number = (text: string) => text.replace(/[\s\u202f\u00a0]/g, '').replace(',', '.')
  const read = tiers
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(';').map(number))
  const areRight = read.every(
    (parts, at) =>
      parts.length === 3 &&
      parts.every((part) => /^\d+(\.\d+)?$/.test(part)) &&
      Number(parts[0]) > Number(read[at - 1]?.[0] ?? 0),
  )
  if (read.length === 0 || !areRight) throw new Faults({ tiers: cashOutTexts().tiersWrong })
  return {
    ...values,
    cdf_low: number(cdf_low),
    cdf_high: number(cdf_high),
    tiers: read.map(([up_to, fee, percent]) => ({ up_to, fee, percent })),
  }
}
