// Merchants' wallets: balances, top-ups, and adjustments that need two admins.
import { useState } from 'preact/hooks'
import type { Column } from '../../ui/display/table.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { MerchantLink } from '../names/merchant.tsx'
import { FilterForm, useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { Money } from '../parts/money.tsx'
import { environmentTexts, filterTexts } from '../texts.ts'
import { Adjustments } from './adjustments.tsx'
import { walletTexts } from './texts.ts'
import { listAdjustments, listWallets, type Wallet, type WalletOwner } from './wallet.ts'
import { WalletDecision } from './wallet-decision.tsx'

type Deciding = { wallet: WalletOwner; act: 'topUp' | 'adjust' }

export function WalletsPage() {
  const t = walletTexts()
  const by = useFilters('merchant_code')
  const { merchant_code } = by.values
  const wallets = useLoad(by.key, (signal) => listWallets(by.query, signal))
  const adjustments = useLoad('adjustments', listAdjustments)
  const [deciding, setDeciding] = useState<Deciding>()
  const reload = () => {
    wallets.reload()
    adjustments.reload()
  }
  return (
    <Page title={t.title} intro={t.lead}>
      <Adjustments of={adjustments} done={reload} />
      <FilterForm by={by} search={{ name: 'merchant_code', label: filterTexts().merchantCode }} />
      <List
        of={wallets}
        caption={t.title}
        keyOf={({ merchant_code, environment }) => `${merchant_code} ${environment}`}
        pageHref={by.hrefOf}
        empty={{
          title: t.empty,
          text: t.emptyText,
          way: merchant_code && (
            <ActButton
              right="move_money"
              onClick={() => setDeciding({ wallet: { merchant_code }, act: 'topUp' })}
            >
              {`${t.topUp} ${merchant_code}`}…
            </ActButton>
          ),
        }}
        columns={columns(setDeciding)}
      />
      {deciding && <WalletDecision {...deciding} done={reload} close={() => setDeciding(undefined)} />}
    </Page>
  )
}

function columns(decide: (deciding: Deciding) => void): Column<Wallet>[] {
  const t = walletTexts()
  const environments = environmentTexts()
  const money = (heading: string, part: 'available' | 'reserved' | 'total') => ({
    heading,
    numeric: true,
    cell: (wallet: Wallet) => <Money amount={wallet[part]} currency={wallet.currency} />,
  })
  return [
    {
      heading: t.merchant,
      cell: ({ merchant_code, merchant_name }) => <MerchantLink code={merchant_code} name={merchant_name} />,
    },
    { heading: t.environment, cell: ({ environment }) => environments[environment] },
    money(t.available, 'available'),
    money(t.reserved, 'reserved'),
    money(t.total, 'total'),
    {
      heading: t.actions,
      onCard: 'foot',
      cell: (wallet) => (
        <span class="actions">
          {(['topUp', 'adjust'] as const).map((act) => (
            <ActButton
              right="move_money"
              key={act}
              small
              onClick={() => decide({ wallet, act })}
              aria-label={`${t[act]} ${wallet.merchant_code}`}
            >
              {t[act]}…
            </ActButton>
          ))}
        </span>
      ),
    },
  ]
}
