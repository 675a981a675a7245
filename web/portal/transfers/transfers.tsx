import { operators } from '../../ui/display/constants.generated.ts'
import { PagedList } from '../../ui/display/pager.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import type { Transfer } from '../api-types.ts'
import { Filters } from '../filters.tsx'
import { labelsOf } from '../labels.ts'
import { useList } from '../list.ts'
import { NothingHere } from '../nothing-here.tsx'
import { Totals } from '../totals.tsx'
import { Live } from '../updates/chip.tsx'
import { TransferTable } from './transfer-table.tsx'

const texts = catalogue({
  fr: {
    title: 'Transferts',
    hint: 'Référence, nom du bénéficiaire, téléphone ou montant',
    status: 'État',
    operator: 'Opérateur',
    none: 'Aucun transfert pour l’instant',
    noneHint: 'Faites un transfert de test et suivez-le jusqu’à son arrivée.',
    count: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'transfert', other: 'transferts' })}`,
  },
  en: {
    title: 'Transfers',
    hint: 'Reference, beneficiary’s name, phone or amount',
    status: 'Status',
    operator: 'Operator',
    none: 'No transfers yet',
    noneHint: 'Send a test transfer and follow it until it’s delivered.',
    count: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'transfer', other: 'transfers' })}`,
  },
})

export function TransfersPage() {
  const t = texts()
  const list = useList<Transfer>('transfers')
  return (
    <Page title={t.title}>
      <Filters
        list={list}
        file="transfers.csv"
        hint={t.hint}
        isSorted
        choices={[
          { name: 'status', label: t.status, options: labelsOf('transfer') },
          { name: 'operator', label: t.operator, options: operators.map(({ code, name }) => [code, name]) },
        ]}
      />
      <Totals of="transfer" list={list} />
      <Live of="transfers" list={list} />
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            <TransferTable rows={items} empty={<NothingHere list={list} none={t.none} hint={t.noneHint} />} />
          </PagedList>
        )}
      </Await>
    </Page>
  )
}
