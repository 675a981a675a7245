// What differs between the settlement files of an operator and our payments: the table, and the dialog that asks for it later.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { operators } from '../../ui/display/constants.generated.ts'
import { Table } from '../../ui/display/table.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, session } from '../frame/session.ts'
import { Money } from '../parts/money.tsx'
import { environmentTexts } from '../texts.ts'
import { operatorTexts } from './operator-texts.ts'

type Problem = schemas.OperatorStatementProblem

export const operatorOptions = operators.map(({ code, wallet }) => [code, wallet] as const)

export function OperatorDifferences({ close }: { close: () => void }) {
  const t = operatorTexts()
  const [operator, setOperator] = useState<string>(operatorOptions[0]![0])
  const [environment, setEnvironment] = useState<string>(session.value?.me.environment ?? 'sandbox')
  const differences = useLoad(`operator differences ${environment} ${operator}`, (signal) =>
    api.get<{ items: Problem[] }>('/bank/operator-statements/problems', { environment, operator }, signal),
  )
  return (
    <Dialog title={t.allDiffers} close={close}>
      <p>{t.allDiffersText}</p>
      <div class="pair">
        <Select
          name="operator"
          label={t.operator}
          value={operator}
          options={operatorOptions}
          onChange={(event) => setOperator(event.currentTarget.value)}
        />
        <Select
          name="environment"
          label={t.environment}
          value={environment}
          options={Object.entries(environmentTexts())}
          onChange={(event) => setEnvironment(event.currentTarget.value)}
        />
      </div>
      <Await of={differences}>
        {({ items }) =>
          items.length === 0 ? <EmptyState title={t.noneDiffers} /> : <DifferenceTable problems={items} />
        }
      </Await>
    </Dialog>
  )
}

export function DifferenceTable({ problems }: { problems: readonly Problem[] }) {
  const t = operatorTexts()
  return (
    <Table
      caption={t.differs}
      rows={problems}
      keyOf={({ reference }) => reference}
      columns={[
        {
          heading: t.what,
          cell: ({ problem, reference }) => (
            <>
              {t.problems[problem]}
              <code class="under">{reference}</code>
            </>
          ),
        },
        { heading: t.day, cell: ({ day }) => <span class="nowrap">{formatTime(day, 'shortDay')}</span> },
        {
          heading: t.here,
          numeric: true,
          cell: ({ amount_here, currency }) => <Money amount={amount_here} currency={currency} />,
        },
        {
          heading: t.there,
          numeric: true,
          cell: ({ amount_there, currency }) => <Money amount={amount_there} currency={currency} />,
        },
      ]}
    />
  )
}
