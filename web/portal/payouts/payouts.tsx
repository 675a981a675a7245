// Payouts of card money: what is available, the request of a payout, and the payouts made so far.

import { useState } from 'preact/hooks'
import { Amount, formatMoney } from '../../ui/display/amount.tsx'
import { currencies } from '../../ui/display/constants.generated.ts'
import { Figure, Figures } from '../../ui/display/facts.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { EmptyState, Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Folds } from '../../ui/rows/folds.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { may } from '../access/session.ts'
import type { CardBalance, Payout, PayoutTerms } from '../api-types.ts'
import { Filters } from '../filters.tsx'
import { labelsOf } from '../labels.ts'
import { useList } from '../list.ts'
import { NothingHere } from '../nothing-here.tsx'
import { useUpdates } from '../updates/updates.ts'
import { loadMeans, type PayoutMeans } from './means.ts'
import { payoutRow } from './payout.tsx'
import { RequestPayout } from './request-payout.tsx'
import { PayoutTabs } from './tabs.tsx'
import { pageTexts } from './texts.ts'

export function PayoutsPage() {
  const t = pageTexts()
  const means = useLoad('payout means', loadMeans)
  const list = useList<Payout>('payouts')
  const reload = () => {
    means.reload()
    list.loaded.reload()
  }
  useUpdates('payouts', reload)
  const isUnused = list.loaded.data?.pagination.total === 0 && Object.keys(list.filters).length === 0
  return (
    <Page title={t.title} intro={t.intro}>
      <PayoutTabs />
      <Await of={means}>{(loaded) => <Means means={loaded} isUnused={isUnused} done={reload} />}</Await>
      {!isUnused && (
        <Filters
          list={list}
          choices={[
            { name: 'state', label: t.state, options: labelsOf('payout') },
            { name: 'currency', label: t.currency, options: currencyOptions },
          ]}
        />
      )}
      <Await of={list.loaded}>
        {({ items, pagination }) =>
          // Without money there is nothing to say about payouts.
          isUnused && !hasMoney(means.data) ? null : (
            <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
              <Folds
                label={t.list}
                byDay
                rows={items.map((payout) => payoutRow(payout, reload))}
                empty={isUnused ? <NoPayouts /> : <NothingHere list={list} none={t.none} hint={t.noneHint} />}
              />
            </PagedList>
          )
        }
      </Await>
    </Page>
  )
}

const currencyOptions = currencies.map((code) => [code, code] as const)

function NoPayouts() {
  const t = pageTexts()
  return (
    <EmptyState title={t.none}>
      <p>{t.noneHint}</p>
    </EmptyState>
  )
}

const isUsed = ({ available, reserved }: CardBalance) => available !== '0.00' || reserved !== '0.00'
const hasMoney = (means: PayoutMeans | undefined) => means?.balances.some(isUsed) ?? true

/** What is available, and what can be done with it. */
function Means({ means, isUnused, done }: { means: PayoutMeans; isUnused: boolean; done: () => void }) {
  const t = pageTexts()
  const [asking, setAsking] = useState(false)
  const used = means.balances.filter(isUsed).toReversed()
  if (used.length === 0 && isUnused) return <NoMoney releases={means.releases} />
  const canRequest = means.terms.some(({ available }) => available !== '0.00')
  return (
    <>
      <Figures>
        {used.map((balance) => (
          <Available key={balance.currency} balance={balance} terms={means.terms} />
        ))}
      </Figures>
      {means.destinations.length === 0 ? (
        <Notice>
          <p>{t.needsDestination}</p>
          {may('destinations') && (
            <p>
              <ButtonLink appearance="main" href="/portal/payouts/settings">
                {t.addDestination}
              </ButtonLink>
            </p>
          )}
        </Notice>
      ) : (
        canRequest &&
        may('payout') && (
          <p>
            <Button appearance="main" onClick={() => setAsking(true)}>
              {t.request}…
            </Button>
          </p>
        )
      )}
      {asking && <RequestPayout means={means} done={done} close={() => setAsking(false)} />}
    </>
  )
}

function Available({
  balance: { currency, available, reserved },
  terms,
}: {
  balance: CardBalance
  terms: PayoutTerms['terms']
}) {
  const t = pageTexts()
  const fees = feesOf(terms.find((one) => one.currency === currency))
  return (
    <Figure
      name={`${t.available} ${currency}`}
      value={<Amount of={available} currency={currency} />}
      note={[...(reserved === '0.00' ? [] : [t.reserved(formatMoney(reserved, currency))]), fees].join('\n')}
    />
  )
}

/** What each payout costs, to a wallet and to a bank account where both are offered and differ. */
function feesOf(terms: PayoutTerms['terms'][number] | undefined): string {
  const t = pageTexts()
  if (!terms) return t.noFees
  const { wallet, bank, currency } = terms
  const textOf = ({ fee }: { fee: string }) => (fee === '0.00' ? t.free : t.fee(formatMoney(fee, currency)))
  if (bank && bank.fee !== wallet.fee) return t.feesOfBoth(textOf(wallet), textOf(bank))
  return wallet.fee === '0.00' ? t.noFees : t.fees(formatMoney(wallet.fee, currency))
}

/** For a merchant that has never had available money. */
function NoMoney({ releases }: { releases: PayoutMeans['releases'] }) {
  const t = pageTexts()
  const next = releases
    .filter(({ net }) => Number(net) > 0)
    .map(({ net, currency, available_on }) =>
      t.next(formatMoney(net, currency), formatTime(available_on, 'shortDay').replaceAll(' ', '\u00a0')),
    )
  return (
    <EmptyState title={t.noMoney}>
      {next.length > 0 ? next.map((text) => <p key={text}>{text}</p>) : <p>{t.noMoneyHint}</p>}
      <ButtonLink href="/portal/balance">{t.balance}</ButtonLink>
    </EmptyState>
  )
}
